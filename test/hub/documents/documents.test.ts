import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { BASES, type Office, openOffice, stockOf } from './book-keeping.ts'

const lineOf = (base: string, productId: string, quantity = 2) => ({
  productId,
  ...(base === BASES.inventory ? { countedQuantity: quantity } : { quantity }),
  ...(/supplies|demands/.test(base) && { price: 10 }),
})

async function supply(office: Office, quantity: number, price: number, more: object = {}) {
  const { body, status } = await office.api.post(BASES.supply, {
    ...office.header(BASES.supply),
    lines: [{ productId: office.tea, quantity, price }],
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const posted = await office.api.post(`${BASES.supply}/${body.id}/post`)
  expect(posted.status, JSON.stringify(posted.body)).toBe(200)
  return posted.body
}

describe('documents', () => {
  const door = useHub()

  describe.each(Object.values(BASES))('%s', (base) => {
    let office: Office
    beforeAll(async () => {
      office = await openOffice(door)
      await supply(office, 100, 5)
    })

    const draft = (more: object = {}) =>
      office.api.post(base, { ...office.header(base), lines: [lineOf(base, office.tea)], ...more })

    it('supports creating, changing, posting, unposting and deleting a document', async () => {
      const created = await draft({ comment: 'First' })
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      const { id, number, lines } = created.body
      expect(number).toMatch(/^\d{6}$/)
      const path = `${base}/${id}`
      const changed = await office.api.put(path, {
        ...office.header(base),
        version: 1,
        lines: [{ ...lineOf(base, office.tea, 3), id: lines[0].id }],
      })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      expect(changed.body).toMatchObject({ number, status: 'Draft', lines: [{ id: lines[0].id }] })
      const posted = await office.api.post(`${path}/post`)
      expect(posted.body, JSON.stringify(posted.body)).toMatchObject({ status: 'Posted', number })
      expect((await office.api.get(path)).body).toEqual(posted.body)
      expect((await office.api.post(`${path}/post`)).body.code).toBe('already_posted')
      const { version } = posted.body
      const onPosted = { ...office.header(base), version, lines: [lineOf(base, office.tea)] }
      expect((await office.api.put(path, onPosted)).body.code).toBe('document_posted')
      expect((await office.api.delete(path)).body.code).toBe('document_posted')
      const unposted = await office.api.post(`${path}/unpost`)
      expect(unposted.body).toMatchObject({ status: 'Draft', postedAt: null, costSum: 0 })
      expect((await office.api.get(path)).body).toEqual(unposted.body)
      expect((await office.api.post(`${path}/unpost`)).body.code).toBe('document_not_posted')
      expect((await office.api.delete(path)).status).toBe(204)
      expect((await office.api.get(path)).status).toBe(404)
      expect(await stockOf(office, office.store)).toEqual({ quantity: 100, averageCost: 5 })
    })

    it('lists documents by status, store, product and day', async () => {
      const { id } = (await draft({ date: '2026-01-15T12:00:00Z' })).body
      const listed = async (query: string) =>
        (await office.api.get(`${base}?${query}`)).body.items.map((item: { id: string }) => item.id)
      expect(await listed('from=2026-01-15&to=2026-01-15')).toEqual([id])
      expect(await listed('to=2026-01-14')).toEqual([])
      expect(await listed(`status=Draft&productId=${office.tea}&storeId=${office.store}`)).toContain(id)
      expect(await listed(`productId=${newId()}`)).toEqual([])
    })

    it('creates one document when the request is repeated', async () => {
      const id = newId()
      expect((await draft({ id })).status).toBe(201)
      const again = await draft({ id, comment: 'Again' })
      expect(again).toMatchObject({ status: 200, body: { id, comment: null } })
    })

    it('accepts a stated number only once, and assigns distinct numbers otherwise', async () => {
      const number = newId().slice(-8)
      expect((await draft({ number })).body.number).toBe(number)
      const taken = await draft({ number })
      expect(taken.body).toMatchObject({ code: 'duplicate_number', errors: [{ pointer: '#/number' }] })
      const numbers = await Promise.all(Array.from({ length: 8 }, async () => (await draft()).body.number))
      expect(new Set(numbers).size).toBe(8)
    })

    it('refuses invalid values and reports their fields', async () => {
      const service = await createProduct(office.organization, { name: 'Repair', kind: 'Service' })
      const faults: Record<string, object> = {
        '#/storeId': { storeId: newId() },
        '#/lines/0/productId': { lines: [lineOf(base, newId())] },
        '#/date': { date: '2999-01-01T00:00:00Z' },
        '#/colour': { colour: 'red' },
        ...(base !== BASES.demand && {
          '#/lines/1/productId': { lines: [lineOf(base, office.tea), lineOf(base, service)] },
        }),
      }
      for (const [pointer, fault] of Object.entries(faults)) {
        const { status, body } = await draft(fault)
        expect([status, body.errors?.[0]?.pointer], JSON.stringify(body)).toEqual([400, pointer])
      }
      const empty = (await draft({ lines: [] })).body
      const posted = await office.api.post(`${base}/${empty.id}/post`)
      expect([posted.status, posted.body.errors?.[0]?.pointer]).toEqual([400, '#/lines'])
    })

    it('hides a document from other organizations and from employees without the permission', async () => {
      const { id } = (await draft()).body
      const stranger = await signUp(door)
      for (const [method, path] of [
        ['GET', `${base}/${id}`],
        ['PUT', `${base}/${id}`],
        ['DELETE', `${base}/${id}`],
        ['POST', `${base}/${id}/post`],
        ['POST', `${base}/${id}/unpost`],
      ] as const) {
        const body = method === 'PUT' ? { ...office.header(base), version: 1, lines: [] } : undefined
        expect((await stranger.api.send(method, path, body)).status, `${method} ${path}`).toBe(404)
      }
      const otherKind = base === BASES.loss ? BASES.enter : BASES.loss
      expect((await office.api.get(`${otherKind}/${id}`)).status).toBe(404)
      expect((await office.api.post(`${otherKind}/${id}/post`)).status).toBe(404)
      const cashier = await hire(door, office.organization, 'Cashier')
      expect((await cashier.get(base)).status).toBe(403)
      expect((await cashier.post(`${base}/${id}/post`)).status).toBe(403)
    })

    it('posts a document only once for eight concurrent requests', async () => {
      const { id } = (await draft()).body
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => office.api.post(`${base}/${id}/post`)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code])))).toEqual(
        new Set(['already_posted']),
      )
      expect((await office.api.post(`${base}/${id}/unpost`)).status).toBe(200)
    })
  })

  describe('document numbers', () => {
    const number = '000777'
    const yearly = async (office: Office, yearlyNumbering = true) => {
      const settings = '/api/organization/settings'
      const { costMethod: _, ...current } = (await office.api.get(settings)).body
      const changed = await office.api.put(settings, { ...current, yearlyNumbering })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    }
    const write = ({ api, header }: Office, base: string, date: string, more: object = {}) =>
      api.post(base, { ...header(base), date, number, lines: [], ...more })

    it('numbers each kind of document separately', async () => {
      const office = await openOffice(door)
      for (const base of [BASES.enter, BASES.loss])
        expect((await write(office, base, '2026-03-01T10:00:00Z')).status).toBe(201)
      const counted = await write(office, BASES.enter, '2026-03-01T10:00:00Z', { number: null })
      const next = await write(office, BASES.loss, '2026-03-01T10:00:00Z', { number: null })
      expect([counted.body.number, next.body.number]).toEqual(['000001', '000001'])
    })

    it('allows the same document number again in the next year, in the time zone of the organization', async () => {
      const office = await openOffice(door)
      await yearly(office)
      // In Almaty, at UTC+5, the second date is in the next year.
      const statuses = []
      for (const date of ['2024-12-31T18:59:59Z', '2024-12-31T19:00:00Z', '2024-06-01T10:00:00Z'])
        statuses.push((await write(office, BASES.enter, date)).status)
      expect(statuses).toEqual([201, 201, 409])
    })

    it('assigns no duplicate numbers when yearly numbering is switched on and off', async () => {
      const office = await openOffice(door)
      const take = async (date: string) =>
        (await write(office, BASES.enter, date, { number: null })).body.number
      const numbers: string[] = [await take('2025-12-31T18:59:59Z'), await take('2026-02-01T10:00:00Z')]
      await yearly(office)
      // Numbers assigned before yearly numbering count for both years, so both continue at 3. A stated number
      // is refused only in the year in which it is used.
      numbers.push(await take('2026-02-02T10:00:00Z'), await take('2025-03-01T10:00:00Z'))
      expect(numbers).toEqual(['000001', '000002', '000003', '000003'])
      const byHand = await write(office, BASES.enter, '2026-05-01T10:00:00Z', { number: '000002' })
      expect([byHand.status, byHand.body.code]).toEqual([409, 'duplicate_number'])
      expect((await write(office, BASES.enter, '2025-05-01T10:00:00Z', { number: '000002' })).status).toBe(
        201,
      )
      expect(await take('2024-05-01T10:00:00Z')).toBe('000001')
      expect(await take('2026-05-01T10:00:00Z')).toBe('000004')
      await yearly(office, false)
      expect(await take('2026-05-02T10:00:00Z')).toBe('000005')
      const again = await write(office, BASES.enter, '2026-05-01T10:00:00Z', { number: '000004' })
      expect(again.status).toBe(409)
    })

    it('keeps the number of a draft that is saved after switching to yearly numbering', async () => {
      const office = await openOffice(door)
      const { body: draft } = await write(office, BASES.enter, '2026-02-01T10:00:00Z')
      await yearly(office)
      const saved = await office.api.put(`${BASES.enter}/${draft.id}`, {
        ...office.header(BASES.enter),
        version: 1,
        number,
        date: '2026-02-01T10:00:00Z',
        lines: [],
      })
      expect([saved.status, saved.body.number]).toEqual([200, number])
    })

    it('refuses to move a document to a year that already has its number', async () => {
      const office = await openOffice(door)
      await yearly(office)
      expect((await write(office, BASES.enter, '2025-06-01T10:00:00Z')).status).toBe(201)
      const { body: other } = await write(office, BASES.enter, '2024-06-01T10:00:00Z')
      const moved = await office.api.put(`${BASES.enter}/${other.id}`, {
        ...office.header(BASES.enter),
        version: 1,
        number,
        date: '2025-03-01T10:00:00Z',
        lines: [],
      })
      expect([moved.status, moved.body.code]).toEqual([409, 'duplicate_number'])
    })
  })

  it('refuses to delete a draft in a closed period, or to change its date', async () => {
    const office = await openOffice(door)
    const header = office.header(BASES.enter)
    const { body: draft } = await office.api.post(BASES.enter, {
      ...header,
      date: '2026-03-01T10:00:00Z',
      lines: [lineOf(BASES.enter, office.tea)],
    })
    const settings = '/api/organization/settings'
    const { costMethod: _, ...current } = (await office.api.get(settings)).body
    await office.api.put(settings, { ...current, closedUntil: '2026-03-31' })
    const manager = await hire(door, office.organization, 'Manager')
    for (const date of ['2026-04-02T10:00:00Z', '2026-03-02T10:00:00Z']) {
      const moved = await manager.put(`${BASES.enter}/${draft.id}`, {
        ...header,
        version: 1,
        date,
        lines: [],
      })
      expect([moved.status, moved.body.code]).toEqual([409, 'period_closed'])
    }
    expect((await manager.delete(`${BASES.enter}/${draft.id}`)).body.code).toBe('period_closed')
    expect((await office.api.delete(`${BASES.enter}/${draft.id}`)).status).toBe(204)
  })

  it('posts and unposts in a closed period with the permission and an explicit override, and records the override', async () => {
    const office = await openOffice(door)
    const settings = '/api/organization/settings'
    const { costMethod: _, ...current } = (await office.api.get(settings)).body
    await office.api.put(settings, { ...current, closedUntil: '2026-03-31' })
    const { body: draft } = await office.api.post(BASES.enter, {
      ...office.header(BASES.enter),
      date: '2026-03-01T10:00:00Z',
      lines: [lineOf(BASES.enter, office.tea)],
    })
    const manager = await hire(door, office.organization, 'Manager')
    const path = `${BASES.enter}/${draft.id}`
    const codeOf = async (api: ApiClient, verb: string) => (await api.post(`${path}/${verb}`)).body.code
    expect(await codeOf(manager, 'post?overridePeriod=true')).toBe('period_closed')
    expect(await codeOf(office.api, 'post')).toBe('period_closed')
    expect(draft.postings).toEqual([])
    const { employeeId } = office.organization
    const posted = (await office.api.post(`${path}/post?overridePeriod=true`)).body
    const first = { action: 'Posted', employeeId, overrides: ['ClosedPeriod'] }
    expect(posted.postings).toMatchObject([first])
    expect(posted.postings[0].at).toBe(posted.postedAt)
    expect(await codeOf(manager, 'unpost?overridePeriod=true')).toBe('period_closed')
    await office.api.put(settings, { ...current, version: current.version + 1, closedUntil: null })
    expect((await manager.post(`${path}/unpost`)).status).toBe(200)
    expect((await manager.get(path)).body).toMatchObject({
      status: 'Draft',
      postedAt: null,
      postedById: null,
      postings: [first, { action: 'Unposted', overrides: [] }],
    })
    const again = (await office.api.post(`${path}/post`)).body
    expect(again.postings.map(({ overrides }: { overrides: string[] }) => overrides)).toEqual([
      ['ClosedPeriod'],
      [],
      [],
    ])
  })

  it('returns the source and target stores of a transfer, and refuses invalid ones', async () => {
    const office = await openOffice(door)
    const [from, to] = [office.store, office.otherStore]
    const lines = [lineOf(BASES.transfer, office.tea)]
    const write = (stores: object) => office.api.post(BASES.transfer, { ...stores, lines })
    const { body: made } = await write({ sourceStoreId: from, targetStoreId: to })
    expect(made).toMatchObject({ sourceStoreId: from, targetStoreId: to })
    const refused = async (stores: object) => {
      const { status, body } = await write(stores)
      return [status, body.errors[0].pointer]
    }
    expect(await refused({ sourceStoreId: to, targetStoreId: to })).toEqual([400, '#/targetStoreId'])
    expect(await refused({ sourceStoreId: newId(), targetStoreId: to })).toEqual([400, '#/sourceStoreId'])
    expect(await refused({ targetStoreId: to })).toEqual([400, '#/sourceStoreId'])
    const turned = await office.api.put(`${BASES.transfer}/${made.id}`, {
      sourceStoreId: to,
      targetStoreId: from,
      version: made.version,
      lines,
    })
    expect(turned.body).toMatchObject({ sourceStoreId: to, targetStoreId: from })
    for (const storeId of [from, to])
      expect((await office.api.get(`${BASES.transfer}?storeId=${storeId}`)).body.total).toBe(1)
  })

  it('lists a transfer under both stores, and refuses to post it to an archived store', async () => {
    const office = await openOffice(door)
    await supply(office, 5, 10)
    const { body: draft } = await office.api.post(BASES.transfer, {
      ...office.header(BASES.transfer),
      lines: [lineOf(BASES.transfer, office.tea)],
    })
    const listed = async (storeId: string) =>
      (await office.api.get(`${BASES.transfer}?storeId=${storeId}`)).body.items.map(
        (item: { id: string }) => item.id,
      )
    expect([await listed(office.store), await listed(office.otherStore)]).toEqual([[draft.id], [draft.id]])
    const path = `/api/catalog/stores/${office.otherStore}`
    const { name, version } = (await office.api.get(path)).body
    expect((await office.api.put(path, { name, version, isArchived: true })).status).toBe(200)
    const posted = await office.api.post(`${BASES.transfer}/${draft.id}/post`)
    expect([posted.status, posted.body.code]).toEqual([409, 'store_archived'])
  })

  it('limits the total quantity of all lines of a product in a supplier return', async () => {
    const office = await openOffice(door)
    const { id: supplyId } = await supply(office, 3, 10)
    const base = BASES.supplierReturn
    const { body: draft } = await office.api.post(base, {
      ...office.header(base),
      supplyId,
      lines: [lineOf(base, office.tea), lineOf(base, office.tea)],
    })
    const posted = await office.api.post(`${base}/${draft.id}/post`)
    expect(posted.body).toMatchObject({
      code: 'basis_exceeded',
      errors: [{ productId: office.tea, requested: 4, available: 3 }],
    })
  })

  describe('stock changes', () => {
    let office: Office
    beforeAll(async () => {
      office = await openOffice(door)
    })

    it('refuses to remove more than is in stock at that time or at any later time', async () => {
      await supply(office, 5, 10, { date: '2026-03-01T10:00:00Z' })
      const take = async (quantity: number, date: string) => {
        const { body } = await office.api.post(BASES.loss, {
          ...office.header(BASES.loss),
          date,
          lines: [{ productId: office.tea, quantity }],
        })
        return office.api.post(`${BASES.loss}/${body.id}/post`)
      }
      expect((await take(4, '2026-03-03T10:00:00Z')).status).toBe(200)
      const short = await take(2, '2026-03-02T10:00:00Z')
      expect(short.status).toBe(409)
      expect(short.body).toMatchObject({
        code: 'insufficient_stock',
        errors: [
          {
            lineNo: 1,
            productId: office.tea,
            productName: 'Tea',
            requested: 2,
            available: 1,
            moment: '2026-03-03T10:00:00.000Z',
          },
        ],
      })
      expect((await take(2, '2026-02-01T10:00:00Z')).body.errors[0].available).toBe(0)
      expect(await stockOf(office, office.store)).toEqual({ quantity: 1, averageCost: 10 })
    })

    it('reports the total quantity requested by several lines of a product', async () => {
      const made = await openOffice(door)
      await supply(made, 4, 10, { date: '2026-03-01T10:00:00Z' })
      const { body } = await made.api.post(BASES.loss, {
        ...made.header(BASES.loss),
        date: '2026-03-02T10:00:00Z',
        lines: [
          { productId: made.tea, quantity: 2 },
          { productId: made.tea, quantity: 3 },
        ],
      })
      const short = await made.api.post(`${BASES.loss}/${body.id}/post`)
      expect(short.body.errors).toMatchObject([
        {
          lineNo: 1,
          requested: 5,
          available: 4,
          detail: `Tea: 5 would go, 4 in stock at 2026-03-02T10:00:00.000Z`,
        },
        { lineNo: 2, requested: 5, available: 4 },
      ])
    })

    it('accepts a supply when till sales have made the stock negative', async () => {
      const made = await openOffice(door)
      const device = await enrolDevice(door, made.organization)
      const sold = saleBody(made.organization, [{ productId: made.tea, quantity: 5 }], {
        soldAt: '2026-03-05T10:00:00.000Z',
      })
      await device.upload([device.item(sold)])
      await supply(made, 2, 10, { date: '2026-03-01T10:00:00Z' })
      expect((await stockOf(made, made.store)).quantity).toBe(-3)
    })

    it('recalculates the cost of a transfer when an earlier supply is posted later', async () => {
      const made = await openOffice(door)
      await supply(made, 10, 12, { date: '2026-03-02T10:00:00Z' })
      const transfer = await made.api.post(BASES.transfer, {
        ...made.header(BASES.transfer),
        date: '2026-03-03T10:00:00Z',
        overheadSum: 2,
        lines: [{ productId: made.tea, quantity: 4 }],
      })
      await made.api.post(`${BASES.transfer}/${transfer.body.id}/post`)
      expect(await stockOf(made, made.otherStore)).toEqual({ quantity: 4, averageCost: 12.5 })
      await supply(made, 10, 20, { date: '2026-03-01T10:00:00Z' })
      expect(await stockOf(made, made.otherStore)).toEqual({ quantity: 4, averageCost: 16.5 })
      const { body } = await made.api.get(`${BASES.transfer}/${transfer.body.id}`)
      expect(body).toMatchObject({ costSum: 64, lines: [{ unitCost: 16 }] })
    })

    it('applies a stock count line at its counting time instead of the document date', async () => {
      const made = await openOffice(door)
      const write = async (base: string, date: string, line: object) => {
        const lines = [{ productId: made.tea, ...line }]
        const { body } = await made.api.post(base, { ...made.header(base), date, lines })
        expect((await made.api.post(`${base}/${body.id}/post`)).status).toBe(200)
      }
      await supply(made, 10, 12, { date: '2026-03-02T10:00:00Z' })
      await write(BASES.loss, '2026-03-05T10:00:00Z', { quantity: 1 })
      const counted = { countedQuantity: 7, countedAt: '2026-03-04T10:00:00Z' }
      await write(BASES.inventory, '2026-03-06T10:00:00Z', counted)
      expect((await stockOf(made, made.store)).quantity).toBe(6)
    })

    it('keeps the counted quantity when an earlier document is posted later', async () => {
      const made = await openOffice(door)
      await supply(made, 10, 12, { date: '2026-03-02T10:00:00Z' })
      const count = await made.api.post(BASES.inventory, {
        ...made.header(BASES.inventory),
        date: '2026-03-05T10:00:00Z',
        lines: [{ productId: made.tea, countedQuantity: 7 }],
      })
      const posted = await made.api.post(`${BASES.inventory}/${count.body.id}/post`)
      expect(posted.body.lines[0]).toMatchObject({ expectedQuantity: 10, countedQuantity: 7, difference: -3 })
      await supply(made, 5, 12, { date: '2026-03-01T10:00:00Z' })
      expect((await stockOf(made, made.store)).quantity).toBe(7)
      const { body } = await made.api.get(`${BASES.inventory}/${count.body.id}`)
      expect(body.lines[0]).toMatchObject({ expectedQuantity: 15, difference: -8 })
    })
  })
})
