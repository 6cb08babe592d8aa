import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct } from '#test/support/device.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'
import { type BackOffice, openBackOffice, SALES } from './back-office.ts'

describe('retail sales in the back office', () => {
  const door = useHub()
  let office: BackOffice
  beforeAll(async () => {
    office = await openBackOffice(door)
  })

  it('supports creating, changing, posting, unposting and deleting a sale', async () => {
    const own = await openBackOffice(door)
    const { api, shop, tea } = own
    const { id, number, lines, version } = await own.draft([{ quantity: 5 }], { comment: 'By phone' })
    expect(number).toMatch(/^\d{6}$/)
    const path = `${SALES}/${id}`
    const paid = { payments: [{ type: 'Cash', amount: 200 }], retailPointId: shop.retailPointId }
    const line = { id: lines[0].id, quantity: 2, discountPercent: 10, vatRate: 12 }
    const changed = await api.put(path, own.sale([line], { ...paid, version }))
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(changed.body).toMatchObject({
      number,
      status: 'Draft',
      source: 'BackOffice',
      comment: null,
      retailPointId: shop.retailPointId,
      sum: 180,
      vatSum: 19.29,
      discountSum: 20,
      changeSum: 20,
      costSum: 0,
      linesCount: 1,
      createdById: shop.employeeId,
      postedAt: null,
      postedById: null,
      isReturn: false,
      lines: [
        {
          id: lines[0].id,
          productId: tea,
          productName: 'Tea',
          quantity: 2,
          price: 100,
          discountAmount: 20,
          discountPercent: 10,
          sum: 180,
          vatRate: 12,
          vatSum: 19.29,
          unitCost: 0,
        },
      ],
      payments: [{ type: 'Cash', amount: 200, reference: null }],
    })
    const posted = await own.post(id)
    expect(posted.body, JSON.stringify(posted.body)).toMatchObject({
      status: 'Posted',
      number,
      postedById: shop.employeeId,
      costSum: 120,
      lines: [{ id: lines[0].id, unitCost: 60, costSum: 120 }],
    })
    expect(await own.stock()).toEqual({ quantity: 8, averageCost: 60 })
    expect((await own.post(id)).body.code).toBe('already_posted')
    const again = own.sale([line], { version: posted.body.version })
    expect((await api.put(path, again)).body.code).toBe('document_posted')
    expect((await api.delete(path)).body.code).toBe('document_posted')
    const unposted = await api.post(`${path}/unpost`)
    expect(unposted.body).toMatchObject({ status: 'Draft', postedAt: null, postedById: null, costSum: 0 })
    expect((await api.post(`${path}/unpost`)).body.code).toBe('document_not_posted')
    expect(await own.stock()).toEqual({ quantity: 10, averageCost: 60 })
    expect((await api.delete(path)).status).toBe(204)
    expect((await api.get(path)).status).toBe(404)
  })

  it('lists a sale with its payments and costs', async () => {
    const own = await openBackOffice(door)
    const { id } = await own.sell([{ quantity: 2 }], { payments: [{ type: 'Qr', amount: 200 }] })
    const [listed] = (await own.api.get(`${SALES}?source=BackOffice`)).body.items
    expect(listed).toMatchObject({ id, costSum: 120, payments: [{ type: 'Qr', amount: 200 }] })
    expect((await own.api.get(`${SALES}?source=Pos`)).body.items).toEqual([])
  })

  it('returns the existing sale unchanged when another request creates a sale with its id', async () => {
    const id = newId()
    await office.draft([{}], { id })
    const again = await office.api.post(SALES, office.sale([{}], { id, comment: 'Again' }))
    expect(again).toMatchObject({ status: 200, body: { id, comment: null } })
  })

  it('accepts a stated sale number only once, and assigns distinct numbers otherwise', async () => {
    const number = newId().slice(-8)
    expect((await office.draft([{}], { number })).number).toBe(number)
    const taken = await office.api.post(SALES, office.sale([{}], { number }))
    expect(taken.body).toMatchObject({ code: 'duplicate_number', errors: [{ pointer: '#/number' }] })
    const drafts = await Promise.all(Array.from({ length: 8 }, () => office.draft()))
    expect(new Set(drafts.map((draft) => draft.number)).size).toBe(8)
  })

  it('restarts sale numbers each year when yearly numbering is on', async () => {
    const own = await openBackOffice(door)
    await own.set('yearly_numbering = true')
    const numbers = []
    for (const year of [2024, 2025])
      numbers.push((await own.draft([{}], { date: `${year}-06-01T00:00:00Z` })).number)
    expect(numbers).toEqual(['000001', '000001'])
  })

  it('adds VAT to prices that exclude it, and prefers a discount amount to a percentage', async () => {
    const line = { quantity: 2, price: 50, discountAmount: 10, discountPercent: 50, vatRate: 10 }
    const sale = await office.draft([line], { vatIncluded: false })
    expect(sale).toMatchObject({ sum: 99, vatSum: 9, discountSum: 10, vatIncluded: false })
    expect(sale.lines[0]).toMatchObject({ discountAmount: 10, discountPercent: null, sum: 99 })
  })

  it('rounds the amount of a percentage discount, and computes it again when an edited line is sent back with the old amount', async () => {
    const line = { quantity: 1, price: 0.15, discountPercent: 10 }
    const { id, version, lines } = await office.draft([line])
    const rounded = { discountAmount: 0.01, discountPercent: 10, sum: 0.14 }
    expect(lines).toMatchObject([rounded])
    const [{ discountAmount, ...read }] = lines
    const again = { ...line, id: read.id, discountAmount, quantity: 3 }
    const put = await office.api.put(`${SALES}/${id}`, office.sale([again], { version, payments: [] }))
    // 0.45 less 10 % is 0.405, rounded to 0.41.
    expect(put.body.lines).toMatchObject([{ discountAmount: 0.04, discountPercent: 10, sum: 0.41 }])
  })

  it('refuses invalid values of a sale and reports their fields', async () => {
    const faults: Record<string, object> = {
      '#/storeId': { storeId: newId() },
      '#/retailPointId': { retailPointId: newId() },
      '#/customerId': { customerId: newId() },
      '#/date': { date: '2999-01-01T00:00:00Z' },
      '#/colour': { colour: 'red' },
      '#/isReturn': { isReturn: true },
      '#/lines/0/productId': office.sale([{ productId: newId() }]),
      '#/lines/1/quantity': office.sale([{}, { quantity: 0.5 }]),
      '#/lines/0/discountAmount': office.sale([{ discountAmount: 100.01 }]),
      '#/lines/0/discountPercent': office.sale([{ discountPercent: 100.01 }]),
      '#/lines/0/originalLineId': office.sale([{ originalLineId: newId() }]),
      '#/lines/0/price': office.sale([{ price: -1 }]),
      '#/payments/0/type': { payments: [{ type: 'Shells', amount: 1 }] },
      '#/payments/0/amount': { payments: [{ type: 'Cash', amount: 0 }] },
    }
    for (const [pointer, fault] of Object.entries(faults)) {
      const { status, body } = await office.api.post(SALES, { ...office.sale(), ...fault })
      expect([status, body.errors?.[0]?.pointer], JSON.stringify(body)).toEqual([400, pointer])
    }
    const huge = Array.from({ length: 3 }, () => ({ quantity: 9e9, price: 1e10 }))
    const { status, body } = await office.api.post(SALES, office.sale(huge, { payments: [] }))
    expect([status, body.errors[0].pointer]).toEqual([400, '#/lines/0/quantity'])
    const { id } = await office.draft()
    const stale = await office.api.put(`${SALES}/${id}`, office.sale([{}], { version: 7 }))
    expect([stale.status, stale.body.code]).toEqual([409, 'concurrency_conflict'])
  })

  it('refuses to post a sale that has no lines or whose payments do not match its total, except for cash change', async () => {
    const refused = async (lines: Record<string, unknown>[], payments: object[]) => {
      const { id } = await office.draft(lines, { payments })
      const { status, body } = await office.post(id)
      return [status, body.errors?.[0]?.pointer]
    }
    expect(await refused([], [])).toEqual([400, '#/lines'])
    expect(await refused([{}], [])).toEqual([400, '#/payments'])
    expect(await refused([{}], [{ type: 'Cash', amount: 99.99 }])).toEqual([400, '#/payments'])
    const card = { type: 'Card', amount: 90 }
    expect(await refused([{}], [card, { type: 'GiftCard', amount: 30, reference: 'V-1' }])).toEqual([
      400,
      '#/payments',
    ])
    const { id } = await office.draft([{}], { payments: [card, { type: 'Cash', amount: 30 }] })
    expect((await office.post(id)).body).toMatchObject({ status: 'Posted', changeSum: 20 })
  })

  it('refuses to post a sale with an archived product, an archived store or an inactive retail point', async () => {
    const own = await openBackOffice(door)
    const { api, shop } = own
    const old = await createProduct(shop, { name: 'Old' })
    const ofOld = await own.draft([{ productId: old }])
    const { version, ...product } = (await api.get(`/api/catalog/products/${old}`)).body
    const { name, unitOfMeasureId } = product
    await api.put(`/api/catalog/products/${old}`, { name, unitOfMeasureId, version, isArchived: true })
    expect((await own.post(ofOld.id)).body.errors[0].pointer).toBe('#/lines/0/productId')
    const store = (await api.post('/api/catalog/stores', { name: 'Closing down' })).body
    const there = await own.draft([{}], { storeId: store.id })
    await api.put(`/api/catalog/stores/${store.id}`, {
      name: 'Closed',
      version: store.version,
      isArchived: true,
    })
    expect((await own.post(there.id)).body.code).toBe('store_archived')
    const path = `/api/catalog/retail-points/${shop.retailPointId}`
    const { id: _, createdAt, updatedAt, ...point } = (await api.get(path)).body
    expect((await api.put(path, { ...point, isActive: false })).status).toBe(200)
    const fromPoint = await own.draft([{}], { retailPointId: shop.retailPointId })
    expect((await own.post(fromPoint.id)).body.errors[0].pointer).toBe('#/retailPointId')
  })

  it('refuses to sell more than is in stock unless the organization allows it', async () => {
    const own = await openBackOffice(door)
    const { id } = await own.draft([{ quantity: 4 }, { quantity: 7 }])
    const refused = await own.post(id)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'insufficient_stock',
      errors: [{ lineNo: 1, productId: own.tea, productName: 'Tea', requested: 11 }, { lineNo: 2 }],
    })
    expect(await own.stock()).toEqual({ quantity: 10, averageCost: 60 })
    await own.set('allow_negative_stock = true')
    expect((await own.post(id)).status).toBe(200)
    expect((await own.stock()).quantity).toBe(-1)
  })

  it('creates no stock movements for a service', async () => {
    const repair = await createProduct(office.shop, { name: 'Repair', kind: 'Service' })
    const sold = await office.sell([{ productId: repair, quantity: 3 }])
    expect(sold).toMatchObject({ status: 'Posted', costSum: 0 })
    const { items } = (await office.api.get(`/api/inventory/movements?documentId=${sold.id}`)).body
    expect(items).toEqual([])
  })

  it('refuses to create, change, post, unpost or delete a sale in a closed period unless a permitted user overrides it', async () => {
    const own = await openBackOffice(door)
    // In Almaty, the last closed day ends at 19:00 UTC.
    const [last, first] = ['2026-03-31T18:59:59.999Z', '2026-03-31T19:00:00.000Z']
    const draft = await own.draft([{}], { date: last })
    const posted = await own.sell([{}], { date: last })
    await own.set(`closed_until = '2026-03-31'`)
    const path = `${SALES}/${draft.id}`
    const manager = await hire(door, own.shop, 'Manager')
    const answers = [
      await manager.post(SALES, own.sale([{}], { date: last })),
      await manager.put(path, own.sale([{}], { version: draft.version, date: first })),
      await own.post(draft.id),
      await manager.delete(path),
      await own.api.post(`${SALES}/${posted.id}/unpost`),
      await manager.post(`${SALES}/${posted.id}/unpost?overridePeriod=true`),
    ]
    expect(answers.map(({ status, body }) => [status, body.code, body.closedUntil])).toEqual(
      answers.map(() => [409, 'period_closed', '2026-03-31']),
    )
    expect((await own.sell([{}], { date: first })).status).toBe('Posted')
    const unposted = await own.api.post(`${SALES}/${posted.id}/unpost?overridePeriod=true`)
    expect(unposted.body).toMatchObject({
      status: 'Draft',
      postedById: null,
      postings: [
        { action: 'Posted', employeeId: own.shop.employeeId, overrides: [] },
        { action: 'Unposted', employeeId: own.shop.employeeId, overrides: ['ClosedPeriod'] },
      ],
    })
  })

  it('hides a sale from other organizations, and refuses requests without the permission or without a token', async () => {
    const { id } = await office.draft()
    const stranger = await signUp(door)
    const cashier = await hire(door, office.shop, 'Cashier')
    for (const [method, path] of [
      ['GET', `${SALES}/${id}`],
      ['PUT', `${SALES}/${id}`],
      ['DELETE', `${SALES}/${id}`],
      ['POST', `${SALES}/${id}/post`],
      ['POST', `${SALES}/${id}/unpost`],
      ['POST', `${SALES}/${id}/create-return`],
      ['POST', `${SALES}/${id}/review`],
    ] as const) {
      const bodies: Record<string, object> = {
        PUT: { storeId: stranger.storeId, version: 1 },
        review: { note: 'Seen' },
      }
      const body = bodies[method] ?? bodies[path.split('/').at(-1) ?? '']
      const send = (client: ApiClient) => client.send(method, path, body)
      expect([path, (await send(stranger.api)).status]).toEqual([path, 404])
      expect([path, (await send(cashier)).status]).toEqual([path, 403])
      expect([path, (await send(new ApiClient(door))).status]).toEqual([path, 401])
    }
    expect((await stranger.api.post(SALES, office.sale())).status).toBe(400)
  })

  it('posts a sale only once for eight concurrent requests', async () => {
    const own = await openBackOffice(door)
    const { id } = await own.draft([{ quantity: 3 }])
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.post(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code]))
    expect(new Set(codes)).toEqual(new Set(['already_posted']))
    expect((await own.stock()).quantity).toBe(7)
    expect((await own.api.get(`/api/inventory/movements?documentId=${id}`)).body.items).toHaveLength(1)
  })

  it('sells no more than the stock in eight concurrent sales', async () => {
    const own = await openBackOffice(door)
    const drafts = await Promise.all(Array.from({ length: 8 }, () => own.draft([{ quantity: 3 }])))
    const answers = await Promise.all(drafts.map(({ id }) => own.post(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await own.stock()).quantity).toBe(1)
  })

  it('saves the selling employee with a sale and its return, and refuses an employee of another organization', async () => {
    const office = await openBackOffice(door)
    await office.receive(10, 60)
    const { body: people } = await office.api.get('/api/organization/employees')
    const [owner] = people.items
    const sold = await office.sell([{}], { cashierId: owner.id })
    expect(sold).toMatchObject({ cashierId: owner.id, cashierName: 'Owner' })
    const { body: listed } = await office.api.get(`${SALES}?cashierId=${owner.id}`)
    expect(listed.items).toMatchObject([{ id: sold.id }])
    const back = await office.api.post(`${SALES}/${sold.id}/create-return`)
    expect([back.status, back.body.cashierId]).toEqual([201, owner.id])

    const stranger = (await (await signUp(door)).api.get('/api/organization/employees')).body.items[0]
    const refused = await office.api.post(SALES, office.sale([{}], { cashierId: stranger.id }))
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/cashierId'])
  })
})
