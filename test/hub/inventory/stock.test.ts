import { beforeAll, describe, expect, it } from 'vitest'
import { retailSaleLines, retailSales } from '#hub/db/tables/sales.ts'
import { amount, cost, quantity } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { readCsv } from '#test/support/file.ts'
import { ApiClient, signUp, useHub } from '#test/support/hub.ts'
import { hire, openDatabase } from '#test/support/people.ts'
import { fillStock } from './fill-stock.ts'

const PATH = '/api/inventory/stock'
const SETTINGS = '/api/organization/settings'

describe('GET /api/inventory/stock', () => {
  const door = useHub()

  it('sorts stock by quantity and filters it by product group including subgroups, by store and by search text', async () => {
    const shop = await signUp(door)
    const drinks = (await shop.api.post('/api/catalog/product-groups', { name: 'Drinks' })).body.id
    const teas = (await shop.api.post('/api/catalog/product-groups', { name: 'Teas', parentId: drinks })).body
      .id
    const tea = await createProduct(shop, { name: 'Green tea', productGroupId: teas, retailPrice: 100 })
    const bread = await createProduct(shop, { name: 'Bread', retailPrice: 100 })
    const device = await enrolDevice(door, shop)
    await device.upload([
      device.item(saleBody(shop, [{ productId: tea }, { productId: bread, quantity: 2 }])),
    ])
    const names = async (query: string): Promise<string[]> =>
      (await shop.api.get(`/api/inventory/stock?${query}`)).body.items.map(
        (row: { productName: string }) => row.productName,
      )
    expect(await names('')).toEqual(['Bread', 'Green tea'])
    expect(await names('sort=-quantity')).toEqual(['Green tea', 'Bread'])
    expect(await names(`productGroupId=${drinks}`)).toEqual(['Green tea'])
    expect(await names('search=tea')).toEqual(['Green tea'])
    expect(await names(`storeId=${shop.storeId}&pageSize=1&page=2`)).toEqual(['Green tea'])
  })

  it('shows costs only to employees who may see them', async () => {
    const shop = await signUp(door)
    const tea = await createProduct(shop, { cost: 60 })
    const device = await enrolDevice(door, shop)
    await device.upload([device.item(saleBody(shop, [{ productId: tea }]))])
    const storekeeper = await hire(door, shop, 'Storekeeper')
    const [seen] = (await storekeeper.get('/api/inventory/stock')).body.items
    expect(seen).toMatchObject({ productId: tea, quantity: -1 })
    expect(seen).not.toHaveProperty('averageCost')
    expect((await shop.api.get('/api/inventory/stock')).body.items[0]).toHaveProperty('averageCost')
  })

  it('refuses cashiers and signed-out clients, and hides the stock from other organizations', async () => {
    const { organization: shop, api } = await stocked()
    const stranger = await signUp(door)
    for (const path of [PATH, `${PATH}/totals`, `${PATH}/export`]) {
      expect((await api.get(path)).status).toBe(200)
      expect((await new ApiClient(door).get(path)).status).toBe(401)
      expect((await (await hire(door, shop, 'Cashier')).get(path)).status).toBe(403)
    }
    expect((await stranger.api.get(PATH)).body.items).toEqual([])
    expect((await stranger.api.get(`${PATH}/totals`)).body.positions).toBe(0)
    expect(await readCsv(stranger.api, `${PATH}/export`)).toEqual([])
  })

  /** Opens an office with 6 tea at a cost of 10, no coffee and −2 bread. */
  async function stocked() {
    const office = await openOffice(door)
    const settings = (await office.api.get(SETTINGS)).body
    const allowed = await office.api.put(SETTINGS, { ...settings, allowNegativeStock: true })
    expect(allowed.status, JSON.stringify(allowed.body)).toBe(200)
    const group = await office.api.post('/api/catalog/product-groups', { name: 'Food' })
    const more = { productGroupId: group.body.id, retailPrice: 25 }
    const coffee = await createProduct(office.organization, { name: 'Coffee', ...more, minStock: 5 })
    const bread = await createProduct(office.organization, {
      name: 'Bread',
      ...more,
      barcodes: [{ value: '4006381333931', type: 'Ean13' }],
    })
    await enterPosted(office, BASES.supply, [{ productId: office.tea, quantity: 6, price: 10 }])
    await enterPosted(office, BASES.supply, [{ productId: coffee, quantity: 3, price: 20 }])
    await enterPosted(office, BASES.loss, [
      { productId: coffee, quantity: 3 },
      { productId: bread, quantity: 2 },
    ])
    return { ...office, coffee, bread }
  }

  async function enterPosted(office: Office, base: string, lines: object[], more: object = {}) {
    const { status, body } = await office.api.post(base, { ...office.header(base), ...more, lines })
    expect(status, JSON.stringify(body)).toBe(201)
    const posted = await office.api.post(`${base}/${body.id}/post`)
    expect(posted.status, JSON.stringify(posted.body)).toBe(200)
  }

  it.each([
    ['all', ['Bread', 'Coffee', 'Tea']],
    ['positiveOnly', ['Tea']],
    ['negativeOnly', ['Bread']],
    ['empty', ['Coffee']],
    ['nonEmpty', ['Bread', 'Tea']],
    ['underMinimum', ['Coffee']],
  ])('lists only the products that match the stock mode %s', async (mode, names) => {
    const { api } = await stocked()
    const { items, total, isTotalExact } = (await api.get(`${PATH}?stockMode=${mode}`)).body
    expect(items.map((row: { productName: string }) => row.productName)).toEqual(names)
    expect([total, isTotalExact]).toEqual([names.length, true])
  })

  it.each(['', '/totals', '/export'])(
    'hides the stock of a store in another organization: GET %s',
    async (path) => {
      const [ours, theirs] = [await stocked(), await stocked()]
      const query = `storeId=${theirs.store}`
      const answer = await ours.api.get(
        `${PATH}${path}?${query}${path === '/totals' ? '' : '&stockMode=all'}`,
      )
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toContain('Tea')
    },
  )

  it('compares the stock of a store with the minimum of the product in that store', async () => {
    const office = await openOffice(door)
    const product = await createProduct(office.organization, {
      minStockByStore: [{ storeId: office.otherStore, minStock: 4 }],
    })
    await enterPosted(office, BASES.enter, [{ productId: product, quantity: 3, price: 1 }])
    await enterPosted(office, BASES.transfer, [{ productId: product, quantity: 2 }])
    const { items } = (await office.api.get(`${PATH}?stockMode=underMinimum`)).body
    expect(items).toMatchObject([{ storeId: office.otherStore, quantity: 2, minStock: 4 }])
  })

  it('lists a product without movements once, in the requested store, the store of its minimum or the default store', async () => {
    const office = await stocked()
    const cake = await createProduct(office.organization, { name: 'Cake', minStock: 1 })
    await createProduct(office.organization, { name: 'Delivery', kind: 'Service' })
    const milk = await createProduct(office.organization, {
      name: 'Milk',
      minStockByStore: [{ storeId: office.otherStore, minStock: 4 }],
    })
    const places = async (query: string) =>
      (await office.api.get(`${PATH}?${query}`)).body.items.map(
        (row: { productName: string; storeId: string }) =>
          `${row.productName} ${row.storeId === office.store ? 1 : 2}`,
      )
    expect(await places('')).toEqual(['Bread 1', 'Cake 1', 'Coffee 1', 'Milk 2', 'Tea 1'])
    expect(await places('stockMode=empty')).toEqual(['Cake 1', 'Coffee 1', 'Milk 2'])
    expect(await places('stockMode=nonEmpty')).toEqual(['Bread 1', 'Tea 1'])
    expect(await places('stockMode=underMinimum')).toEqual(['Cake 1', 'Coffee 1', 'Milk 2'])
    expect(await places(`stockMode=empty&storeId=${office.otherStore}`)).toEqual([
      'Bread 2',
      'Cake 2',
      'Coffee 2',
      'Milk 2',
      'Tea 2',
    ])
    expect(await places(`stockMode=underMinimum&storeId=${office.store}`)).toEqual(['Cake 1', 'Coffee 1'])
    expect(await places('asOf=2020-01-01&search=tea')).toEqual(['Tea 1'])
    const below = await office.api.get('/api/catalog/products?belowMinStock=true&sort=name')
    expect(below.body.items.map(({ name }: { name: string }) => name)).toEqual(['Cake', 'Coffee', 'Milk'])
    const [row] = (await office.api.get(`${PATH}?productId=${cake}`)).body.items
    expect(row).toMatchObject({ quantity: 0, averageCost: 0, minStock: 1, lastMovementAt: null })
    const filled = await readCsv(office.api, `${PATH}/export?stockMode=underMinimum&search=milk`)
    expect(filled).toMatchObject([{ Product: 'Milk', Quantity: '0', 'Last movement': '' }])
    // A product in stock is listed only in the stores that hold it.
    await enterPosted(office, BASES.enter, [{ productId: milk, quantity: 5, price: 1 }])
    expect(await places('search=milk')).toEqual(['Milk 1', 'Milk 2'])
    await enterPosted(office, BASES.transfer, [{ productId: milk, quantity: 4 }])
    expect(await places('stockMode=underMinimum')).toEqual(['Cake 1', 'Coffee 1'])
  })

  it('continues the list after a page that ends with a product without movements', async () => {
    const { api, organization } = await stocked()
    for (const name of ['Cake', 'Zwieback']) await createProduct(organization, { name })
    for (const sort of ['productName', '-lastMovementAt', 'quantity']) {
      const names = []
      for (let after = ''; ; ) {
        const { items, next } = (await api.get(`${PATH}?pageSize=1&sort=${sort}${after}`)).body
        names.push(items[0].productName)
        if (next === null) break
        after = `&after=${next}`
      }
      expect([...names].sort(), sort).toEqual(['Bread', 'Cake', 'Coffee', 'Tea', 'Zwieback'])
    }
  })

  it('returns the name, barcode, group, quantity and retail value of a product', async () => {
    const { api, bread } = await stocked()
    expect((await api.get(`${PATH}?search=4006381`)).body.items).toMatchObject([
      {
        productId: bread,
        productName: 'Bread',
        barcode: '4006381333931',
        groupPath: 'Food',
        quantity: -2,
        retailPrice: 25,
        retailSum: -50,
      },
    ])
  })

  it('returns the totals of the filtered stock list, the total cost only to employees who may see it', async () => {
    const { api, tea, organization } = await stocked()
    const totals = async (query = '') => (await api.get(`${PATH}/totals?${query}`)).body
    expect(await totals()).toEqual({
      positions: 3,
      quantity: 4,
      costSum: 60,
      costPending: false,
      retailSum: 550,
    })
    expect(await totals(`productId=${tea}`)).toEqual({
      positions: 1,
      quantity: 6,
      costSum: 60,
      costPending: false,
      retailSum: 600,
    })
    expect(await totals('stockMode=negativeOnly&search=bread')).toMatchObject({ positions: 1, quantity: -2 })
    const storekeeper = await hire(door, organization, 'Storekeeper')
    expect((await storekeeper.get(`${PATH}/totals`)).body).not.toHaveProperty('costSum')
  })

  it('sums the rounded value of each row into totals', async () => {
    const office = await openOffice(door)
    const productId = await createProduct(office.organization, {
      name: 'Saffron',
      retailPrice: 0.01,
      unitOfMeasureId: '0192a001-0000-7000-8000-000000000166',
    })
    for (const storeId of [office.store, office.otherStore])
      await enterPosted(office, BASES.enter, [{ productId, quantity: 0.5, price: 1 }], { storeId })
    const { body } = await office.api.get(`${PATH}/totals`)
    // Tea has no movements but counts as a position.
    expect(body).toMatchObject({ positions: 3, quantity: 1, retailSum: 0.02 })
  })

  it('returns the reserved and available quantities on request, and refuses to return them for a past date', async () => {
    const office = await stocked()
    const draft = { lines: [{ productId: office.tea, quantity: 2, price: 1 }] }
    for (const more of [{}, {}, { storeId: office.otherStore }])
      await office.api.post(BASES.demand, { ...office.header(BASES.demand), ...draft, ...more })
    await enterPosted(office, BASES.demand, [{ productId: office.tea, quantity: 1, price: 1 }])
    const seen = await office.api.get(`${PATH}?productId=${office.tea}&withReserved=true`)
    expect(seen.body.items).toMatchObject([{ quantity: 5, reserved: 4, available: 1 }])
    await draftSale(office, { isReturn: false, source: 'BackOffice' })
    // The pieces of a till sale that waits for an open period have already left the store. Returns reserve
    // nothing.
    await draftSale(office, { isReturn: false, source: 'Pos' })
    await draftSale(office, { isReturn: true, source: 'BackOffice' })
    const also = await office.api.get(`${PATH}?productId=${office.tea}&withReserved=true`)
    expect(also.body.items).toMatchObject([{ quantity: 5, reserved: 7, available: -2 }])
    const plain = await office.api.get(`${PATH}?productId=${office.tea}`)
    expect(plain.body.items[0]).not.toHaveProperty('reserved')
    const [row] = await readCsv(office.api, `${PATH}/export?productId=${office.tea}&withReserved=true`)
    expect(row).toMatchObject({ Quantity: '5', Reserved: '7', Available: '-2' })
    const then = await office.api.get(`${PATH}?withReserved=true&asOf=2026-01-01`)
    expect([then.status, then.body.errors[0].pointer]).toEqual([400, '#/query/withReserved'])
  })

  /** Creates a draft retail sale or return of 3 tea. */
  async function draftSale(
    { organization, store, tea }: Office,
    kind: Pick<typeof retailSales.$inferInsert, 'isReturn' | 'source'>,
  ): Promise<void> {
    await using database = openDatabase(door)
    await database.db.transact(organization.organizationId, async (tx) => {
      const { organizationId } = tx
      const [id, at, nothing] = [newId(), new Date(), amount(0)]
      await tx.insert(retailSales).values({
        organizationId,
        id,
        number: id,
        status: 'Draft',
        storeId: store,
        linesCount: 1,
        flags: [],
        date: at,
        soldAt: at,
        receivedAt: at,
        sum: nothing,
        vatSum: nothing,
        discountSum: nothing,
        changeSum: nothing,
        ...kind,
      })
      await tx.insert(retailSaleLines).values({
        organizationId,
        id: newId(),
        saleId: id,
        lineNo: 1,
        productId: tea,
        productName: 'Tea',
        price: nothing,
        discountAmount: nothing,
        sum: nothing,
        vatSum: nothing,
        quantity: quantity(3),
        unitCost: cost(0),
      })
    })
  }

  it('returns the average days in stock by first-in, first-out', async () => {
    const office = await openOffice(door)
    const { api, tea } = office
    const ago = (days: number) => ({ date: new Date(Date.now() - days * 86_400_000).toISOString() })
    const goods = (quantity: number) => [{ productId: tea, quantity, price: 10 }]
    await enterPosted(office, BASES.supply, goods(10), ago(50))
    await enterPosted(office, BASES.supply, goods(4), ago(40))
    await enterPosted(office, BASES.loss, [{ productId: tea, quantity: 9 }], ago(30))
    await enterPosted(office, BASES.enter, goods(3), ago(20))
    await enterPosted(office, BASES.transfer, [{ productId: tea, quantity: 2 }], ago(10))
    const seen = async (query: string) =>
      (await api.get(`${PATH}?productId=${tea}&withDaysInStock=true&${query}`)).body.items[0]
    // Three of the six pieces arrived 20 days ago, and three 40 days ago.
    expect(await seen(`storeId=${office.store}`)).toMatchObject({ quantity: 6, daysInStock: 30 })
    expect(await seen(`storeId=${office.otherStore}`)).toMatchObject({ quantity: 2, daysInStock: 10 })
    // Thirty days ago, one of the five pieces was left from the first ten.
    expect(await seen(`asOf=${ago(30).date}`)).toMatchObject({ quantity: 5, daysInStock: 12 })
    await enterPosted(office, BASES.loss, [{ productId: tea, quantity: 6 }])
    expect(await seen(`storeId=${office.store}`)).toMatchObject({ quantity: 0, daysInStock: null })
    const plain = await api.get(`${PATH}?productId=${tea}`)
    expect(plain.body.items[0]).not.toHaveProperty('daysInStock')
    const [row] = await readCsv(api, `${PATH}/export?storeId=${office.otherStore}&withDaysInStock=true`)
    expect(row).toMatchObject({ Quantity: '2', 'Days in stock': '10' })
  })

  it('exports the stock with the filters of the list, the costs only to employees who may see them', async () => {
    const { api, organization } = await stocked()
    const [row, ...others] = await readCsv(api, `${PATH}/export?search=tea`)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      Product: 'Tea',
      Quantity: '6',
      'Average cost': '10',
      'Value at cost': '60',
      'Value at selling prices': '600',
    })
    const storekeeper = await hire(door, organization, 'Storekeeper')
    const [seen] = await readCsv(storekeeper, `${PATH}/export`)
    expect(seen).not.toHaveProperty('Average cost')
    expect(seen).not.toHaveProperty('Value at cost')
  })

  it.each([
    ['asOf', 'yesterday'],
    ['asOf', '0000-01-01T00:00:00Z'],
    ['stockMode', 'some'],
    ['storeId', '7'],
    ['sort', 'price'],
  ])('reports the invalid parameter %s=%s', async (name, value) => {
    const { api } = await signUp(door)
    const { status, body } = await api.get(`${PATH}?${name}=${value}`)
    expect([status, body.errors[0].pointer]).toEqual([400, `#/query/${name}`])
  })

  describe('large stock lists', () => {
    const COUNT = 10_050
    let office: Office
    beforeAll(async () => {
      office = await openOffice(door)
      await fillStock(door, office, COUNT)
    })
    const page = async (query: string) => (await office.api.get(`${PATH}?pageSize=2&${query}`)).body
    const codes = async (query: string) => (await page(query)).items.map(({ code }: { code: string }) => code)

    it('sorts pages by name, code and quantity', async () => {
      expect(await codes('')).toEqual(['c10050', 'c10049'])
      expect(await codes('page=101')).toEqual(['c9850', 'c9849'])
      expect(await codes('sort=-productName&page=5025')).toEqual(['c10049', 'c10050'])
      expect(await codes('sort=-code')).toEqual(['c9999', 'c9998'])
      expect(await codes('sort=quantity')).toEqual(['c1', 'c2'])
      expect(await codes('sort=-quantity&page=2')).toEqual(['c10048', 'c10047'])
      expect(await codes('stockMode=positiveOnly&sort=productName')).toEqual(['c10050', 'c10049'])
    })

    it('lists every row once when each page continues after the previous one', async () => {
      const all = await everyPage('pageSize=500')
      expect(new Set(all).size).toBe(COUNT)
      expect(all.slice(0, 2)).toEqual(['c10050', 'c10049'])
      for (const sort of ['productName', '-productName', 'code', '-code', 'quantity', '-lastMovementAt']) {
        const whole = (await office.api.get(`${PATH}?pageSize=500&page=2&sort=${sort}`)).body
        const first = (await office.api.get(`${PATH}?pageSize=500&sort=${sort}`)).body
        const second = (await office.api.get(`${PATH}?pageSize=500&sort=${sort}&after=${first.next}`)).body
        expect(second.items, sort).toEqual(whole.items)
        expect(second.next, sort).toBe(whole.next)
      }
      expect(await everyPage('pageSize=7&search=c100')).toHaveLength(62)
    })

    it('refuses to continue after an unknown row, with a different sort order or with a page number', async () => {
      const { next } = await page('')
      const refusal = async (query: string) => {
        const { status, body } = await office.api.get(`${PATH}?${query}`)
        return [status, body.errors?.[0]?.pointer ?? body.errors?.[0]]
      }
      const unknown = `${office.store}:${newId()}`
      for (const query of [`after=${unknown}`, 'after=1', 'after=', `after=${next}&sort=code,quantity`])
        expect(await refusal(query), query).toEqual([400, '#/query/after'])
      expect(await refusal(`after=${unknown}&sort=quantity`)).toEqual([400, '#/query/after'])
      expect(await refusal(`after=${next}&page=2`)).toEqual([400, '#/query/page'])
    })

    async function everyPage(query: string): Promise<string[]> {
      const found: string[] = []
      for (let after = ''; ; ) {
        const { items, next } = (await office.api.get(`${PATH}?${query}${after}`)).body
        found.push(...items.map(({ code }: { code: string }) => code))
        if (next === null) return found
        after = `&after=${next}`
      }
    }

    it('counts rows up to a limit, or exactly on request', async () => {
      expect(await page('')).toMatchObject({ total: 10_000, isTotalExact: false })
      expect(await page('exactTotal=true')).toMatchObject({ total: COUNT, isTotalExact: true })
      expect(await page('search=filled')).toMatchObject({ total: 2000, isTotalExact: false })
      expect(await page('search=filled&exactTotal=true')).toMatchObject({ total: COUNT })
    })

    it('exports each stock row once', async () => {
      const rows = await readCsv(office.api, `${PATH}/export`)
      expect(new Set(rows.map(({ Code }) => Code)).size).toBe(COUNT)
      expect(rows).toHaveLength(COUNT)
      expect(await readCsv(office.api, `${PATH}/export?search=filled`)).toHaveLength(COUNT)
    })
  })
})
