import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { until } from '#test/support/until.ts'

type Answer = { body: { results: { result: string; reasons: { code: string }[] }[] } }
const results = ({ body }: Answer) => body.results.map(({ result }) => result)
const codes = ({ body }: Answer) => body.results.map(({ reasons }) => reasons.map(({ code }) => code))

describe('posting of uploaded sales', () => {
  const door = useHub()
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
  })
  afterAll(() => owner.end())

  async function shopWithTill() {
    const shop = await signUp(door)
    return { shop, device: await enrolDevice(door, shop), tea: await createProduct(shop, { cost: 60 }) }
  }
  const workItems = async (shop: Organization, kind: string) => {
    const { rows } = await owner.query(
      `SELECT subject, settled_at IS NULL AS open FROM work_items WHERE organization_id = $1 AND kind = $2`,
      [shop.organizationId, kind],
    )
    return rows
  }
  const stockOf = async (shop: Organization, productId: string) =>
    (await shop.api.get(`/api/inventory/stock?productId=${productId}`)).body.items[0]?.quantity

  it('posts sales with the same result in one batch as one by one', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const story = tellStory(seed)
      const together = await openShop(story)
      const apart = await openShop(story)
      await together.device.upload(together.sales.map((sale) => together.device.item(sale)))
      for (const sale of apart.sales) await apart.device.upload([apart.device.item(sale)])
      expect([seed, await booksOf(together)]).toEqual([seed, await booksOf(apart)])
    }
  })

  it('links a return to a sale that is being posted concurrently', async () => {
    const { shop, device, tea } = await shopWithTill()
    const known = saleBody(shop, [{ productId: tea }])
    await device.upload([device.item(known)])
    const arriving = newId()
    await owner.query(`BEGIN; SET LOCAL app.organization_id = '${shop.organizationId}';
      LOCK TABLE retail_sale_lines IN ACCESS EXCLUSIVE MODE`)
    const copy = (table: string, key: string, changes: object) =>
      owner.query(
        `INSERT INTO ${table} SELECT copied.* FROM ${table} AS known, jsonb_populate_record(known, $1) AS copied
         WHERE known.${key} = $2`,
        [JSON.stringify(changes), known.id],
      )
    await copy('retail_sales', 'id', { id: arriving, number: 'A-1', receipt_number: 'A-1' })
    await copy('retail_sale_lines', 'sale_id', { id: newId(), sale_id: arriving })
    const answer = device.upload([
      device.item(
        saleBody(shop, [{ productId: tea, originalLineNo: 1 }], { isReturn: true, originalSaleId: arriving }),
      ),
    ])
    await until('the return waits for the lines', async () => {
      const { rows } = await owner.query(
        `SELECT FROM pg_locks WHERE relation = 'retail_sale_lines'::regclass AND NOT granted`,
      )
      return rows.length > 0
    })
    await owner.query('SELECT feed_bump(); COMMIT')
    expect(results(await answer)).toEqual(['accepted'])
  })

  interface Story {
    products: { id: string; cost: number; kind: string; isKnown: boolean }[]
    sales: Parameters<typeof saleBody>[1][]
    overrides: Parameters<typeof saleBody>[2][]
  }

  /**
   * Generates sales and returns in any order, with known and unknown products, a service, repeated receipt
   * numbers and dates in a closed period.
   */
  function tellStory(seed: number): Story {
    const random = randomFrom(seed)
    const soldAt = new Date().toISOString()
    const products = Array.from({ length: 5 }, (_, i) => ({
      id: newId(),
      cost: random(900) / 10,
      kind: i === 3 ? 'Service' : 'Good',
      isKnown: i !== 4,
    }))
    const ids = Array.from({ length: 16 }, () => newId())
    const sales = ids.map(() =>
      Array.from({ length: 1 + random(4) }, () => ({
        productId: must(products[random(5)]).id,
        quantity: (1 + random(5000)) / 1000,
        originalLineNo: 1 + random(4),
      })),
    )
    const overrides = ids.map((id) => ({
      id,
      receiptNumber: `${seed}-${random(14)}`,
      ...(random(2) === 0 && { isReturn: true, originalSaleId: must(ids[random(ids.length)]) }),
      soldAt: random(4) === 0 ? '2026-03-31T12:00:00.000Z' : soldAt,
    }))
    return { products, sales, overrides }
  }

  async function openShop({ products, sales, overrides }: Story) {
    const shop = await signUp(door)
    for (const { id, cost, kind, isKnown } of products)
      if (isKnown) await createProduct(shop, { id, cost, kind })
    await owner.query(
      `UPDATE organization_settings SET closed_until = '2026-03-31' WHERE organization_id = $1`,
      [shop.organizationId],
    )
    const device = await enrolDevice(door, shop)
    return { shop, device, sales: sales.map((lines, i) => saleBody(shop, lines, overrides[i])) }
  }

  async function booksOf({ shop }: { shop: Organization }) {
    const read = async (statement: string) => (await owner.query(statement, [shop.organizationId])).rows
    return {
      movements: await read(
        `SELECT document_id, product_id, quantity, unit_cost, cost_sum, balance_after, average_after
         FROM stock_movements WHERE organization_id = $1 ORDER BY seq`,
      ),
      balances: await read(
        `SELECT product_id, quantity, average_cost FROM stock_balances WHERE organization_id = $1
         ORDER BY product_id`,
      ),
      sales: await read(
        'SELECT id, number, status, flags, sum FROM retail_sales WHERE organization_id = $1 ORDER BY id',
      ),
      lines: await read(
        `SELECT sale_id, line_no, unit_cost FROM retail_sale_lines WHERE organization_id = $1
         ORDER BY sale_id, line_no`,
      ),
      products: await read('SELECT id, is_archived FROM products WHERE organization_id = $1 ORDER BY id'),
      verdicts: await read('SELECT id, status, reasons FROM uploads WHERE organization_id = $1 ORDER BY id'),
    }
  }

  it('quarantines only the sale that cannot be stored', async () => {
    const { shop, device, tea } = await shopWithTill()
    const cursed = saleBody(shop, [{ productId: tea }], { receiptNumber: `cursed-${shop.organizationId}` })
    await owner.query(
      `ALTER TABLE retail_sales ADD CONSTRAINT curse CHECK (receipt_number <> '${cursed.receiptNumber}') NOT VALID`,
    )
    const good = () => device.item(saleBody(shop, [{ productId: tea }]))
    const answer = await device.upload([good(), device.item(cursed), good()])
    expect([results(answer), codes(answer)[1]]).toEqual([
      ['accepted', 'quarantined', 'accepted'],
      ['posting_failed'],
    ])
    expect(JSON.stringify(answer.body)).not.toMatch(/insert into|params/i)
    expect(await stockOf(shop, tea)).toBe(-2)
    expect(await workItems(shop, 'quarantined')).toEqual([{ subject: cursed.id, open: true }])
    await owner.query('ALTER TABLE retail_sales DROP CONSTRAINT curse')
  })

  it('posts a batch in the order of its chain, for any order of ids', async () => {
    const { shop, device, tea } = await shopWithTill()
    const [earlier, later] = [newId(), newId()].sort()
    const numbered = (id: string | undefined) =>
      device.item(saleBody(shop, [{ productId: tea }], { id: must(id), receiptNumber: 'A1-000007' }))
    const answer = await device.upload([numbered(later), numbered(earlier)])
    expect(codes(answer)).toEqual([['negative_stock'], ['receipt_number_repeated', 'negative_stock']])
    expect((await shop.api.get(`/api/sales/retail/${later}`)).body.number).toBe('A1-000007')
    const movements = await shop.api.get(`/api/inventory/movements?productId=${tea}`)
    const after = new Map(
      movements.body.items.map((row: { documentId: string; balanceAfter: number }) => [
        row.documentId,
        row.balanceAfter,
      ]),
    )
    expect([after.get(later), after.get(earlier)]).toEqual([-1, -2])
  })

  it('posts each sale once when two hubs receive the same batch concurrently', async () => {
    await using second = await startTestHub({ databaseUrl: door.database.hubUrl })
    const { shop, device, tea } = await shopWithTill()
    const elsewhere = (await atAnotherHub(device, second)).post
    for (let round = 0; round < 5; round += 1) {
      const sales = Array.from({ length: 20 }, () => device.item(saleBody(shop, [{ productId: tea }])))
      const answers = await Promise.all([
        device.upload(sales),
        elsewhere('/api/pos/v1/sales', { sales }),
        device.upload([...sales].reverse()),
      ])
      for (const answer of answers) {
        expect(answer.status).toBe(200)
        for (const result of results(answer)) expect(['accepted', 'duplicate']).toContain(result)
      }
      expect(answers.flatMap(results).filter((result) => result === 'accepted')).toHaveLength(20)
    }
    expect(await stockOf(shop, tea)).toBe(-100)
    expect((await shop.api.get('/api/sales/retail')).body.total).toBe(100)
  })

  const atAnotherHub = async (device: Device, other: { hub: ApiDoor }) => {
    const token = await new ApiClient(other).token({
      grant_type: 'client_credentials',
      ...device.credentials,
    })
    return new ApiClient(other, token.body.access_token)
  }
  type ApiDoor = (typeof door)['hub']

  it('avoids deadlocks when eight devices sell the same product', async () => {
    const { shop, tea } = await shopWithTill()
    const others = await Promise.all([1, 2, 3].map(() => createProduct(shop)))
    const devices: Device[] = []
    for (let i = 0; i < 8; i += 1) devices.push(await enrolDevice(door, shop))
    const before = await deadlocks()
    const answers = await Promise.all(
      devices.map((device, i) =>
        device.upload(
          Array.from({ length: 25 }, (_, n) => {
            const some = [others[(i + n) % 3], tea, others[(i * n) % 3]].filter((id) => id !== undefined)
            const ids = n % 2 ? some : some.reverse()
            return device.item(
              saleBody(
                shop,
                ids.map((productId) => ({ productId })),
              ),
            )
          }),
        ),
      ),
    )
    expect(answers.flatMap(results).every((result) => result === 'accepted')).toBe(true)
    expect(await stockOf(shop, tea)).toBe(-200)
    expect(await deadlocks()).toBe(before)
  })

  const deadlocks = async () =>
    (await owner.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')).rows[0]
      .deadlocks

  it('opens only one work item for a flagged sale that is uploaded twice', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = device.item(saleBody(shop, [{ productId: tea }, { productId: newId() }]))
    await device.upload([sale])
    await device.upload([sale])
    expect(await workItems(shop, 'flagged')).toEqual([{ subject: sale.id, open: true }])
  })

  it('opens a work item when two different bodies have the same id', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea }])
    const other = device.item({ ...sale, cashierName: 'Other' })
    await device.upload([device.item(sale), other])
    expect(await workItems(shop, 'conflict')).toEqual([{ subject: `${sale.id}:${other.hash}`, open: true }])
  })

  it('opens one work item for each different conflicting body', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sale = saleBody(shop, [{ productId: tea }])
    const others = ['One', 'Two'].map((cashierName) => device.item({ ...sale, cashierName }))
    expect(results(await device.upload([device.item(sale), ...others, ...others]))).toEqual([
      'accepted',
      ...Array(4).fill('conflict'),
    ])
    expect(new Set((await workItems(shop, 'conflict')).map(({ subject }) => subject))).toEqual(
      new Set(others.map(({ hash }) => `${sale.id}:${hash}`)),
    )
  })

  it('posts all held uploads, even more than fit into one sweep', async () => {
    const { shop, device, tea } = await shopWithTill()
    const archive = (isArchived: boolean) =>
      transact(shop, () =>
        owner.query('UPDATE organizations SET is_archived = $2 WHERE id = $1', [
          shop.organizationId,
          isArchived,
        ]),
      )
    await archive(true)
    for (let batch = 0; batch < 2; batch++) {
      const sales = Array.from({ length: 65 }, () => device.item(saleBody(shop, [{ productId: tea }])))
      expect(new Set(results(await device.upload(sales)))).toEqual(new Set(['held']))
    }
    await owner.query(`UPDATE uploads SET received_at = now() WHERE organization_id = $1`, [
      shop.organizationId,
    ])
    await archive(false)
    await using _sweeping = await startTestHub({ databaseUrl: door.database.hubUrl })
    const left = async () =>
      (
        await owner.query(
          `SELECT count(*)::int AS n FROM uploads WHERE organization_id = $1 AND status <> 'posted'`,
          [shop.organizationId],
        )
      ).rows[0].n
    // A sweep posts a hundred uploads. Without a wake-up, the next sweep would run a minute later.
    await until('the first are posted', async () => (await left()) <= 30, 60_000)
    await until('the rest is posted', async () => (await left()) === 0, 30_000)
    expect(await stockOf(shop, tea)).toBe(-130)
  })

  it('compares prices with those of the retail point of each sale, even for two retail points in one batch', async () => {
    const { shop, device } = await shopWithTill()
    const wholesale = (await shop.api.post('/api/catalog/price-types', { name: 'Wholesale' })).body.id
    const point = await shop.api.post('/api/catalog/retail-points', {
      name: 'Two',
      storeId: shop.storeId,
      priceTypeId: wholesale,
    })
    const productId = await createProduct(shop, {
      retailPrice: undefined,
      cost: 60,
      prices: [
        { priceTypeId: shop.priceTypeId, value: 100 },
        { priceTypeId: wholesale, value: 80 },
      ],
    })
    const sold = (price: number, retailPointId: string) =>
      device.item(saleBody(shop, [{ productId, price }], { retailPointId }))
    const [here, there] = [shop.retailPointId, point.body.id]
    const answer = await device.upload([sold(100, here), sold(80, there), sold(80, here), sold(100, there)])
    expect(codes(answer).map((each) => each.includes('price_differs'))).toEqual([false, false, true, true])
  })

  it('posts the sales of a batch in the order of their times', async () => {
    const { shop, device, tea } = await shopWithTill()
    const at = (hour: number) =>
      saleBody(shop, [{ productId: tea }], { soldAt: `2026-03-02T${hour}:00:00.000Z` })
    const [late, early, between] = [at(15), at(11), at(13)]
    await device.upload([late, early, between].map((sale) => device.item(sale)))
    const { items } = (await shop.api.get(`/api/inventory/movements?productId=${tea}`)).body
    expect(items).toMatchObject([
      { documentId: late.id, balanceAfter: -3 },
      { documentId: between.id, balanceAfter: -2 },
      { documentId: early.id, balanceAfter: -1 },
    ])
  })

  it('holds the sales of an archived organization until it is restored', async () => {
    const { shop, device, tea } = await shopWithTill()
    const archive = (isArchived: boolean) =>
      owner.query('UPDATE organizations SET is_archived = $2 WHERE id = $1', [
        shop.organizationId,
        isArchived,
      ])
    await transact(shop, () => archive(true))
    const sales = [1, 2].map(() => device.item(saleBody(shop, [{ productId: tea }])))
    const answer = await device.upload(sales)
    expect([results(answer), codes(answer)[0]]).toEqual([['held', 'held'], ['organization_archived']])
    expect(results(await device.upload(sales))).toEqual(['duplicate', 'duplicate'])
    await transact(shop, () => archive(false))
    await using _sweeping = await startTestHub({ databaseUrl: door.database.hubUrl })
    await until('the sweep has posted them', async () => (await stockOf(shop, tea)) === -2)
    expect((await shop.api.get('/api/sales/retail')).body.total).toBe(2)
  })

  /** Executes `work` in a transaction of the table owner and updates the feed. */
  async function transact(shop: Organization, work: () => Promise<unknown>) {
    await owner.query(`BEGIN; SET LOCAL app.organization_id = '${shop.organizationId}'`)
    await work()
    await owner.query('SELECT feed_bump(); COMMIT')
  }

  it('flags sales of a revoked device unless they were provably made before the revocation', async () => {
    const { shop, device, tea } = await shopWithTill()
    await owner.query('UPDATE devices SET revoked_at = now() WHERE id = $1', [device.id])
    const sale = (minutesAgo: number, hubOffsetMs: number | null) => {
      const body = saleBody(shop, [{ productId: tea }], {
        soldAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      })
      return device.item({ ...body, clock: { ...body.clock, hubOffsetMs } })
    }
    const answer = await device.upload([
      sale(10, 0),
      sale(-1, 0),
      sale(10, null),
      sale(10, 1_200_000),
      sale(-10, -1_200_000),
    ])
    expect(results(answer)).toEqual(Array(5).fill('accepted'))
    expect(codes(answer).map((each) => each.includes('device_revoked'))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect((await device.api.get('/api/pos/v1/sales')).status).toBe(403)
  })

  it('treats a sale at the exact time of the revocation as made before it', async () => {
    const { shop, device, tea } = await shopWithTill()
    const revokedAt = Date.parse('2026-03-02T10:00:00.000Z')
    await owner.query('UPDATE devices SET revoked_at = $2 WHERE id = $1', [device.id, new Date(revokedAt)])
    const at = (ms: number) => {
      const soldAt = new Date(revokedAt + ms).toISOString()
      return device.item(saleBody(shop, [{ productId: tea }], { soldAt }))
    }
    const answer = await device.upload([at(-1), at(0), at(1)])
    expect(codes(answer).map((each) => each.includes('device_revoked'))).toEqual([false, false, true])
  })

  it('responds in time and holds sales when the stock balance is locked', async () => {
    const { shop, device, tea } = await shopWithTill()
    const sell = () => device.upload([1, 2].map(() => device.item(saleBody(shop, [{ productId: tea }]))))
    await sell()
    await owner.query(`BEGIN; SELECT FROM stock_balances WHERE product_id = '${tea}' FOR UPDATE`)
    const answer = await sell()
    expect(results(answer)).toEqual(['held', 'held'])
    await owner.query('ROLLBACK')
  })
})

/** Returns a seeded generator of whole numbers from 0 up to but excluding `n`. */
function randomFrom(seed: number): (n: number) => number {
  let state = seed * 7919
  return (n) => {
    state = (state * 48_271) % 2_147_483_647
    return state % n
  }
}
