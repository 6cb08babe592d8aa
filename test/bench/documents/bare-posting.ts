import pg from 'pg'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { inLanes, timed } from '../harness/timed.ts'
import type { Shop } from '../world/shop.ts'
import { costOf, type Draft, type Kind } from './drafts.ts'

/**
 * The floor of posting: the rows that it leaves (a movement and a balance a line, the costs of the lines, the header), a
 * durable transaction per document, by prepared statements of one table each. As the owner of the tables: no row-level
 * security; nothing is read, judged, worked out or answered. Answers milliseconds.
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
  const run = (name: string, values: unknown[]): Promise<unknown> =>
    client.query({ name, text: must(STATEMENTS[name]), values })
  const each = <Value>(pick: (line: Draft['lines'][number]) => Value): Value[] => lines.map(pick)
  const quantity = kind.pieces * 1000
  const products = each(({ product }) => product.id)
  const costs = each(({ product }) => costOf(product))
  const costSums = costs.map((cost) => cost * kind.pieces)

  await client.query('BEGIN')
  await run('balances', [organizationId, storeId, date, quantity, products])
  await run('movements', [
    ...[organizationId, storeId, kind.pieces < 0 ? 'Demand' : 'Supply', id, date, quantity],
    ...[each(() => newId()), each(({ lineNo }) => lineNo), products, costs, costSums],
    kind.pieces < 0 ? 'Average' : 'Given',
  ])
  await run('lines', [organizationId, each((line) => line.id), costs, costSums])
  await run('header', [organizationId, id, employeeId, costSums.reduce((sum, cost) => sum + Math.abs(cost), 0)])
  await client.query('COMMIT')
}

const STATEMENTS: Record<string, string> = {
  // In the order of ids, so that two connections do not wait for each other in a circle.
  balances: `
    UPDATE stock_balances AS balance
    SET quantity = quantity + $4, last_movement_at = $3
    FROM (SELECT product_id FROM stock_balances
          WHERE organization_id = $1 AND store_id = $2 AND product_id = ANY($5::uuid[])
          ORDER BY product_id FOR UPDATE) AS moved
    WHERE balance.organization_id = $1 AND balance.store_id = $2 AND balance.product_id = moved.product_id`,
  movements: `
    INSERT INTO stock_movements (organization_id, id, moment, store_id, product_id, document_type, document_id, line_no,
      quantity, unit_cost, cost_sum, balance_after, average_after, cost_rule, given_cost, fallback_cost)
    SELECT $1::uuid, id, $5::timestamptz, $2::uuid, product_id, $3::text, $4::uuid, line_no, $6::bigint, cost, cost_sum, 0, cost, $12::text,
      CASE $12::text WHEN 'Given' THEN cost END, cost
    FROM unnest($7::uuid[], $8::int[], $9::uuid[], $10::bigint[], $11::bigint[])
      AS movement (id, line_no, product_id, cost, cost_sum)`,
  lines: `
    UPDATE document_lines AS line SET unit_cost = now.cost, cost_sum = abs(now.cost_sum)
    FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS now (id, cost, cost_sum)
    WHERE line.organization_id = $1 AND line.id = now.id`,
  header: `
    UPDATE documents SET status = 'Posted', cost_sum = $4, posted_at = now(), posted_by_id = $3, version = version + 1,
      updated_at = now()
    WHERE organization_id = $1 AND id = $2`,
}
