import pg from 'pg'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { inLanes, timed } from '../harness/timed.ts'
import type { Shop } from '../world/shop.ts'
import type { Draft } from './drafts.ts'
import { costOf, type Kind } from './kinds.ts'

/**
 * Measures the floor of posting in ms. Writes only the resulting rows: a movement and a balance for each
 * line, the costs of the lines, and the header. Each document is a durable transaction of prepared statements
 * on single tables. It runs as the owner of the tables without row-level security, and reads, checks,
 * computes and returns nothing.
 */
export async function postBare(
  shop: Shop,
  kind: Kind,
  drafts: readonly Draft[],
  connections: number,
): Promise<number> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: shop.databaseUrl }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  const took = await timed(() =>
    inLanes(connections, drafts, (draft, lane) => postDraft(must(clients[lane]), shop, kind, draft)),
  )
  await Promise.all(clients.map((client) => client.end()))
  return took
}

async function postDraft(client: pg.Client, { office }: Shop, kind: Kind, { id, date, lines }: Draft) {
  const { organizationId, storeId, employeeId } = office.shop
  const { documentType, costRule, pieces } = kind.movements
  const run = (name: string, text: string, values: unknown[]): Promise<unknown> =>
    client.query({ name, text, values })
  const each = <Value>(pick: (line: Draft['lines'][number]) => Value): Value[] => lines.map(pick)
  const quantity = pieces * 1000
  const products = each(({ product }) => product.id)
  const costs = each(({ product }) => costOf(product))
  const costSums = costs.map((cost) => cost * pieces)

  await client.query('BEGIN')
  await run('balances', BALANCES, [organizationId, storeId, date, quantity, products])
  await run('movements', MOVEMENTS, [
    organizationId,
    storeId,
    documentType,
    id,
    date,
    quantity,
    costRule,
    each(() => newId()),
    each(({ lineNo }) => lineNo),
    products,
    costs,
    costSums,
  ])
  await run('lines', kind.costLines, [organizationId, id, each((line) => line.id), costs, costSums])
  const costSum = costSums.reduce((sum, cost) => sum + Math.abs(cost), 0)
  await run('header', kind.markPosted, [
    organizationId,
    id,
    employeeId,
    ...(kind.headerHoldsCost ? [costSum] : []),
  ])
  await client.query('COMMIT')
}

// Updates are ordered by id, so that two connections cannot deadlock.
const BALANCES = `
  UPDATE stock_balances AS balance
  SET quantity = quantity + $4, last_movement_at = $3
  FROM (SELECT product_id FROM stock_balances
        WHERE organization_id = $1 AND store_id = $2 AND product_id = ANY($5::uuid[])
        ORDER BY product_id FOR UPDATE) AS moved
  WHERE balance.organization_id = $1 AND balance.store_id = $2 AND balance.product_id = moved.product_id`

const MOVEMENTS = `
  INSERT INTO stock_movements (organization_id, id, moment, store_id, product_id, document_type, document_id, line_no,
    quantity, unit_cost, cost_sum, balance_after, average_after, cost_rule, given_cost, fallback_cost)
  SELECT $1::uuid, id, $5::timestamptz, $2::uuid, product_id, $3::text, $4::uuid, line_no, $6::bigint, cost, cost_sum,
    0, cost, $7::text, CASE $7::text WHEN 'Given' THEN cost END, cost
  FROM unnest($8::uuid[], $9::int[], $10::uuid[], $11::bigint[], $12::bigint[])
    AS movement (id, line_no, product_id, cost, cost_sum)`
