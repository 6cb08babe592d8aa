import { describe, expect, it } from 'vitest'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { useHub } from '#test/support/hub.ts'
import { BASES, type Office, openOffice, stockOf } from '../documents/book-keeping.ts'
import { checkedBooks } from '../documents/books.ts'

const COUNT = '/api/inventory/inventories'
const SUPPLIED = '2026-03-01T10:00:00.000Z'
const COUNTED = '2026-03-05T10:00:00.000Z'

describe.concurrent('stock counts', () => {
  const door = useHub()

  interface Line {
    productId: string
    countedQuantity: number | null
    countedAt?: string
  }
  const draft = async (office: Office, lines: Line[], rest: object = {}) =>
    (await office.api.post(COUNT, { storeId: office.store, date: COUNTED, lines, ...rest })).body
  const post = (office: Office, { id }: { id: string }) => office.api.post(`${COUNT}/${id}/post`)
  const enter = async (office: Office, productId: string, quantity: number, date = SUPPLIED, rest = {}) => {
    const lines = [{ productId, quantity, price: 10 }]
    const { body } = await office.api.post(BASES.enter, { storeId: office.store, date, lines, ...rest })
    expect((await office.api.post(`${BASES.enter}/${body.id}/post`)).status).toBe(200)
  }

  /** Opens a store with 10 tea, 4 milk and no bread, each at a cost of 10. Soap is in the other store. */
  async function openStore() {
    const office = await openOffice(door)
    const [milk, bread, soap] = await Promise.all(
      ['Milk', 'Bread', 'Soap'].map((name) => createProduct(office.organization, { name })),
    )
    const products = { tea: office.tea, milk: milk ?? '', bread: bread ?? '', soap: soap ?? '' }
    await enter(office, products.tea, 10)
    await enter(office, products.milk, 4)
    await enter(office, products.soap, 3, SUPPLIED, { storeId: office.otherStore })
    return { office, ...products }
  }

  it('refuses a full count with uncounted products, and sets them to zero on request', async () => {
    const { office, tea, milk, bread } = await openStore()
    const lines = [
      { productId: tea, countedQuantity: 9 },
      { productId: bread, countedQuantity: 1 },
    ]
    const count = await draft(office, lines, { scope: 'Full' })
    const refused = await post(office, count)
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'uncounted_products',
        uncountedTotal: 1,
        errors: [expect.objectContaining({ productId: milk, productName: 'Milk', quantity: 4 })],
      }),
    ])
    expect(await stockOf(office, office.store)).toEqual({ quantity: 10, averageCost: 10 })
    const saved = await office.api.put(`${COUNT}/${count.id}`, {
      storeId: office.store,
      date: COUNTED,
      version: count.version,
      scope: 'Full',
      lines,
      zeroUncounted: true,
    })
    const { body } = await post(office, saved.body)
    expect(body.lines.map((line: Line) => [line.productId, line.countedQuantity])).toEqual([
      [tea, 9],
      [bread, 1],
      [milk, 0],
    ])
    expect((await stockOf(office, office.store, milk)).quantity).toBe(0)
    expect((await stockOf(office, office.otherStore, milk)).quantity).toBe(0)
    // The count also covers stock that is posted later with an earlier date.
    await enter(office, milk, 2, '2026-03-02T10:00:00.000Z')
    expect((await stockOf(office, office.store, milk)).quantity).toBe(0)
  })

  it('sets to zero the stock that is posted after a full count with an earlier date, and restores it on unposting', async () => {
    const { office, tea, milk, bread, soap } = await openStore()
    const lines = [
      { productId: tea, countedQuantity: 10 },
      { productId: milk, countedQuantity: 4 },
    ]
    const count = await draft(office, lines, { scope: 'Full' })
    expect((await post(office, count)).status).toBe(200)
    const before = '2026-03-03T10:00:00.000Z'
    const quantityOf = async (id: string) => (await stockOf(office, office.store, id)).quantity
    // The same product twice, and another product received by a transfer.
    await enter(office, bread, 5, before)
    await enter(office, bread, 2, before)
    const moved = { sourceStoreId: office.otherStore, targetStoreId: office.store, date: before }
    const transfer = await office.api.post(BASES.transfer, {
      ...moved,
      lines: [{ productId: soap, quantity: 3 }],
    })
    expect((await office.api.post(`${BASES.transfer}/${transfer.body.id}/post`)).status).toBe(200)
    // Goods received after the count stay in stock.
    await enter(office, bread, 1, '2026-03-06T10:00:00.000Z')
    expect([await quantityOf(bread), await quantityOf(soap)]).toEqual([1, 0])
    const { body } = await office.api.get(`${COUNT}/${count.id}`)
    const added = body.lines.map((line: Line & { difference: number }) => [line.productId, line.difference])
    expect(added).toEqual([
      [tea, 0],
      [milk, 0],
      [bread, -7],
      [soap, -3],
    ])
    expect((await checkedBooks(door, office.organization)).findings).toEqual([])
    const unposted = await office.api.post(`${COUNT}/${count.id}/unpost`)
    expect(unposted.body.lines).toHaveLength(2)
    expect([await quantityOf(bread), await quantityOf(soap)]).toEqual([8, 3])
  })

  it('covers earlier till sales that are uploaded after a full count', async () => {
    const { office, tea, milk, bread } = await openStore()
    const lines = [tea, milk].map((productId) => ({ productId, countedQuantity: 1 }))
    expect((await post(office, await draft(office, lines, { scope: 'Full' }))).status).toBe(200)
    const device = await enrolDevice(door, office.organization)
    const sold = (soldAt: string) =>
      device.item(saleBody(office.organization, [{ productId: bread, quantity: 2 }], { soldAt }))
    const { body } = await device.upload([sold('2026-03-04T10:00:00.000Z'), sold('2026-03-06T10:00:00.000Z')])
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual(['accepted', 'accepted'])
    expect((await stockOf(office, office.store, bread)).quantity).toBe(-2)
    expect((await checkedBooks(door, office.organization)).findings).toEqual([])
  })

  it('ignores products that came into stock only after a full count', async () => {
    const { office, tea, milk, soap } = await openStore()
    await enter(office, soap, 5, '2026-03-05T10:00:00.001Z')
    const count = await draft(
      office,
      [tea, milk].map((productId) => ({ productId, countedQuantity: 1 })),
      { scope: 'Full' },
    )
    expect((await post(office, count)).status).toBe(200)
    expect((await stockOf(office, office.store, soap)).quantity).toBe(5)
  })

  it('removes the added zero lines when a count is unposted, so that the draft can be saved again', async () => {
    const { office, tea, milk } = await openStore()
    const lines = [{ productId: tea, countedQuantity: 9 }]
    const count = await draft(office, lines, { scope: 'Full', zeroUncounted: true })
    expect((await post(office, count)).body.lines).toHaveLength(2)
    const { body } = await office.api.post(`${COUNT}/${count.id}/unpost`)
    expect(body.lines.map((line: Line) => line.productId)).toEqual([tea])
    expect((await stockOf(office, office.store, milk)).quantity).toBe(4)
    const back = await office.api.put(`${COUNT}/${count.id}`, body)
    expect([back.status, back.body.lines.length]).toEqual([200, 1])
  })

  const sheetOf = ({ lines }: { lines: Line[] }) => lines.map((line) => line.productId)

  it('fills a count sheet with the products in stock at its time, or with those of one product group', async () => {
    const { office, tea, milk, soap } = await openStore()
    await enter(office, soap, 5, '2026-03-05T10:00:00.001Z')
    const group = (await office.api.post('/api/catalog/product-groups', { name: 'Dairy' })).body.id
    const below = { name: 'Kefirs', parentId: group }
    const productGroupId = (await office.api.post('/api/catalog/product-groups', below)).body.id
    const kefir = await createProduct(office.organization, { name: 'Kefir', productGroupId })
    await enter(office, kefir, 2)
    const count = await draft(office, [{ productId: milk, countedQuantity: 3 }])
    const fill = (body: object) => office.api.post(`${COUNT}/${count.id}/fill`, body)
    const ofGroup = (await fill({ version: count.version, productGroupId: group })).body
    expect(sheetOf(ofGroup)).toEqual([milk, kefir])
    expect((await fill({ version: count.version })).body.code).toBe('concurrency_conflict')
    const { body } = await fill({ version: ofGroup.version })
    expect(sheetOf(body)).toEqual([milk, kefir, tea])
    expect(body.lines[2]).toMatchObject({ countedQuantity: null, expectedQuantity: 10, difference: null })
    expect(sheetOf((await fill({ version: body.version })).body)).toEqual([milk, kefir, tea])
    const { body: page } = await office.api.get(`${COUNT}/${count.id}/print`)
    expect(page).toContain('Kefir')
  })

  it('fills a count sheet with the products that have moved since a given day', async () => {
    const { office, tea, milk } = await openStore()
    await enter(office, milk, 1, '2026-03-04T10:00:00.000Z')
    await enter(office, tea, 1, '2026-03-06T10:00:00.000Z')
    const count = await draft(office, [])
    const fill = (movedSince: string, version: number) =>
      office.api.post(`${COUNT}/${count.id}/fill`, { version, movedSince })
    const { body } = await fill('2026-03-04', count.version)
    expect(sheetOf(body)).toEqual([milk])
    expect(sheetOf((await fill('2026-03-01', body.version)).body)).toEqual([milk, tea])
  })

  it('refuses to post a count with uncounted lines unless they are set to zero', async () => {
    const { office, tea, milk } = await openStore()
    const count = await draft(office, [])
    const { body: sheet } = await office.api.post(`${COUNT}/${count.id}/fill`, { version: count.version })
    const refused = (await post(office, sheet)).body
    expect(refused).toMatchObject({ code: 'uncounted_products', uncountedTotal: 2 })
    expect(refused.errors[0]).toMatchObject({ pointer: '#/lines/0/countedQuantity', productId: milk })
    const lines = [
      { productId: tea, countedQuantity: 8 },
      { productId: milk, countedQuantity: null },
    ]
    const put = await office.api.put(`${COUNT}/${count.id}`, {
      storeId: office.store,
      date: COUNTED,
      version: sheet.version,
      lines,
      zeroUncounted: true,
    })
    expect(put.body.lines[1].countedQuantity).toBeNull()
    const { body: posted } = await post(office, put.body)
    expect(posted.lines[1]).toMatchObject({ countedQuantity: 0, difference: -4 })
    expect((await stockOf(office, office.store, milk)).quantity).toBe(0)
    const { body: again } = await office.api.post(`${COUNT}/${count.id}/unpost`)
    expect(again.lines[1].countedQuantity).toBeNull()
  })

  it('refuses to save a count with too many lines, and to fill a posted count', async () => {
    const { office, tea, milk } = await openStore()
    const count = await draft(office, [{ productId: tea, countedQuantity: 1 }])
    const lines = Array.from({ length: 1001 }, () => ({ productId: milk, countedQuantity: 1 }))
    const { status, body } = await office.api.put(`${COUNT}/${count.id}`, {
      storeId: office.store,
      date: COUNTED,
      version: count.version,
      lines,
    })
    expect([status, body.code, body.errors[0].pointer]).toEqual([413, 'too_many_lines', '#/lines'])
    const { version } = (await post(office, count)).body
    const fill = await office.api.post(`${COUNT}/${count.id}/fill`, { version })
    expect(fill.body.code).toBe('document_posted')
  })

  it('warns about a later count when an earlier document is unposted', async () => {
    const { office, tea, milk } = await openStore()
    const before = await draft(office, [{ productId: tea, countedQuantity: 7 }], {
      date: '2026-03-04T10:00:00.000Z',
    })
    await post(office, before)
    const count = await draft(office, [
      { productId: tea, countedQuantity: 6 },
      { productId: milk, countedQuantity: 4 },
    ])
    const elsewhere = await draft(office, [{ productId: tea, countedQuantity: 0 }], {
      storeId: office.otherStore,
    })
    await post(office, count)
    await post(office, elsewhere)
    const { body } = await office.api.post(`${COUNT}/${before.id}/unpost`)
    expect(body.warnings).toMatchObject([{ code: 'counted_later', documentId: count.id }])
    expect((await stockOf(office, office.store)).quantity).toBe(6)
    const { body: last } = await office.api.post(`${COUNT}/${count.id}/unpost`)
    expect(last).not.toHaveProperty('warnings')
    expect((await office.api.get(`${COUNT}/${count.id}`)).body).not.toHaveProperty('warnings')
  })

  it('warns about a later count when an earlier back-office receipt is unposted', async () => {
    const { office, tea } = await openStore()
    const sales = '/api/sales/retail'
    const { body: sale } = await office.api.post(sales, {
      storeId: office.store,
      date: '2026-03-04T10:00:00.000Z',
      lines: [{ productId: tea, quantity: 1, price: 5 }],
      payments: [{ type: 'Cash', amount: 5 }],
    })
    expect((await office.api.post(`${sales}/${sale.id}/post`)).status).toBe(200)
    const count = await draft(office, [{ productId: tea, countedQuantity: 6 }])
    await post(office, count)
    const { status, body } = await office.api.post(`${sales}/${sale.id}/unpost`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.warnings).toMatchObject([{ code: 'counted_later', documentId: count.id }])
  })

  it('leaves other products unchanged in a partial count', async () => {
    const { office, tea, milk } = await openStore()
    expect((await post(office, await draft(office, [{ productId: tea, countedQuantity: 1 }]))).status).toBe(
      200,
    )
    expect((await stockOf(office, office.store, milk)).quantity).toBe(4)
  })

  it('returns the expected quantity at the counting time of each draft line', async () => {
    const { office, tea, milk, bread } = await openStore()
    const count = await draft(office, [
      { productId: tea, countedQuantity: 12, countedAt: '2026-03-06T10:00:00.000Z' },
      { productId: milk, countedQuantity: 3.0 },
      { productId: bread, countedQuantity: 0 },
    ])
    const shown = ({ lines }: { lines: { expectedQuantity: number; difference: number }[] }) =>
      lines.map(({ expectedQuantity, difference }) => [expectedQuantity, difference])
    expect(shown(count)).toEqual([
      [10, 2],
      [4, -1],
      [0, 0],
    ])
    await enter(office, tea, 5, '2026-03-05T12:00:00.000Z')
    await enter(office, milk, 5, '2026-03-05T12:00:00.000Z')
    const { body } = await office.api.get(`${COUNT}/${count.id}`)
    expect(shown(body)).toEqual([
      [15, -3],
      [4, -1],
      [0, 0],
    ])
    expect([body.differenceSum, body.lines[0].differenceSum]).toEqual([0, null])
  })

  it('hides the expected quantities of a blind count until it is posted', async () => {
    const { office, tea, milk } = await openStore()
    const count = await draft(office, [{ productId: tea, countedQuantity: 7 }], { countMode: 'Blind' })
    expect(count.lines[0]).toMatchObject({ expectedQuantity: null, difference: null })
    expect((await post(office, count)).body.lines[0]).toMatchObject({ expectedQuantity: 10, difference: -3 })
    const full = await draft(office, [{ productId: tea, countedQuantity: 7 }], {
      countMode: 'Blind',
      scope: 'Full',
      date: '2026-03-06T10:00:00.000Z',
    })
    const { errors } = (await post(office, full)).body
    expect(errors).toEqual([
      { pointer: '#/lines', productId: milk, productName: 'Milk', detail: 'Milk is in stock' },
    ])
  })

  it('returns the cost of count differences with its sign', async () => {
    const { office, tea, milk } = await openStore()
    const count = await draft(office, [
      { productId: tea, countedQuantity: 7 },
      { productId: milk, countedQuantity: 5 },
    ])
    const { body } = await post(office, count)
    expect(body.lines.map((line: { differenceSum: number }) => line.differenceSum)).toEqual([-30, 10])
    expect(body.differenceSum).toBe(-20)
  })

  it('refuses the second of two counts of a store with the same date and time', async () => {
    const { office, tea, milk } = await openStore()
    // Repeated, because two concurrent postings do not always overlap.
    for (const time of ['09:58', '09:59', '10:00']) {
      const date = `2026-03-05T${time}:00Z`
      const [first, second] = await Promise.all([
        draft(office, [{ productId: tea, countedQuantity: 7 }], { date }),
        draft(office, [{ productId: milk, countedQuantity: 7 }], { date }),
      ])
      const answers = await Promise.all([post(office, first), post(office, second)])
      expect([time, ...answers.map(({ status }) => status).sort()]).toEqual([time, 200, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body).toMatchObject({ code: 'counted_already', errors: [{ pointer: '#/date' }] })
    }
    const elsewhere = await draft(office, [{ productId: tea, countedQuantity: 0 }], {
      storeId: office.otherStore,
    })
    expect((await post(office, elsewhere)).status).toBe(200)
    const same = await draft(office, [{ productId: tea, countedQuantity: 6 }], {
      date: '2026-03-05T10:00:00Z',
    })
    expect((await post(office, same)).body.code).toBe('counted_already')
    const later = await draft(office, [{ productId: tea, countedQuantity: 6 }], {
      date: '2026-03-05T10:00:00.001Z',
    })
    expect((await post(office, later)).status).toBe(200)
  })

  it('refuses two lines with the same product in a count', async () => {
    const { office, tea, milk } = await openStore()
    const lines = [
      { productId: tea, countedQuantity: 4 },
      { productId: milk, countedQuantity: 4 },
      { productId: tea, countedQuantity: 6 },
    ]
    const refusal = { code: 'invalid_request', errors: [{ pointer: '#/lines/2/productId' }] }
    expect(await draft(office, lines)).toMatchObject(refusal)
    const count = await draft(office, lines.slice(0, 2))
    const again = { storeId: office.store, date: COUNTED, version: count.version, lines }
    expect((await office.api.put(`${COUNT}/${count.id}`, again)).body).toMatchObject(refusal)
  })
})
