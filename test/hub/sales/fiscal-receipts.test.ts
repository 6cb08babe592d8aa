import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeOfSecrets } from '#hub/integrations/fiscal/cash-boxes.ts'
import { KeyRing } from '#hub/secrets/key-ring.ts'
import { must } from '#shared/std/must.ts'
import type { ReplicaReceipt, ReplicaSettings } from '#shared/sync/download.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { CLIENT } from '#test/fiscal/client-certificate.ts'
import { type FiscalEmulator, startFiscalEmulator, type Wire } from '#test/fiscal/emulator/server.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { until } from '#test/support/until.ts'
import { TillReplica } from '../pos/till-replica.ts'

const RECEIPTS = '/api/sales/fiscal-receipts'
const FISCAL = '/api/organization/fiscal'

/** Secrets with a signing key that is not validated, as earlier versions stored them. */
const secretsOf = (signingKey: string): string => JSON.stringify({ signingKey, ...CLIENT })

describe('fiscal receipts of sales', () => {
  let emulator: FiscalEmulator
  let door: TestHub
  let shop: Organization
  let other: Organization
  let productId: string
  beforeAll(async () => {
    emulator = await startFiscalEmulator()
    door = await startTestHub({ fiscalEmulatorUrl: emulator.url })
    shop = await signUp(door)
    other = await signUp(door)
    productId = await createProduct(shop, { retailPrice: 100 })
    const enter = await shop.api.post('/api/inventory/enters', {
      storeId: shop.storeId,
      lines: [{ productId, quantity: 100, price: 1 }],
    })
    await shop.api.post(`/api/inventory/enters/${enter.body.id}/post`)
  })
  afterAll(async () => {
    await door[Symbol.asyncDispose]()
    await emulator[Symbol.asyncDispose]()
  })

  const choose = async (provider: string, more: object = {}) => {
    const { updatedAt: _, ...settings } = (await shop.api.get(FISCAL)).body
    const answer = await shop.api.put(FISCAL, { ...settings, cashBox: { provider, ...more } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const sell = async (price: number, more: object = {}): Promise<string> => {
    const draft = await shop.api.post('/api/sales/retail', {
      storeId: shop.storeId,
      lines: [{ productId, quantity: 1, price }],
      ...more,
      payments: [{ type: 'Cash', amount: price }],
    })
    expect(draft.status, JSON.stringify(draft.body)).toBe(201)
    const posted = await shop.api.post(`/api/sales/retail/${draft.body.id}/post`, {})
    expect(posted.status, JSON.stringify(posted.body)).toBe(200)
    return draft.body.id
  }
  const receipt = async (id: string) => (await shop.api.get(`${RECEIPTS}/${id}`)).body
  const becomes = (id: string, state: string) =>
    expect.poll(async () => (await receipt(id)).state).toBe(state)

  it('creates no fiscal receipt without a provider', async () => {
    const id = await sell(100)
    expect((await shop.api.get(`${RECEIPTS}/${id}`)).status).toBe(404)
  })

  it('creates a fiscal receipt for a posted sale, with its events', async () => {
    await choose('Emulator')
    const id = await sell(100)
    await becomes(id, 'Done')
    const body = await receipt(id)
    const entry = emulator.atol.books.entries.get(id)
    expect(body).toMatchObject({
      id,
      externalId: id,
      sign: entry?.sign,
      shiftNumber: 1,
      nextStep: 'None',
      dueAt: null,
      url: `https://ofd.test/${entry?.sign}`,
    })
    expect(body.events.map(({ state }: { state: string }) => state)).toEqual(['Sending', 'Pending', 'Done'])
    expect(entry?.request).toMatchObject({ external_id: id, receipt: { total: 100 } })
    const expected = { state: 'Done', sign: entry?.sign, url: body.url, isOffline: false }
    expect((await shop.api.get(`/api/sales/retail/${id}`)).body.fiscal).toMatchObject(expected)
    const { items } = (await shop.api.get('/api/sales/retail')).body
    expect(items.map(({ fiscal }: { fiscal: unknown }) => fiscal)).toEqual([
      expect.objectContaining(expected),
      null,
    ])
  })

  it('uses the tax system of the retail point, and that of the cash box as a fallback', async () => {
    await choose('Emulator')
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const { id: _, createdAt, updatedAt, ...point } = (await shop.api.get(path)).body
    const put = await shop.api.put(path, { ...point, taxSystem: 'Patent' })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    const [here, elsewhere] = [await sell(100, { retailPointId: shop.retailPointId }), await sell(100)]
    await becomes(elsewhere, 'Done')
    for (const [id, sno, taxSystem] of [
      [here, 'patent', 'Patent'],
      [elsewhere, 'osn', 'General'],
    ] as const) {
      const request = { receipt: { company: { sno } } }
      expect(emulator.atol.books.entries.get(id)?.request).toMatchObject(request)
      expect((await shop.api.get(`/api/sales/retail/${id}`)).body.fiscal).toMatchObject({ taxSystem })
    }
    const { id: __, createdAt: ___, updatedAt: ____, ...changed } = put.body
    expect((await shop.api.put(path, { ...changed, taxSystem: null })).status).toBe(200)
  })

  it('sends the payment subject of products, and the VAT rates of any country, to the emulator', async () => {
    await choose('Emulator')
    const kinds = [{ paymentSubject: 'Excisable' }, { paymentSubject: 'Other' }, { trackingType: 'Shoes' }]
    const lines = []
    for (const kind of kinds)
      lines.push({ productId: await createProduct(shop, kind), quantity: 1, price: 10 })
    const enter = await shop.api.post('/api/inventory/enters', { storeId: shop.storeId, lines })
    expect((await shop.api.post(`/api/inventory/enters/${enter.body.id}/post`)).status).toBe(200)
    const id = await sell(30, { lines: lines.map((line) => ({ ...line, vatRate: 16 })) })
    await becomes(id, 'Done')
    const { items } = (must(emulator.atol.books.entries.get(id)).request as Wire).receipt
    expect(items).toMatchObject([
      { payment_object: 2, vat: { type: 'vat16', sum: 1.38 } },
      { payment_object: 13 },
      { payment_object: 32 },
    ])
  })

  it('creates only one fiscal receipt when a response of the provider is lost', async () => {
    const id = await sell(100.03)
    await becomes(id, 'Unknown')
    expect((await shop.api.post(`${RECEIPTS}/${id}/retry`, {})).status).toBe(200)
    await becomes(id, 'Done')
    expect(emulator.atol.books.seen(id)).toBe(2)
    expect((await receipt(id)).sign).toBe(emulator.atol.books.entries.get(id)?.sign)
  })

  it('lists refused receipts with the message of the provider and the next step, without delaying others', async () => {
    const id = await sell(100.06)
    const next = await sell(100)
    await becomes(next, 'Done')
    const { items, total } = (await shop.api.get(`${RECEIPTS}?isStuck=true`)).body
    expect([total, items]).toEqual([
      1,
      [
        expect.objectContaining({
          id,
          state: 'Failed',
          code: '32',
          nextStep: 'CorrectAndRetry',
          message: 'Ошибка валидации: items[0].vat',
        }),
      ],
    ])
  })

  it('reports a receipt as stuck after an hour regardless of its failed attempts, also in the diagnostic', async () => {
    const id = await sell(100.03)
    await becomes(id, 'Unknown')
    await using owner = await door.database.connect()
    const isSince = async (minutes: number): Promise<void> => {
      const since =
        'UPDATE fiscal_receipts SET created_at = now() - make_interval(mins => $2) WHERE sale_id = $1'
      await owner.query(since, [id, minutes])
    }
    const stuck = async (): Promise<string[]> =>
      (await shop.api.get(`${RECEIPTS}?isStuck=true`)).body.items.map((each: { id: string }) => each.id)
    await isSince(59)
    expect([await stuck(), (await receipt(id)).nextStep]).toEqual([[expect.not.stringContaining(id)], 'Wait'])
    await isSince(61)
    expect(await stuck()).toContain(id)
    expect(await receipt(id)).toMatchObject({ failures: 1, nextStep: 'LookAtProvider' })
    const { checks } = (await shop.api.get('/api/admin/diagnostic/run')).body
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'fiscal',
        verdict: 'error',
        detail: 'Stuck fiscal receipts: 2.',
      }),
    )
    await shop.api.post(`${RECEIPTS}/${id}/retry`, {})
    await becomes(id, 'Done')
    expect(await stuck()).not.toContain(id)
  })

  it('refuses to unpost a sale with a fiscal receipt', async () => {
    const id = await sell(100)
    const answer = await shop.api.post(`/api/sales/retail/${id}/unpost`, {})
    expect([answer.status, answer.body.code]).toEqual([409, 'fiscalised'])
  })

  it('sends a waiting receipt to the new provider after a retry, except one that the old provider may have registered', async () => {
    const lost = await sell(100.03)
    await becomes(lost, 'Unknown')
    const behind = await sell(100)
    expect(await receipt(behind)).toMatchObject({ state: 'Waiting', failures: 0 })
    await choose('None')
    expect(await receipt(lost)).toMatchObject({
      state: 'Failed',
      code: 'ProviderChanged',
      nextStep: 'Settle',
    })
    expect(await receipt(behind)).toMatchObject({ state: 'Failed', code: 'NoProvider' })
    const retry = (id: string) => shop.api.post(`${RECEIPTS}/${id}/retry`, {})
    expect((await retry(behind)).body.code).toBe('fiscal_not_configured')
    await choose('Emulator')
    expect((await retry(lost)).body.code).toBe('retry_pointless')
    expect((await retry(behind)).status).toBe(200)
    await becomes(behind, 'Done')
    expect(emulator.atol.books.entries.get(behind)?.sign).toBe((await receipt(behind)).sign)
  })

  it('sends receipts in the order of their sales, and a possibly registered receipt to no other provider', async () => {
    await choose('Emulator')
    const [first, second] = [await sell(100.08), await sell(100)]
    await expect.poll(async () => (await receipt(second)).state, { timeout: 40_000 }).toBe('Done')
    const [before, after] = [await receipt(first), await receipt(second)]
    expect(Number(before.docNumber)).toBeLessThan(Number(after.docNumber))
    const lost = await sell(100.03)
    await becomes(lost, 'Unknown')
    const behind = await sell(100)
    const secrets = { apiKey: 'key', password: 'secret' }
    const other = { baseUrl: 'https://provider.invalid', login: 'shop', cashboxUniqueNumber: 'SWK1' }
    await choose('Webkassa', { ...other, ...secrets })
    expect(await receipt(lost)).toMatchObject({ state: 'Failed', code: 'ProviderChanged' })
    // The next change of the provider must not find the receipt while it is being sent to Webkassa.
    await using owner = await door.database.connect()
    await until('the receipt is held back', async () => {
      const { rowCount } = await owner.query(
        `UPDATE fiscal_receipts SET due_at = now() + interval '1 hour' WHERE sale_id = $1 AND state = 'Waiting'`,
        [behind],
      )
      return rowCount === 1
    })
    // The receipt is sent to the selected provider automatically.
    await choose('Emulator')
    await becomes(behind, 'Done')
    expect((await receipt(lost)).state).toBe('Failed')
  })

  it('settles a receipt with its sign from the provider, or sends it to the current provider', async () => {
    const settle = (id: string, body: object, { api } = shop) => api.post(`${RECEIPTS}/${id}/settle`, body)
    const leave = async () => {
      const id = await sell(100.03)
      await becomes(id, 'Unknown')
      await choose('None')
      await choose('Emulator')
      return id
    }
    const [there, absent] = [await leave(), await leave()]
    // The previous provider has lost the receipt.
    emulator.atol.books.entries.delete(absent)
    const reason = 'cabinet of the provider'
    expect((await settle(there, { sign: '77', reason }, other)).status).toBe(404)
    expect((await settle(there, { sign: '77' })).body.errors).toMatchObject([{ pointer: '#/reason' }])
    const expected = { sign: '77', docNumber: '5', regNumber: '0001', reason }
    expect((await settle(there, expected)).body).toMatchObject({
      state: 'Done',
      sign: '77',
      docNumber: '5',
      regNumber: '0001',
      url: null,
      nextStep: 'None',
      code: null,
    })
    expect((await settle(there, expected)).body.code).toBe('fiscal_not_failed')
    const { events } = await receipt(there)
    const { employeeId } = (await shop.api.get('/api/me')).body
    expect(events.at(-1)).toMatchObject({ code: 'SettledByHand', message: reason, employeeId })
    const { items } = (await shop.api.get('/api/admin/audit-log?pageSize=1')).body
    expect(JSON.stringify(items)).toContain(reason)
    await choose('None')
    expect((await settle(absent, { reason })).body.code).toBe('fiscal_not_configured')
    await choose('Emulator')
    expect((await settle(absent, { reason })).body).toMatchObject({ state: 'Waiting', code: null })
    await becomes(absent, 'Done')
    expect((await receipt(absent)).sign).toBe(emulator.atol.books.entries.get(absent)?.sign)
    const refused = await sell(100.06)
    await becomes(refused, 'Failed')
    expect((await settle(refused, { reason })).body.errors).toMatchObject([{ pointer: '#/sign' }])
  })

  it('sends the fiscal state of receipts to the tills of the store, including returns without an original receipt', async () => {
    const device = await enrolDevice(door, shop)
    const till = new TillReplica(device)
    await till.sync()
    const isFiscal = () => [...till.of('settings').values()].map((each) => (each as ReplicaSettings).isFiscal)
    expect(isFiscal()).toEqual([true])
    const fiscal = (sale: SaleBody) => (till.of('receipt').get(sale.id) as ReplicaReceipt | undefined)?.fiscal
    const send = async (price: number, changes: Partial<SaleBody> = {}) => {
      const payments: SaleBody['payments'] = [{ type: 'Cash', amount: price }]
      const sale = saleBody(shop, [{ productId, quantity: 1, price }], { payments, ...changes })
      const { body } = await device.upload([device.item(sale)])
      expect(body.results[0].result).toBe('accepted')
      return sale
    }
    const [made, refused] = [await send(100), await send(100.06)]
    const [back, slow] = [await send(100, { isReturn: true }), await send(100.03)]
    await expect
      .poll(
        async () => {
          await till.sync()
          return [made, refused, back, slow].map((sale) => fiscal(sale)?.state)
        },
        { timeout: 30_000 },
      )
      .toEqual(['Done', 'Failed', 'Done', 'Waiting'])
    const { sign } = await receipt(made.id)
    expect(fiscal(made)).toMatchObject({ sign, url: `https://ofd.test/${sign}`, isOffline: false })
    expect((await till.sync({ digest: 'true' })).footer.digest).toEqual(till.digest())
    await choose('None')
    await till.sync()
    expect(isFiscal()).toEqual([false])
    await choose('Emulator')
  })

  it('registers the fiscal receipt of a return only after that of its sale, at a provider that requires the original receipt', async () => {
    await choose('Webkassa', {
      baseUrl: null,
      login: 'shop',
      cashboxUniqueNumber: 'SWK1',
      apiKey: 'key',
      password: 'secret',
    })
    await using owner = await door.database.connect()
    await owner.query(
      `UPDATE fiscal_cash_boxes SET settings = settings || jsonb_build_object('baseUrl', $1::text)`,
      [emulator.url],
    )
    const device = await enrolDevice(door, shop)
    const sellAtTill = async (sale: SaleBody) => {
      const { body } = await device.upload([device.item(sale)])
      expect(body.results[0].result).toBe('accepted')
    }
    const bodyOf = (price: number, changes: Partial<SaleBody> = {}) =>
      saleBody(shop, [{ productId, quantity: 1, price }], {
        payments: [{ type: 'Cash', amount: price }],
        ...changes,
      })
    const returnOf = ({ id }: SaleBody) => bodyOf(50, { isReturn: true, originalSaleId: id })
    const [late, refused] = [bodyOf(100), bodyOf(100.06)]
    const [early, twin, other] = [returnOf(late), returnOf(late), returnOf(refused)]
    await sellAtTill(early)
    await sellAtTill(twin)
    await sellAtTill(refused)
    await sellAtTill(other)
    for (const { id } of [early, twin, other]) {
      await becomes(id, 'Failed')
      expect(await receipt(id)).toMatchObject({ code: 'NoBasis', nextStep: 'CorrectAndRetry' })
    }
    await sellAtTill(late)
    for (const { id } of [early, twin]) await becomes(id, 'Done')
    const basisOf = ({ id }: SaleBody) =>
      (emulator.webkassa.books.entries.get(id)?.request as Wire)?.ReturnBasisDetails.CheckNumber
    const { sign } = await receipt(late.id)
    expect([basisOf(early), basisOf(twin)]).toEqual([sign, sign])
    expect((await receipt(other.id)).state).toBe('Failed')
    const word = { sign: '77', reason: 'made at the cash register by hand' }
    expect((await shop.api.post(`${RECEIPTS}/${refused.id}/settle`, word)).status).toBe(200)
    await becomes(other.id, 'Done')
    expect(basisOf(other)).toBe('77')
    const { events } = await receipt(other.id)
    expect(events.map(({ state }: { state: string }) => state)).toEqual([
      'Failed',
      'Waiting',
      'Sending',
      'Done',
    ])
    await choose('Emulator')
  })

  it.each([
    ['sign', (id: string, ring: KeyRing) => ring.seal(secretsOf('no key'), placeOfSecrets(id)), /key/],
    ['be opened', (id: string, ring: KeyRing) => ring.seal(secretsOf('no key'), id), /see its log/],
  ])(
    'fails receipts of a cash box whose secrets cannot %s, and continues with the other cash box',
    async (_, broken, words) => {
      await using owner = await door.database.connect()
      const mine = await signUp(door)
      const product = await createProduct(mine, { retailPrice: 100 })
      await mine.api.put('/api/organization/settings', {
        ...(await mine.api.get('/api/organization/settings')).body,
        allowNegativeStock: true,
      })
      const second = await mine.api.post('/api/catalog/retail-points', {
        name: 'Second',
        storeId: mine.storeId,
        priceTypeId: mine.priceTypeId,
      })
      const orange = {
        provider: 'OrangeData',
        baseUrl: null,
        inn: '7701234567',
        taxSystem: 'General',
        group: 'Main',
        keyName: 'key',
        ffdVersion: '1.2',
        companyEmail: 'a@shop.example',
        signingKey: emulator.orangeData.signingKey,
        ...CLIENT,
      }
      const save = async () => {
        const { updatedAt: _, ...settings } = (await mine.api.get(FISCAL)).body
        const retailPoints = [{ retailPointId: second.body.id, cashBox: orange }]
        const answer = await mine.api.put(FISCAL, {
          ...settings,
          cashBox: { provider: 'Emulator' },
          retailPoints,
        })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      }
      const change = (set: string, values: unknown[]) =>
        owner.query(
          `UPDATE fiscal_cash_boxes SET ${set} WHERE organization_id = $1 AND provider = 'OrangeData' RETURNING id`,
          [mine.organizationId, ...values],
        )
      const address = `settings = jsonb_set(settings, '{baseUrl}', $2)`
      await save()
      const { rows } = await change(address, [JSON.stringify(emulator.url)])
      const cashBoxId: string = rows[0].id
      const ring = new KeyRing(door.config.secret ?? '', door.config.sealingKeys)
      await change('sealed_secrets = $2', [broken(cashBoxId, ring)])

      const device = await enrolDevice(door, mine)
      const atSecond = { ...mine, retailPointId: second.body.id }
      const ofSecond = await enrolDevice(door, atSecond)
      const sell = async (till: Device, place: Organization): Promise<string> => {
        const item = till.item(saleBody(place, [{ productId: product, name: 'Tea' }]))
        await till.upload([item])
        return item.id
      }
      const first = await sell(ofSecond, atSecond)
      const next = await sell(ofSecond, atSecond)
      const elsewhere = await sell(device, mine)
      const read = async (id: string) => (await mine.api.get(`${RECEIPTS}/${id}`)).body
      await expect.poll(async () => (await read(elsewhere)).state).toBe('Done')
      for (const id of [first, next]) {
        await expect.poll(async () => (await read(id)).failures).toBeGreaterThan(0)
        expect(await read(id)).toMatchObject({
          state: 'Unknown',
          code: 'HubFault',
          nextStep: 'CorrectSettings',
          message: expect.stringMatching(words),
        })
      }
      const stuck = (await mine.api.get(`${RECEIPTS}?isStuck=true`)).body.items
      expect(stuck.map(({ id }: { id: string }) => id).sort()).toEqual([first, next].sort())
      const test = await mine.api.post(`${FISCAL}/test-send?retailPointId=${second.body.id}`, {})
      expect([test.status, test.body.code, test.body.detail]).toEqual([
        409,
        'fiscal_refused',
        expect.stringMatching(words),
      ])

      // Prevents sending after the user repairs the settings, so that no real provider is called.
      await owner.query(
        `INSERT INTO fiscal_leases (organization_id, cash_box_id, holder, until) VALUES ($1, $2, $2, 'infinity')
       ON CONFLICT (organization_id, cash_box_id) DO UPDATE SET holder = excluded.holder, until = excluded.until`,
        [mine.organizationId, cashBoxId],
      )
      await owner.query(
        `UPDATE fiscal_receipts SET due_at = now() + interval '1 hour' WHERE organization_id = $1 AND state = 'Unknown'`,
        [mine.organizationId],
      )
      await change(address, ['null'])
      await save()
      await change(address, [JSON.stringify(emulator.url)])
      await owner.query('DELETE FROM fiscal_leases WHERE organization_id = $1', [mine.organizationId])
      for (const id of [first, next]) {
        await expect.poll(async () => (await read(id)).state).toBe('Done')
        expect(emulator.orangeData.books.seen(id)).toBe(1)
      }
    },
  )

  it('hides fiscal receipts from other organizations', async () => {
    const { items } = (await shop.api.get(RECEIPTS)).body
    expect((await other.api.get(RECEIPTS)).body.items).toEqual([])
    expect((await other.api.get(`${RECEIPTS}/${items[0].id}`)).status).toBe(404)
    expect((await other.api.post(`${RECEIPTS}/${items[0].id}/retry`, {})).status).toBe(404)
  })
})
