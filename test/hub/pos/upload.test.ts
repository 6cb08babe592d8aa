import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDuePrices } from '#hub/features/catalog/products/prices/due-prices.ts'
import { newId } from '#shared/std/ids.ts'
import type { UploadItem } from '#shared/sync/upload.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'

describe('POST /api/pos/v1/sales', () => {
  const door = useHub()
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
  })
  afterAll(() => owner.end())

  async function shopWithTill(): Promise<{ shop: Organization; device: Device; tea: string }> {
    const shop = await signUp(door)
    return { shop, device: await enrolDevice(door, shop), tea: await createProduct(shop, { cost: 60 }) }
  }
  const stockOf = async (shop: Organization, productId: string) => {
    const { body } = await shop.api.get(`/api/inventory/stock?productId=${productId}`)
    return body.items[0]?.quantity
  }
  const results = (answer: { body: { results: { result: string }[] } }) =>
    answer.body.results.map(({ result }) => result)
  const codes = (answer: { body: { results: { reasons: { code: string }[] }[] } }) =>
    answer.body.results.map(({ reasons }) => reasons.map(({ code }) => code))

  it('posts a sale and removes its goods from stock', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea, quantity: 2.5 }])
    const answer = await device.upload([device.item(sale)])
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      results: [{ index: 0, id: sale.id, result: 'accepted' }],
      custody: [{ chain: device.id, watermark: 1, highest: 1, holes: [] }],
      directives: [],
    })
    const booked = await shop.api.get(`/api/sales/retail/${sale.id}`)
    expect(booked.body).toMatchObject({
      receiptNumber: sale.receiptNumber,
      status: 'Posted',
      source: 'Pos',
      sum: 250,
      lines: [{ productId: tea, quantity: 2.5, price: 100, sum: 250, unitCost: 60 }],
      payments: [{ type: 'Cash', amount: 250 }],
    })
    expect(await stockOf(shop, tea)).toBe(-2.5)
  })

  it('reports a repeated sale as a duplicate', async () => {
    const { shop, device, tea } = await shopWithTill()
    const item = device.item(saleBody(shop, [{ productId: tea }]))
    await device.upload([item])
    expect(results(await device.upload([item]))).toEqual(['duplicate'])
    expect(results(await device.upload([item, item]))).toEqual(['duplicate', 'duplicate'])
    expect((await shop.api.get('/api/sales/retail')).body.total).toBe(1)
    expect(await stockOf(shop, tea)).toBe(-1)
  })

  it('reports the second copy of a sale in a batch as a duplicate', async () => {
    const { shop, device, tea } = await shopWithTill()
    const [sale, next] = [1, 2].map(() => device.item(saleBody(shop, [{ productId: tea }])))
    expect(results(await device.upload([sale, sale, next]))).toEqual(['accepted', 'duplicate', 'accepted'])
    expect(await stockOf(shop, tea)).toBe(-2)
  })

  it('posts a batch once when it is uploaded several times concurrently', async () => {
    const { shop, device, tea } = await shopWithTill()
    const batch = Array.from({ length: 10 }, () => device.item(saleBody(shop, [{ productId: tea }])))
    const answers = await Promise.all([
      device.upload(batch),
      device.upload([...batch].reverse()),
      device.upload(batch),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect((await shop.api.get('/api/sales/retail')).body.total).toBe(10)
    expect(await stockOf(shop, tea)).toBe(-10)
  })

  it('keeps the second body with an id as a conflict', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea }])
    const other = { ...sale, cashierName: 'Somebody else' }
    expect(results(await device.upload([device.item(sale)]))).toEqual(['accepted'])
    expect(results(await device.upload([device.item(other)]))).toEqual(['conflict'])
    expect((await shop.api.get(`/api/sales/retail/${sale.id}`)).body.cashierName).toBe('Owner')
    const { rows } = await owner.query('SELECT bytes FROM upload_conflicts WHERE id = $1', [sale.id])
    expect(JSON.parse(rows[0].bytes)).toEqual(other)
  })

  it('returns goods at the cost of their sale', async () => {
    const { shop, device, tea } = await shopWithTill()
    const coffee = await createProduct(shop)
    const sale = saleBody(shop, [{ productId: coffee }, { productId: tea, quantity: 3 }])
    const back = saleBody(shop, [{ productId: tea, quantity: 2, originalLineNo: 2 }], {
      isReturn: true,
      originalSaleId: sale.id,
    })
    expect(results(await device.upload([device.item(sale), device.item(back)]))).toEqual([
      'accepted',
      'accepted',
    ])
    expect(await stockOf(shop, tea)).toBe(-1)
    const original = await shop.api.get(`/api/sales/retail/${sale.id}`)
    expect(original.body.lines.map((line: { returnedQuantity: number }) => line.returnedQuantity)).toEqual([
      0, 2,
    ])
    const returned = await shop.api.get(`/api/sales/retail/${back.id}`)
    expect(returned.body).toMatchObject({ isReturn: true, originalSaleId: sale.id })
    expect(returned.body.lines[0]).toMatchObject({ originalLineId: original.body.lines[1].id, unitCost: 60 })
  })

  async function switchPrice({ organizationId, priceTypeId }: Organization, productId: string, at: number) {
    await owner.query('BEGIN')
    await owner.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId])
    await owner.query(
      `INSERT INTO future_prices (organization_id, product_id, price_type_id, starts_at, value)
       VALUES ($1, $2, $3, $4, 12000)`,
      [organizationId, productId, priceTypeId, new Date(at)],
    )
    await owner.query('SELECT feed_bump(); COMMIT')
  }

  it.each([
    { sold: -90, price: 100, is: 'no difference' },
    { sold: -90, price: 120, is: 'a difference' },
    { sold: -1, price: 100, is: 'no difference' },
    { sold: 1, price: 120, is: 'no difference' },
    { sold: 1, price: 100, is: 'no difference' },
    { sold: 90, price: 120, is: 'no difference' },
    { sold: 90, price: 100, is: 'a difference' },
  ])(
    'finds $is for a sale at the price $price, $sold minutes from a price change to 120',
    async ({ sold, price, is }) => {
      const { shop, device, tea } = await shopWithTill()
      // The price change is in the future, so that no job applies it during the test.
      const startsAt = Date.now() + 3 * 3_600_000
      await switchPrice(shop, tea, startsAt)
      const soldAt = new Date(startsAt + sold * 60_000).toISOString()
      const sale = saleBody(shop, [{ productId: tea, price }], { soldAt })
      const [reasons] = codes(await device.upload([device.item(sale)]))
      expect(reasons?.includes('price_differs')).toBe(is === 'a difference')
    },
  )

  it.each([
    { sold: -90, price: 100, is: 'no difference' },
    { sold: -90, price: 120, is: 'a difference' },
    { sold: 90, price: 100, is: 'a difference' },
    { sold: 90, price: 120, is: 'no difference' },
  ])(
    'finds $is for a sale at the price $price, $sold minutes from a price change applied before the upload',
    async (sale) => {
      const { shop, device, tea } = await shopWithTill()
      const startsAt = Date.now() - 3 * 3_600_000
      await switchPrice(shop, tea, startsAt)
      await using database = openDatabase(door)
      await applyDuePrices(database.db, shop.organizationId)
      const soldAt = new Date(startsAt + sale.sold * 60_000).toISOString()
      const body = saleBody(shop, [{ productId: tea, price: sale.price }], { soldAt })
      const [reasons] = codes(await device.upload([device.item(body)]))
      expect(reasons?.includes('price_differs')).toBe(sale.is === 'a difference')
    },
  )

  it('removes the missing-receipt flag from a return when its sale arrives', async () => {
    const { shop, device, tea } = await shopWithTill()
    const stocked = { storeId: shop.storeId, lines: [{ productId: tea, quantity: 9, price: 1 }] }
    const enter = (await shop.api.post('/api/inventory/enters', stocked)).body
    await shop.api.post(`/api/inventory/enters/${enter.id}/post`)
    const sold = [1, 2, 3].map(() => saleBody(shop, [{ productId: tea, quantity: 2 }]))
    const returnOf = (sale: (typeof sold)[number] | undefined, more: object = {}) =>
      saleBody(shop, [{ productId: tea, originalLineNo: 1 }], {
        isReturn: true,
        originalSaleId: sale?.id ?? '',
        ...more,
      })
    const [early, dear, same] = [returnOf(sold[0]), returnOf(sold[1], { discountSum: 5 }), returnOf(sold[2])]
    const first = await device.upload([early, dear].map((sale) => device.item(sale)))
    expect(codes(first)).toEqual([['original_unknown'], ['totals_differ', 'original_unknown']])
    const listed = async () =>
      (await shop.api.get('/api/sync/work-list?kind=flagged')).body.items.map(
        ({ upload, reasons }: { upload: { id: string }; reasons: { code: string }[] }) => [
          upload.id,
          reasons.map(({ code }) => code),
        ],
      )
    expect(await listed()).toHaveLength(2)
    // A return can precede its sale in a batch.
    const rest = await device.upload([sold[0], sold[1], same, sold[2]].map((sale) => device.item(sale)))
    expect(codes(rest)).toEqual([[], [], [], []])
    const flagsOf = async ({ id }: { id: string }) =>
      (await shop.api.get(`/api/sales/retail/${id}`)).body.flags.map(({ code }: { code: string }) => code)
    expect([await flagsOf(early), await flagsOf(dear), await flagsOf(same)]).toEqual([
      [],
      ['totals_differ'],
      [],
    ])
    expect(await listed()).toEqual([[dear.id, ['totals_differ']]])
  })

  it('flags negative stock for a sale, but not for a return that reduces the shortage', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sold = saleBody(shop, [{ productId: tea, quantity: 5 }])
    const back = saleBody(shop, [{ productId: tea, quantity: 2, originalLineNo: 1 }], {
      isReturn: true,
      originalSaleId: sold.id,
    })
    const answer = await device.upload([sold, back].map((sale) => device.item(sale)))
    expect(codes(answer)).toEqual([['negative_stock'], []])
  })

  it.each<[string, object, (sale: ReturnType<typeof saleBody>) => object]>([
    [
      'price_differs',
      { price: 90, catalogPrice: 100 },
      (sale) => ({
        ...sale,
        lines: sale.lines.map((line) => ({ ...line, price: 90, sum: 90 })),
        sum: 90,
        payments: [{ type: 'Cash', amount: 90 }],
      }),
    ],
    [
      'totals_differ',
      { case: 'sums', said: 99, sum: 100 },
      (sale) => ({ ...sale, sum: 99, payments: [{ type: 'Cash', amount: 99 }] }),
    ],
    ['payments_differ', {}, (sale) => ({ ...sale, payments: [{ type: 'Cash', amount: 1 }] })],
    [
      'currency_differs',
      { case: 'other', currency: 'USD', books: 'KZT' },
      (sale) => ({ ...sale, currencyCode: 'USD' }),
    ],
    [
      'currency_differs',
      { case: 'other', currency: '???', books: 'KZT' },
      (sale) => ({ ...sale, currencyCode: '???' }),
    ],
    [
      'currency_differs',
      { case: 'other', currency: 'the money of the shop', books: 'KZT' },
      (sale) => ({ ...sale, currencyCode: 'the money of the shop' }),
    ],
    ['currency_differs', { case: 'none', books: 'KZT' }, (sale) => ({ ...sale, currencyCode: '' })],
    ['cashier_unknown', { cashier: 'Owner' }, (sale) => ({ ...sale, cashierId: newId() })],
    ['retail_point_unknown', {}, (sale) => ({ ...sale, retailPointId: newId() })],
    [
      'product_unknown',
      {},
      (sale) => ({ ...sale, lines: sale.lines.map((line) => ({ ...line, productId: newId() })) }),
    ],
    [
      'clock_wrong',
      { case: 'absurd', soldAt: '2100-01-01T00:00:00.000Z' },
      (sale) => ({ ...sale, soldAt: '2100-01-01T00:00:00.000Z' }),
    ],
    [
      'original_unknown',
      { case: 'named', receipt: 'A-7' },
      (sale) => ({ ...sale, isReturn: true, originalSaleId: newId(), originalReceiptNumber: 'A-7' }),
    ],
    ['negative_stock', { balance: -1 }, (sale) => sale],
  ])('posts a sale and flags %s', async (code, values, change) => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea }])
    const answer = await device.upload([device.item(change(sale))])
    expect(results(answer)).toEqual(['accepted'])
    expect(codes(answer)[0]).toContain(code)
    const booked = await shop.api.get(`/api/sales/retail/${sale.id}`)
    const expectedFlags = expect.arrayContaining([expect.objectContaining({ code, values })])
    expect(booked.body.flags).toEqual(expectedFlags)
    const { items } = (await shop.api.get('/api/sync/work-list?kind=flagged')).body
    expect(items[0].reasons).toEqual(expectedFlags)
  })

  it('flags only the receipt in another currency in a batch', async () => {
    const { shop, device, tea } = await shopWithTill()
    const [here, abroad] = [{}, { currencyCode: 'USD' }].map((more) =>
      saleBody(shop, [{ productId: tea }], more),
    )
    const answer = await device.upload([here, abroad].map((sale) => device.item(sale)))
    expect(results(answer)).toEqual(['accepted', 'accepted'])
    expect(codes(answer)).toEqual([['negative_stock'], ['currency_differs', 'negative_stock']])
    const { items } = (await shop.api.get('/api/sync/work-list?kind=flagged')).body
    const [item] = items.filter(({ upload }: { upload: { id: string } }) => upload.id === abroad?.id)
    expect(item.reasons[0].detail).toContain('in USD, the books are in KZT')
    const flagged = (await shop.api.get('/api/sales/retail?flag=currency_differs')).body.items
    expect(flagged).toMatchObject([{ id: abroad?.id, status: 'Posted', sum: 100 }])
  })

  it('converts a receipt in another currency at the rate of its day, and its return at the rate of the sale', async () => {
    const { shop, device, tea } = await shopWithTill()
    const [dollar] = (await shop.api.get('/api/catalog/currencies?search=USD')).body.items
    const rates = `/api/catalog/currencies/${dollar.id}/rates`
    for (const [day, rate] of [
      ['2026-03-01', 450.55],
      ['2026-03-05', 500],
    ])
      expect((await shop.api.post(rates, { day, rate, multiplicity: 1 })).status).toBeLessThan(300)
    const sold = saleBody(shop, [{ productId: tea, quantity: 3, price: 33.33 }], {
      currencyCode: 'usd',
      soldAt: '2026-03-02T09:00:00.000Z',
      changeSum: 0.01,
      payments: [
        { type: 'Card', amount: 50 },
        { type: 'Cash', amount: 50 },
      ],
    })
    const back = saleBody(shop, [{ productId: tea, quantity: 1, price: 33.33, originalLineNo: 1 }], {
      currencyCode: 'USD',
      soldAt: '2026-03-06T09:00:00.000Z',
      isReturn: true,
      originalSaleId: sold.id,
      payments: [{ type: 'Card', amount: 33.33 }],
    })
    const later = saleBody(shop, [{ productId: tea, price: 100 }], {
      currencyCode: 'USD',
      soldAt: '2026-03-06T10:00:00.000Z',
    })
    const answer = await device.upload([sold, back, later].map((sale) => device.item(sale)))
    expect(codes(answer).flat()).not.toContain('currency_differs')
    expect(codes(answer).flat()).not.toContain('refund_exceeded')
    const booked = async ({ id }: { id: string }) => (await shop.api.get(`/api/sales/retail/${id}`)).body
    // 99.99 × 450.55. The change of 0.01 is converted as well.
    expect(await booked(sold)).toMatchObject({
      sum: 45_050.49,
      changeSum: 4.51,
      paidSum: 45_055,
      lines: [{ price: 15_016.83, sum: 45_050.49 }],
      foreignMoney: { currencyCode: 'USD', rate: 450.55, multiplicity: 1, sum: 99.99 },
    })
    expect(await booked(back)).toMatchObject({ sum: 15_016.83, foreignMoney: { rate: 450.55, sum: 33.33 } })
    expect(await booked(later)).toMatchObject({ sum: 50_000, foreignMoney: { rate: 500 } })
    const { totals } = (await shop.api.get('/api/reports/sales?from=2026-03-01&to=2026-03-10&groupBy=day'))
      .body
    expect(totals.netSum).toBe(80_033.66)
  })

  it('returns the product of a flag with the receipt and in the work list', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea, name: 'Green tea', price: 90 }])
    await device.upload([device.item(sale)])
    const product = { id: tea, name: 'Green tea' }
    const named = [
      { code: 'price_differs', product, detail: expect.stringMatching(/^Sold at 90, the catalog says /) },
      { code: 'negative_stock', product, detail: 'Now at -1' },
    ]
    expect((await shop.api.get(`/api/sales/retail/${sale.id}`)).body.flags).toMatchObject(named)
    const { items } = (await shop.api.get('/api/sync/work-list?kind=flagged')).body
    expect(items).toMatchObject([{ reasons: named }])
  })

  it('posts and flags a receipt with a repeated number', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea }])
    const same = saleBody(shop, [{ productId: tea }], { receiptNumber: sale.receiptNumber })
    const answer = await device.upload([device.item(sale), device.item(same)])
    expect(results(answer)).toEqual(['accepted', 'accepted'])
    expect(codes(answer)[1]).toContain('receipt_number_repeated')
    expect((await shop.api.get(`/api/sales/retail?search=${sale.receiptNumber}`)).body.total).toBe(2)
  })

  it('quarantines unreadable sales byte for byte', async () => {
    const { shop, device, tea } = await shopWithTill()
    const good = () => saleBody(shop, [{ productId: tea }])
    const line = (change: object) => ({
      ...good(),
      lines: good().lines.map((each) => ({ ...each, ...change })),
    })
    const poison = [
      device.item('not JSON at all'),
      device.item({ ...good(), lines: [] }),
      device.item(line({ quantity: 1e308 })),
      device.item(line({ name: 'a\0b' })),
      device.item(good(), { type: 'surprise' }),
      device.item('{"__proto__": {"sum": 1}}'),
      device.item(good(), { id: newId() }),
      device.item(good(), { hash: 'of something else' }),
    ]
    const answer = await device.upload([device.item(good()), ...poison, device.item(good())])
    expect(answer.status).toBe(200)
    expect(results(answer)).toEqual(['accepted', ...poison.map(() => 'quarantined'), 'accepted'])
    for (const [i, { id, body }] of poison.entries()) {
      const { rows } = await owner.query('SELECT status, reasons, bytes FROM uploads WHERE id = $1', [id])
      expect([i, rows[0].status, rows[0].bytes.toString('utf8')]).toEqual([i, 'quarantined', body])
      expect(rows[0].reasons.length).toBeGreaterThan(0)
    }
    expect((await shop.api.get('/api/sales/retail')).body.total).toBe(2)
    expect(results(await device.upload(poison))).toEqual(poison.map(() => 'duplicate'))
  })

  it.each<[string, Partial<UploadItem>]>([
    ['a number above the maximum', { seq: 2 ** 31 }],
    ['a NUL in the hash', { hash: 'a\0b' }],
    ['half a surrogate pair in the hash', { hash: '\ud800' }],
    ['half a surrogate pair in the type', { type: '\ud800' }],
    ['a NUL before the JSON', { body: '\0{' }],
  ])('accepts the valid items of a batch that contains %s', async (_title, odd) => {
    const { shop, device, tea } = await shopWithTill()
    const good = device.item(saleBody(shop, [{ productId: tea }]))
    const poison = { ...device.item(saleBody(shop, [{ productId: tea }])), ...odd }
    expect(results(await device.upload([poison, good]))).toEqual(['quarantined', 'accepted'])
  })

  it('accepts the valid items of a batch that contains an extremely nested item', async () => {
    const { shop, device, tea } = await shopWithTill()
    const good = JSON.stringify(device.item(saleBody(shop, [{ productId: tea }])))
    const bottomless = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const batch = `{"sales":[${bottomless},${good}]}`
    expect(results(await device.api.post('/api/pos/v1/sales', batch))).toEqual(['quarantined', 'accepted'])
    const { rows } = await owner.query('SELECT bytes FROM uploads WHERE organization_id = $1 AND type = $2', [
      shop.organizationId,
      'unreadable',
    ])
    expect(rows[0].bytes.toString()).toBe(bottomless)
  })

  it('quarantines a sale with duplicate line numbers', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea }, { productId: tea }])
    const same = { ...sale, lines: sale.lines.map((line) => ({ ...line, lineNo: 1 })) }
    const answer = await device.upload([device.item(same)])
    expect([results(answer), codes(answer)]).toEqual([['quarantined'], [['line_repeated']]])
  })

  it('accepts ids in uppercase letters', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea.toUpperCase() }], {
      id: newId().toUpperCase(),
      cashierId: shop.employeeId.toUpperCase(),
      retailPointId: shop.retailPointId.toUpperCase(),
      storeId: shop.storeId.toUpperCase(),
    })
    const answer = await device.upload([device.item(sale)])
    expect([results(answer), codes(answer)]).toEqual([['accepted'], [['negative_stock']]])
    expect((await shop.api.get(`/api/sales/retail/${sale.id}`)).body.lines[0].unitCost).toBe(60)
  })

  it('posts a receipt of the maximum length', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(
      shop,
      Array.from({ length: 5000 }, () => ({ productId: tea })),
    )
    expect(results(await device.upload([device.item(sale)]))).toEqual(['accepted'])
    expect(await stockOf(shop, tea)).toBe(-5000)
  })

  it('posts sales whose texts contain half a surrogate pair or a literal escape sequence', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea }], { cashierId: newId(), cashierName: 'Ann \ud83d' })
    const literal = saleBody(shop, [{ productId: tea, name: 'a literal \\u0000' }])
    expect(results(await device.upload([device.item(sale), device.item(literal)]))).toEqual([
      'accepted',
      'accepted',
    ])
  })

  it('quarantines values that are not upload items, and reports them as duplicates when they are repeated', async () => {
    const { device } = await shopWithTill()
    const answer = await device.upload([null, 'text', 7, {}, { id: 'x', seq: -1 }, ['\0']])
    expect(answer.status).toBe(200)
    expect(results(answer)).toEqual(Array(6).fill('quarantined'))
    const again = await device.upload([null, 'text', 7, {}, { id: 'x', seq: -1 }, ['\0']])
    expect(results(again)).toEqual(Array(6).fill('duplicate'))
  })

  it('reports holes in the chain until the missing items arrive', async () => {
    const { shop, device, tea } = await shopWithTill()
    const [first, second, third, fourth] = Array.from({ length: 4 }, () =>
      device.item(saleBody(shop, [{ productId: tea }])),
    )
    const custody = async (items: unknown[]) => (await device.upload(items)).body.custody
    expect(await custody([first, fourth])).toMatchObject([{ watermark: 1, highest: 4, holes: [2, 3] }])
    expect(await custody([third])).toMatchObject([{ watermark: 1, highest: 4, holes: [2] }])
    expect(await custody([second])).toMatchObject([{ watermark: 4, highest: 4, holes: [] }])
  })

  it('accepts gzip bodies, and refuses invalid and oversized ones', async () => {
    const { shop, device, tea } = await shopWithTill()
    const body = JSON.stringify({ sales: [device.item(saleBody(shop, [{ productId: tea }]))] })
    const packed = device.api.with({ 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' })
    const answer = await packed.sendBytes('/api/pos/v1/sales', gzipSync(body))
    expect(results(answer)).toEqual(['accepted'])
    const capital = packed.with({ 'Content-Encoding': 'GZIP' })
    expect((await capital.sendBytes('/api/pos/v1/sales', gzipSync(body))).status).toBe(200)
    expect((await packed.sendBytes('/api/pos/v1/sales', Buffer.from('not gzip'))).status).toBe(400)
    const bomb = gzipSync(Buffer.alloc(20_000_000, 32))
    expect((await packed.sendBytes('/api/pos/v1/sales', bomb)).status).toBe(413)
  })

  it.each([
    ['malformed_json', '{"sales": [', undefined],
    ['invalid_request', '{}', '#/sales'],
    ['invalid_request', '{"sales": 7}', '#/sales'],
    ['invalid_request', JSON.stringify({ sales: Array(101).fill({}) }), '#/sales'],
  ])(
    'refuses with the code %s a request body that contains no valid list of items',
    async (code, body, pointer) => {
      const { device } = await shopWithTill()
      const answer = await device.api.post('/api/pos/v1/sales', body)
      expect([answer.status, answer.body.code, answer.body.errors?.[0].pointer]).toEqual([400, code, pointer])
    },
  )

  it('subtracts all concurrent sales of a product from its stock', async () => {
    const { shop, tea } = await shopWithTill()
    const coffee = await createProduct(shop)
    const devices: Device[] = []
    for (let i = 0; i < 4; i += 1) devices.push(await enrolDevice(door, shop))
    await Promise.all(
      devices.map(async (device, i) => {
        for (let round = 0; round < 10; round += 1) {
          const ids = (i + round) % 2 ? [tea, coffee] : [coffee, tea]
          const answer = await device.upload([
            device.item(
              saleBody(
                shop,
                ids.map((productId) => ({ productId })),
              ),
            ),
          ])
          expect(results(answer)).toEqual(['accepted'])
        }
      }),
    )
    expect([await stockOf(shop, tea), await stockOf(shop, coffee)]).toEqual([-40, -40])
    const { rows } = await owner.query(
      'SELECT sum(quantity)::int AS n FROM stock_movements WHERE product_id = $1',
      [tea],
    )
    expect(rows[0].n).toBe(-40_000)
  })
})
