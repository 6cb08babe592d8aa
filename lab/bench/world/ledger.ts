import type pg from 'pg'
import { must } from '#shared/std/must.ts'
import { idOf } from './catalog.ts'
import type { Office } from './office.ts'
import { withoutIndexes } from './without-indexes.ts'

export interface LedgerSize {
  /** Number of stores. Missing stores are created. */
  stores: number
  /**
   * Number of movements of each product in each store. The first one is a large receipt, and each of the
   * others sells a piece.
   */
  rounds: number
}

const LINES_PER_DOCUMENT = 50
const MOVEMENTS_PER_STATEMENT = 1_000_000
/** Quantities in thousandths. */
const [PLENTY, PIECE] = [1_000_000_000, 1000]
const DAY_MS = 86_400_000
const PERIOD_MS = 365 * DAY_MS

/**
 * Inserts ledgers by SQL for all products and stores of the organizations: movements spread over the past
 * year, the resulting balances, and documents without lines, each with fifty movements. The number of
 * products must be a multiple of fifty.
 */
export async function fillLedgers(
  sql: pg.Client,
  offices: readonly Office[],
  size: LedgerSize,
): Promise<void> {
  for (const office of offices) await openStores(sql, office, size.stores)
  await sql.query(`SET synchronous_commit = off; SET work_mem = '512MB'`)
  await withoutIndexes(sql, 'stock_movements', async () => {
    for (const office of offices) await fillLedger(sql, office.shop.organizationId, size.rounds)
  })
  for (const table of ['documents', 'stock_movements', 'stock_balances'])
    await sql.query(`VACUUM ANALYZE ${table}`)
  await sql.query('RESET synchronous_commit; RESET work_mem')
}

export async function openStores(sql: pg.Client, office: Office, count: number): Promise<void> {
  const { rowCount } = await sql.query('SELECT FROM stores WHERE organization_id = $1', [
    office.shop.organizationId,
  ])
  for (let number = (rowCount ?? 0) + 1; number <= count; number += 1)
    await office.send('POST', '/api/catalog/stores', { name: `Склад № ${number}` })
}

/** Inserts one ledger. Movements are numbered round by round through all places, store by store. */
async function fillLedger(sql: pg.Client, organizationId: string, rounds: number): Promise<void> {
  await sql.query(
    `CREATE TEMP TABLE places AS
     SELECT row_number() OVER (ORDER BY store.id, product.id) - 1 AS place, store.id AS store_id,
       product.id AS product_id, product.cost
     FROM stores AS store JOIN products AS product USING (organization_id)
     WHERE organization_id = '${organizationId}';
     CREATE INDEX ON places (place);
     ANALYZE places`,
  )
  const { rows } = await sql.query<{ count: string }>('SELECT count(*) FROM places')
  const places = Number(must(rows[0]).count)
  const count = places * rounds
  const first = new Date(Date.now() - PERIOD_MS - DAY_MS).toISOString()
  const momentOf = (number: string): string =>
    `timestamptz '${first}'
       + (${number}) * interval '${Math.floor(PERIOD_MS / count)} milliseconds'`
  const typeOf = (number: string): string => `CASE WHEN ${number} < ${places} THEN 'Enter' ELSE 'Demand' END`

  const opening = `document * ${LINES_PER_DOCUMENT}`
  await sql.query(
    `INSERT INTO documents (organization_id, id, type, number, date, status, store_id, currency_id, counterparty_id, posted_at)
     SELECT '${organizationId}', ${idOf('document')}, ${typeOf(opening)}, 'H-' || document, ${momentOf(opening)}, 'Posted',
       store_id, (SELECT currency_id FROM organizations WHERE id = '${organizationId}'),
       (SELECT id FROM counterparties WHERE organization_id = '${organizationId}' LIMIT 1), ${momentOf(opening)}
     FROM generate_series(0, ${count / LINES_PER_DOCUMENT - 1}::bigint) AS document
     JOIN places ON place = ${opening} % ${places}`,
  )
  for (let from = 0; from < count; from += MOVEMENTS_PER_STATEMENT)
    await sql.query(
      `INSERT INTO stock_movements (organization_id, id, moment, store_id, product_id, document_type, document_id, line_no,
         quantity, unit_cost, cost_sum, balance_after, average_after, cost_rule, given_cost)
       SELECT '${organizationId}', uuidv7(), ${momentOf('number')}, store_id, product_id, ${typeOf('number')},
         ${idOf(`number / ${LINES_PER_DOCUMENT}`)}, 1 + number % ${LINES_PER_DOCUMENT},
         quantity, cost, quantity * cost / 1000, ${PLENTY} - number / ${places} * ${PIECE}, cost,
         CASE WHEN quantity > 0 THEN 'Given' ELSE 'Average' END, CASE WHEN quantity > 0 THEN cost END
       FROM (
         SELECT number, number % ${places} AS place,
           CASE WHEN number < ${places} THEN ${PLENTY}::bigint ELSE -${PIECE} END AS quantity
         FROM generate_series(${from}::bigint, ${Math.min(count, from + MOVEMENTS_PER_STATEMENT) - 1}) AS number
       ) AS movement
       JOIN places USING (place)
       ORDER BY number`,
    )
  await sql.query(
    `INSERT INTO stock_balances (organization_id, store_id, product_id, quantity, average_cost, last_movement_at)
     SELECT '${organizationId}', store_id, product_id, ${PLENTY - (rounds - 1) * PIECE}, cost,
       ${momentOf(`${count - places} + place`)}
     FROM places`,
  )
  await sql.query('DROP TABLE places')
}
