import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, type TestHub, useHub } from '#test/support/hub.ts'
import { hire, superAdmin, visit } from '#test/support/people.ts'
import { clone, contradict, corrupt, itemAbout, open, quarantine } from './custody.ts'

const PATH = '/api/sync/work-list'

describe('the work list', () => {
  const door = useHub()

  async function shopWithTill(): Promise<{ shop: Organization; device: Device }> {
    const shop = await signUp(door)
    return { shop, device: await enrolDevice(door, shop) }
  }
  async function shopWithItem(body = '{"receiptNumber": "K7-000012", oops') {
    const { shop, device } = await shopWithTill()
    const uploadId = await quarantine(device, body)
    return { shop, device, uploadId, item: await itemAbout(door, shop, uploadId) }
  }
  const kinds = async (shop: Organization, query: string): Promise<string[]> =>
    (await shop.api.get(`${PATH}?${query}`)).body.items.map(({ kind }: { kind: string }) => kind)

  it('returns the device, the retail point and the receipt of a work item', async () => {
    const { shop, device, uploadId, item } = await shopWithItem()
    const { body } = await shop.api.get(PATH)
    expect(body).toEqual({
      page: 1,
      pageSize: 50,
      total: 1,
      items: [
        {
          id: item.id,
          version: 1,
          kind: 'quarantined',
          reasons: [
            { code: 'malformed_json', detail: expect.any(String), values: { error: expect.any(String) } },
          ],
          openedAt: item.openedAt.toISOString(),
          settledAt: null,
          settledByName: null,
          note: null,
          device: {
            id: device.id,
            name: 'till-1',
            retailPointId: shop.retailPointId,
            retailPointName: expect.any(String),
          },
          upload: {
            id: uploadId,
            type: 'sale',
            seq: 1,
            receivedAt: expect.any(String),
            status: 'quarantined',
            receiptNumber: 'K7-000012',
          },
        },
      ],
    })
  })

  it.each([
    ['bytes that are not UTF-8', Buffer.from('\xff\0"receiptNumber" : "K7-1"\xfe', 'latin1'), 'K7-1'],
    ['a body in a JSON string', JSON.stringify({ body: JSON.stringify({ receiptNumber: 'K7-2' }) }), 'K7-2'],
    ['a receipt number that is not a text', '{"receiptNumber": 7}', null],
    ['an empty body', '', null],
  ])('finds the receipt number of an unreadable item, or null: %s', async (_where, body, receiptNumber) => {
    const { shop, uploadId } = await shopWithItem()
    await corrupt(door, shop, uploadId, Buffer.from(body))
    expect((await shop.api.get(PATH)).body.items[0].upload.receiptNumber).toBe(receiptNumber)
  })

  it('supports filters, search and sorting in the work list', async () => {
    const { shop, device } = await shopWithItem()
    await open(door, shop, { kind: 'hole', subject: newId(), reasons: [] })
    await clone(device)
    expect(await kinds(shop, '')).toEqual(['quarantined', 'hole', 'clone'])
    expect(await kinds(shop, 'sort=-openedAt&pageSize=2')).toEqual(['clone', 'hole'])
    expect(await kinds(shop, 'sort=kind&page=2&pageSize=2')).toEqual(['quarantined'])
    expect(await kinds(shop, 'kind=hole')).toEqual(['hole'])
    expect(await kinds(shop, `deviceId=${device.id}`)).toEqual(['quarantined', 'clone'])
    expect(await kinds(shop, `retailPointId=${shop.retailPointId}`)).toEqual(['quarantined', 'clone'])
    expect(await kinds(shop, `retailPointId=${newId()}`)).toEqual([])
    expect(await kinds(shop, 'search=k7-0000')).toEqual(['quarantined'])
    expect(await kinds(shop, 'isSettled=true')).toEqual([])
  })

  it('refuses invalid filters of the work list', async () => {
    const { shop } = await shopWithTill()
    for (const query of ['kind=other', 'isSettled=maybe', 'deviceId=7', 'sort=note']) {
      expect([query, (await shop.api.get(`${PATH}?${query}`)).status]).toEqual([query, 400])
    }
  })

  it('returns the body of an upload exactly as received', async () => {
    const { shop, item } = await shopWithItem('{"name": "Чай"')
    const { body } = await shop.api.get(`${PATH}/${item.id}`)
    expect(body).toMatchObject({
      id: item.id,
      body: { bytes: 17, text: '{"name": "Чай"', base64: Buffer.from('{"name": "Чай"').toString('base64') },
      otherBody: null,
      correctedBody: null,
    })
  })

  it('returns a body that is not valid text only in base64', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x00])
    const { shop, uploadId, item } = await shopWithItem()
    await corrupt(door, shop, uploadId, bytes)
    const { body } = await shop.api.get(`${PATH}/${item.id}`)
    expect(body.body).toMatchObject({ bytes: 4, text: null, base64: bytes.toString('base64') })
  })

  it('returns both bodies of a conflict', async () => {
    const { shop, device, uploadId } = await shopWithItem('{"a": 1}')
    const hash = await contradict(device, uploadId, '{"a": 2}')
    const { id } = await itemAbout(door, shop, `${uploadId}:${hash}`)
    const { body } = await shop.api.get(`${PATH}/${id}`)
    expect([body.body.text, body.otherBody.text, body.otherBody.hash]).toEqual(['{"a": 1}', '{"a": 2}', hash])
  })

  it('returns the beginning of a long body and the whole body as a file', async () => {
    const { shop, device, uploadId, item } = await shopWithItem(`{"a": "${'Ч'.repeat(2_000_000)}"`)
    const at = `${PATH}/${item.id}`
    const { body, text } = await shop.api
      .get(at)
      .then((answer) => ({ ...answer, text: JSON.stringify(answer.body) }))
    expect(text.length).toBeLessThan(200_000)
    expect(body.body.bytes).toBe(4_000_008)
    expect(body.body.text).toBe(`{"a": "${'Ч'.repeat(16_380)}`)
    expect(Buffer.from(body.body.base64, 'base64')).toHaveLength(32 * 1024)

    const file = await shop.api.raw(`${at}/bodies/first`)
    expect([file.status, file.headers.get('Content-Type'), file.headers.get('Content-Disposition')]).toEqual([
      200,
      'application/octet-stream',
      `attachment; filename="${item.id}-first"`,
    ])
    expect(await file.text()).toBe(`{"a": "${'Ч'.repeat(2_000_000)}"`)

    expect((await shop.api.get(`${at}/bodies/corrected`)).body.detail).toBe('The item has no corrected body')
    const corrected = JSON.stringify({ schema: 7, text: 'x'.repeat(100_000) })
    const retried = await shop.api.post(`${at}/retry`, { version: 1, body: corrected })
    expect(retried.body.correctedBody).toBe(corrected.slice(0, 32 * 1024))
    expect((await shop.api.get(`${at}/bodies/corrected`)).body).toBe(corrected)

    const hash = await contradict(device, uploadId, '{"a": 2}')
    const conflict = await itemAbout(door, shop, `${uploadId}:${hash}`)
    expect((await shop.api.get(`${PATH}/${conflict.id}/bodies/other`)).body).toBe('{"a": 2}')
    expect((await shop.api.get(`${at}/bodies/other`)).status).toBe(404)
    expect((await shop.api.get(`${at}/bodies/third`)).status).toBe(400)
    const other = await signUp(door)
    expect((await other.api.get(`${at}/bodies/first`)).status).toBe(404)
    expect((await (await hire(door, shop, 'Storekeeper')).get(`${at}/bodies/first`)).status).toBe(403)
  })

  it('records the user and the note when a work item is settled', async () => {
    const { shop, item } = await shopWithItem()
    const settled = await shop.api.post(`${PATH}/${item.id}/settle`, {
      version: 1,
      note: ' entered by hand ',
    })
    expect([settled.status, settled.body]).toMatchObject([
      200,
      {
        version: 2,
        settledAt: expect.any(String),
        settledByName: 'Owner',
        note: 'entered by hand',
        body: { text: expect.stringContaining('oops') },
        upload: { status: 'quarantined' },
      },
    ])
    expect(await kinds(shop, '')).toEqual([])
    expect(await kinds(shop, 'isSettled=true&sort=-settledAt')).toEqual(['quarantined'])
  })

  it('refuses to settle a work item twice or with a stale version', async () => {
    const { shop, item } = await shopWithItem()
    const settle = (version: number) =>
      shop.api.post(`${PATH}/${item.id}/settle`, { version, note: `note ${version}` })
    expect((await settle(1)).status).toBe(200)
    const stale = await settle(1)
    expect([stale.status, stale.body.code, stale.body.currentVersion]).toEqual([
      409,
      'concurrency_conflict',
      2,
    ])
    const again = await settle(2)
    expect([again.status, again.body.code]).toEqual([409, 'work_item_settled'])
    expect((await shop.api.get(`${PATH}/${item.id}`)).body.note).toBe('note 1')
  })

  it('settles a clone item and clears the alert of the device', async () => {
    const { shop, device } = await shopWithTill()
    await clone(device)
    expect((await shop.api.get('/api/devices?alert=cloned')).body.total).toBe(1)
    const { id } = await itemAbout(door, shop, device.id)
    await shop.api.post(`${PATH}/${id}/settle`, { version: 1, note: 'The copy is wiped' })
    expect((await shop.api.get(`/api/devices/${device.id}`)).body).toMatchObject({
      clonedAt: null,
      alerts: [],
    })
  })

  it('opens a settled clone item again when the clone returns', async () => {
    const { shop, device } = await shopWithTill()
    await clone(device)
    const { id } = await itemAbout(door, shop, device.id)
    await shop.api.post(`${PATH}/${id}/settle`, { version: 1, note: 'The copy is wiped' })
    await clone(device)
    expect((await shop.api.get(PATH)).body.items).toMatchObject([{ id, note: 'The copy is wiped' }])
  })

  it('refuses to settle a work item without a note or a version', async () => {
    const { shop, item } = await shopWithItem()
    for (const body of [
      { version: 1, note: '  ' },
      { version: 1 },
      { note: 'x' },
      { version: 1, note: 'x', x: 1 },
    ]) {
      expect((await shop.api.post(`${PATH}/${item.id}/settle`, body)).status).toBe(400)
    }
    expect(await kinds(shop, '')).toEqual(['quarantined'])
  })

  it('posts a sale whose body a user has corrected', async () => {
    const { shop, device } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: await createProduct(shop) }])
    const broken = JSON.stringify(sale).slice(0, -1)
    await quarantine(device, broken, sale.id)
    const { id } = await itemAbout(door, shop, sale.id)
    const body = JSON.stringify(sale)
    const answer = await shop.api.post(`${PATH}/${id}/retry`, { version: 1, body })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        settledAt: expect.any(String),
        settledByName: null,
        upload: { status: 'posted', receiptNumber: sale.receiptNumber },
        body: { text: broken },
        correctedBody: body,
      },
    ])
    expect((await shop.api.get(`/api/sales/retail/${sale.id}`)).body.sum).toBe(100)
    const again = await shop.api.post(`${PATH}/${id}/retry`, { version: answer.body.version })
    expect([again.status, again.body.code]).toEqual([409, 'work_item_settled'])
    expect((await shop.api.get('/api/sales/retail')).body.total).toBe(1)
  })

  it('reports why a corrected upload still cannot be posted', async () => {
    const { shop, item } = await shopWithItem()
    const answer = await shop.api.post(`${PATH}/${item.id}/retry`, { version: 1, body: '{"schema": 1}' })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { settledAt: null, upload: { status: 'quarantined' }, correctedBody: '{"schema": 1}' },
    ])
    expect(answer.body.reasons).not.toEqual(item.reasons)
    const stale = await shop.api.post(`${PATH}/${item.id}/retry`, { version: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'concurrency_conflict'])
  })

  it('retries an upload only once per idempotency key', async () => {
    const { shop, item } = await shopWithItem()
    const api = shop.api.with({ 'Idempotency-Key': newId() })
    const answers = [
      await api.post(`${PATH}/${item.id}/retry`, { version: 1 }),
      await api.post(`${PATH}/${item.id}/retry`, { version: 1 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
  })

  it('saves the result of a failed retry sent with an idempotency key', async () => {
    const { shop, device } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: await createProduct(shop) }], { receiptNumber: 'CURSED-1' })
    await curse(door)
    await quarantine(device, JSON.stringify(sale), sale.id)
    const { id } = await itemAbout(door, shop, sale.id)
    const api = shop.api.with({ 'Idempotency-Key': newId() })
    const answer = await api.post(`${PATH}/${id}/retry`, { version: 1 })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { settledAt: null, reasons: [{ code: 'posting_failed', detail: 'cursed' }] },
    ])
    expect(await itemAbout(door, shop, sale.id)).toMatchObject({ version: answer.body.version })
  })

  it.each(['conflict', 'flagged', 'fork', 'clone', 'hole'] as const)(
    'refuses to retry a work item of the kind %s',
    async (kind) => {
      const { shop } = await shopWithTill()
      const subject = newId()
      await open(door, shop, { kind, subject, reasons: [] })
      const { id } = await itemAbout(door, shop, subject)
      const answer = await shop.api.post(`${PATH}/${id}/retry`, { version: 1 })
      expect([answer.status, answer.body.code]).toEqual([409, 'retry_pointless'])
      const settled = await shop.api.post(`${PATH}/${id}/settle`, { version: 1, note: 'found out' })
      expect(settled.status).toBe(200)
    },
  )

  it('requires the permission to view and change the work list', async () => {
    const { shop, item } = await shopWithItem()
    const requests: [string, string, unknown][] = [
      ['GET', PATH, undefined],
      ['GET', `${PATH}/${item.id}`, undefined],
      ['POST', `${PATH}/${item.id}/retry`, { version: 1 }],
      ['POST', `${PATH}/${item.id}/settle`, { version: 1, note: 'x' }],
    ]
    const statuses = async (api: ApiClient) =>
      (await Promise.all(requests.map((request) => api.send(...request)))).map(({ status }) => status)
    expect(await statuses(new ApiClient(door))).toEqual([401, 401, 401, 401])
    expect(await statuses(await hire(door, shop, 'Storekeeper'))).toEqual([403, 403, 403, 403])
    expect(await statuses((await signUp(door)).api)).toEqual([200, 404, 404, 404])
    const admin = await superAdmin(door, shop)
    expect(await statuses(admin)).toEqual([400, 400, 400, 400])
    const inShop = await visit(admin, shop.organizationId)
    expect((await inShop.get(`${PATH}/${item.id}`)).status).toBe(200)
    const manager = await hire(door, shop, 'Manager')
    expect((await manager.get(`${PATH}/${item.id}`)).status).toBe(200)
    const settled = await manager.post(`${PATH}/${item.id}/settle`, { version: 1, note: 'x' })
    expect(settled.body.settledByName).toBe('Manager')
  })
})

/** Makes the database reject sales whose receipt number begins with CURSED. */
async function curse(door: TestHub): Promise<void> {
  const owner = new pg.Client({ connectionString: door.database.ownerUrl })
  await owner.connect()
  await owner.query(`
    CREATE FUNCTION curse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cursed'; END $$;
    CREATE TRIGGER curse BEFORE INSERT ON retail_sales FOR EACH ROW
      WHEN (NEW.receipt_number LIKE 'CURSED%') EXECUTE FUNCTION curse()`)
  await owner.end()
}
