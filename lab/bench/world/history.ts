import type pg from 'pg'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import { idOf } from './catalog.ts'
import { openStores } from './ledger.ts'
import type { Office } from './office.ts'
import { LINES_PER_SALE } from './sales.ts'
import { withoutIndexes } from './without-indexes.ts'

export interface HistorySize {
  /** Number of sale lines, five for each receipt. */
  lines: number
  /** Number of days, ending yesterday. */
  days: number
  /** Number of stores. Missing stores are created. */
  stores: number
  products: number
}

const LINES_PER_STATEMENT = 1_000_000
const CASHIERS_PER_STORE = 3
const CUSTOMERS = 2_000
const DAY_MS = 86_400_000

/** Returns SQL for a pseudo-random number in [0, 1), deterministic for the given number and seed. */
const chance = (number: string, seed: number): string =>
  `((hashint8extended(${number}, ${seed}) & 1073741823) / 1073741824.0)`

/**
 * Inserts receipts of all stores by SQL, spread over the days between 8:00 and 22:00. A tenth of the products
 * make up nearly half of the sales, one in fifty receipts is a return, and one in three has a customer. The
 * days are marked dirty, so the hub sums them.
 */
export async function fillHistories(
  sql: pg.Client,
  offices: readonly Office[],
  size: HistorySize,
): Promise<void> {
  for (const office of offices) await openStores(sql, office, size.stores)
  await sql.query(`SET synchronous_commit = off; SET work_mem = '512MB'`)
  const tables = ['retail_sale_lines', 'retail_sale_payments'] as const
  await withoutIndexes(sql, tables[0], () =>
    withoutIndexes(sql, tables[1], async () => {
      for (const office of offices) await fillHistory(sql, office, size)
    }),
  )
  for (const table of ['retail_sales', ...tables, 'counterparties'])
    await sql.query(`VACUUM ANALYZE ${table}`)
  for (const office of offices) await markAllDays(sql, office.shop.organizationId)
  await sql.query('RESET synchronous_commit; RESET work_mem')
}

async function fillHistory(sql: pg.Client, { shop }: Office, size: HistorySize): Promise<void> {
  const { organizationId, retailPointId } = shop
  const receipts = Math.floor(size.lines / LINES_PER_SALE)
  const first = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - size.days * DAY_MS).toISOString()
  await sql.query(
    `BEGIN; SET LOCAL app.organization_id = '${organizationId}';
     INSERT INTO counterparties (organization_id, id, name, kind)
     SELECT '${organizationId}', ${idOf('i')}, 'Покупатель № ' || i, 'Individual'
     FROM generate_series(1, ${CUSTOMERS}) i;
     SELECT feed_bump(); COMMIT`,
  )
  await sql.query(
    `CREATE TEMP TABLE places AS
       SELECT row_number() OVER (ORDER BY id) - 1 AS place, id AS store_id FROM stores
       WHERE organization_id = '${organizationId}';
     CREATE TEMP TABLE goods AS
       SELECT row_number() OVER (ORDER BY product.id) - 1 AS place, product.id, product.name, product.cost, price.value AS price
       FROM products AS product JOIN product_prices AS price USING (organization_id)
       WHERE price.product_id = product.id AND organization_id = '${organizationId}';
     CREATE INDEX ON goods (place);
     ANALYZE goods`,
  )
  // Day, time and store of receipt i.
  const moment = `timestamptz '${first}' + (i * ${size.days} / ${receipts}) * interval '1 day'
    + (3 * 3600 + floor(${chance('i', 1)} * 14 * 3600)) * interval '1 second'`
  const stores = `${chance('i', 2)} * ${size.stores}`
  const receiptsPerStatement = LINES_PER_STATEMENT / LINES_PER_SALE
  for (let from = 0; from < receipts; from += receiptsPerStatement) {
    const numbers = `generate_series(${from}::bigint, ${Math.min(receipts, from + receiptsPerStatement) - 1}) AS i`
    await sql.query(
      `CREATE TEMP TABLE line AS
         SELECT i, n, good.id AS product_id, good.name, good.price, good.cost
         FROM ${numbers}
         CROSS JOIN generate_series(1, ${LINES_PER_SALE}) AS n
         JOIN goods AS good ON good.place = floor(power(${chance(`i * 8 + n`, 3)}, 3) * ${size.products})::bigint;
       INSERT INTO retail_sale_lines (organization_id, id, sale_id, line_no, product_id, product_name, quantity, price,
         discount_amount, sum, vat_rate, vat_sum, unit_cost)
       SELECT '${organizationId}', ${idOf('i * 8 + n')}, ${idOf('i')}, n, product_id, name, 1000, price, 0, price, 1200,
         round(price * 12 / 112.0), cost
       FROM line;
       INSERT INTO retail_sales (organization_id, id, number, date, status, is_return, store_id, retail_point_id, cashier_id,
         customer_id, sum, vat_sum, discount_sum, change_sum, lines_count, source, sold_at, received_at, posted_at, flags)
       SELECT '${organizationId}', ${idOf('i')}, 'H-' || i, ${moment}, 'Posted', i % 50 = 49, store_id, '${retailPointId}',
         ${idOf(`place * ${CASHIERS_PER_STORE} + i % ${CASHIERS_PER_STORE}`)},
         CASE WHEN i % 3 = 0 THEN ${idOf(`1 + (i / 3) % ${CUSTOMERS}`)} END,
         total.sum, round(total.sum * 12 / 112.0), 0, 0, ${LINES_PER_SALE}, 'Pos', ${moment}, ${moment}, ${moment}, '[]'
       FROM (SELECT i, sum(price) AS sum FROM line GROUP BY i) AS total
       JOIN places ON place = floor(${stores});
       INSERT INTO retail_sale_payments (organization_id, sale_id, position, type, amount)
       SELECT '${organizationId}', ${idOf('i')}, 0, (ARRAY['Cash', 'Card', 'Qr', 'Cash', 'Card'])[1 + i % 5], sum(price)
       FROM line GROUP BY i;
       DROP TABLE line`,
    )
  }
  await sql.query('DROP TABLE places; DROP TABLE goods')
}

const markAllDays = (sql: pg.Client, organizationId: string): Promise<unknown> =>
  sql.query(
    `INSERT INTO dirty_days (organization_id, id, day, store_id)
     SELECT organization_id, gen_random_uuid(), day, store_id FROM (
       SELECT DISTINCT s.organization_id, (s.date AT TIME ZONE o.time_zone)::date AS day, s.store_id
       FROM retail_sales AS s JOIN organizations AS o ON o.id = s.organization_id
       WHERE s.organization_id = '${organizationId}'
     ) AS marked`,
  )

const LOOK_MS = 5_000

/**
 * Waits until all days, all complete months, quarters and years, and the document counts of all groups are
 * summed.
 */
export async function awaitSums(sql: pg.Client): Promise<void> {
  // Polls rarely, because counting takes a while.
  while ((await countUnsummed(sql)) > 0) await sleep(LOOK_MS)
}

async function countUnsummed(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM dirty_days) + (SELECT count(*) FROM stale_groups)
       + (SELECT count(*) FROM platform_unsummed_periods()) AS count`,
  )
  return Number(must(rows[0]).count)
}
