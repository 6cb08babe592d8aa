import { REPLAYED_AT_ONCE } from '#hub/ledger/recalculations.ts'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { timed } from '../harness/timed.ts'
import { type CatalogProduct, fillCatalog, findProducts, idOf } from '../world/catalog.ts'
import { Shop } from '../world/shop.ts'
import { findCounterparty } from './drafts.ts'
import { costOf } from './kinds.ts'

const LATER = [1_000, 5_000, 50_000]
const LATER_QUICK = [200, 1_000, 2_000]
const PLENTY = 1_000_000_000
const FIRST_MS = Date.now() - 300 * 86_400_000
const DAY_MS = 86_400_000
const LOOK_MS = 10

/**
 * Time from posting a back-dated supply before many sales of its product until their costs are recalculated,
 * compared with a plain UPDATE of the changed rows. When a job does the recalculation, the time of the
 * posting itself is a separate figure.
 */
export const REPLAY: Measurement = {
  name: 'replay',
  measure: async (bench) => {
    await using shop = await Shop.open(bench)
    await fillCatalog(shop, LATER.length)
    const products = await findProducts(
      shop.sql,
      LATER.map((_, i) => i + 1),
    )
    const figures: Figure[] = []
    for (const [index, count] of (bench.options.isQuick ? LATER_QUICK : LATER).entries()) {
      const product = must(products[index])
      await sell(shop, product, count)
      const posted: number[] = []
      const replayed: number[] = []
      const floor: number[] = []
      for (let run = 0; run < bench.options.runs; run += 1) {
        floor.push((await updateBare(shop, product)) / (count / 1000))
        const { posting, all } = await supplyBefore(shop, product, run)
        posted.push(posting)
        replayed.push(all / (count / 1000))
      }
      if (count > REPLAYED_AT_ONCE)
        figures.push({ name: `posting before ${count} movements`, unit: 'ms', product: posted, floor: [] })
      figures.push({
        name: `replay of ${count} later movements, per 1000`,
        unit: 'ms',
        product: replayed,
        floor,
      })
    }
    return figures
  },
}

/**
 * Inserts a large receipt of the product and, starting a day later, `count` sales of one piece at intervals
 * of a minute, each in a separate document.
 */
async function sell({ sql, office }: Shop, product: CatalogProduct, count: number): Promise<void> {
  const { organizationId, storeId } = office.shop
  const cost = costOf(product)
  const first = FIRST_MS + DAY_MS * 2
  const momentOf = (ms: number, number = '0'): string =>
    `timestamptz '${new Date(ms).toISOString()}' + ${number} * interval '1 minute'`
  // Ids must be distinct between products.
  const id = idOf(`${count} * 1000::bigint + number`)
  const insert = (table: string, values: Record<string, string>): Promise<unknown> =>
    sql.query(
      `INSERT INTO ${table} (organization_id, ${Object.keys(values).join(', ')})
       SELECT '${organizationId}', ${Object.values(values).join(', ')}
       FROM generate_series(1::bigint, ${count}) AS number`,
    )
  const [store, ofProduct] = [`'${storeId}'::uuid`, `'${product.id}'::uuid`]
  await sql.query(
    `INSERT INTO stock_movements (organization_id, id, moment, store_id, product_id, document_type, document_id, line_no,
       quantity, unit_cost, cost_sum, balance_after, average_after, cost_rule, given_cost)
     VALUES ('${organizationId}', uuidv7(), ${momentOf(FIRST_MS)}, ${store}, ${ofProduct}, 'Enter', uuidv7(), 1,
       ${PLENTY}, ${cost}, ${cost * (PLENTY / 1000)}, ${PLENTY}, ${cost}, 'Given', ${cost})`,
  )
  await insert('documents', {
    id,
    type: `'Demand'`,
    number: `'H-${count}-' || number`,
    date: momentOf(first, 'number'),
    status: `'Posted'`,
    store_id: store,
    cost_sum: `${cost}`,
  })
  await insert('document_lines', {
    id,
    document_id: id,
    line_no: '1',
    product_id: ofProduct,
    quantity: '1000',
    unit_cost: `${cost}`,
    cost_sum: `${cost}`,
  })
  await insert('stock_movements', {
    id,
    moment: momentOf(first, 'number'),
    store_id: store,
    product_id: ofProduct,
    document_type: `'Demand'`,
    document_id: id,
    line_no: '1',
    quantity: '-1000',
    unit_cost: `${cost}`,
    cost_sum: `${-cost}`,
    balance_after: `${PLENTY} - 1000 * number`,
    average_after: `${cost}`,
  })
  await sql.query(
    `INSERT INTO stock_balances (organization_id, store_id, product_id, quantity, average_cost, last_movement_at)
     VALUES ('${organizationId}', ${store}, ${ofProduct}, ${PLENTY - 1000 * count}, ${cost},
       ${momentOf(first, `${count}`)})`,
  )
  for (const table of ['documents', 'document_lines', 'stock_movements'])
    await sql.query(`VACUUM ANALYZE ${table}`)
}

/** Measures the time of posting, and the time until the recalculation is complete, in ms. */
async function supplyBefore(shop: Shop, product: CatalogProduct, run: number) {
  const { office } = shop
  const { id } = await office.send<{ id: string }>('POST', '/api/purchases/supplies', {
    storeId: office.shop.storeId,
    counterpartyId: await findCounterparty(shop),
    date: new Date(FIRST_MS + DAY_MS + run * 1000).toISOString(),
    lines: [{ productId: product.id, quantity: 1_000_000, price: (product.price + run * 100) / 100 }],
  })
  const posting = await timed(() => office.send('POST', `/api/purchases/supplies/${id}/post`))
  const waiting = await timed(() => costsWorkedOut(shop, product))
  return { posting, all: posting + waiting }
}

async function costsWorkedOut({ sql }: Shop, { id }: CatalogProduct): Promise<void> {
  const isPending = async () =>
    ((await sql.query('SELECT FROM cost_recalculations WHERE product_id = $1', [id])).rowCount ?? 0) > 0
  while (await isPending()) await sleep(LOOK_MS)
}

/** Measures the time in ms to update movements, lines and documents of the sales in one statement. */
async function updateBare({ sql, office }: Shop, product: CatalogProduct): Promise<number> {
  const { organizationId } = office.shop
  const { rows } = await sql.query<{ id: string; cost: string }>(
    `SELECT id, unit_cost + 1 AS cost FROM stock_movements
     WHERE organization_id = $1 AND product_id = $2 AND document_type = 'Demand' ORDER BY moment`,
    [organizationId, product.id],
  )
  const column = (pick: (row: (typeof rows)[number], index: number) => unknown): unknown[] => rows.map(pick)
  const values = [
    organizationId,
    column(({ id }) => id),
    column(({ cost }) => cost),
    column(({ cost }) => -cost),
    column((_, index) => PLENTY - index * 1000 - 500),
  ]
  return timed(() =>
    sql.query(
      `WITH now AS (
         SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) AS now (id, cost, cost_sum, balance)
       ), movements AS (
         UPDATE stock_movements AS movement
         SET unit_cost = now.cost, cost_sum = now.cost_sum, balance_after = now.balance, average_after = now.cost
         FROM now WHERE movement.organization_id = $1 AND movement.id = now.id
       ), lines AS (
         UPDATE document_lines AS line SET unit_cost = now.cost, cost_sum = now.cost
         FROM now WHERE line.organization_id = $1 AND line.id = now.id
       )
       UPDATE documents AS document SET cost_sum = now.cost
       FROM now WHERE document.organization_id = $1 AND document.id = now.id`,
      values,
    ),
  )
}
