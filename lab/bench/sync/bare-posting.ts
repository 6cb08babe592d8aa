import { createHash } from 'node:crypto'
import pg from 'pg'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { NewSale } from '../world/sales.ts'
import type { Shop } from '../world/shop.ts'

/**
 * Measures the floor of an upload in seconds. Writes the rows that a sale leaves in the hub's tables, with
 * one connection for each agent. Each sale is a durable transaction of prepared statements on single tables.
 * It runs as the owner of the tables without row-level security, and reads and checks nothing.
 */
export async function postBare(
  shop: Shop,
  sales: readonly NewSale[],
  { deviceId, connections }: { deviceId: string; connections: number },
): Promise<number> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: shop.databaseUrl }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  const startedAt = performance.now()
  await Promise.all(
    clients.map(async (client, lane) => {
      for (let index = lane; index < sales.length; index += connections) {
        await postSale(client, shop.organizationId, deviceId, must(sales[index]))
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.all(clients.map((client) => client.end()))
  return seconds
}

async function postSale(client: pg.Client, organizationId: string, deviceId: string, sale: NewSale) {
  const run = (name: string, values: unknown[]): Promise<unknown> =>
    client.query({ name, text: must(STATEMENTS[name]), values })
  const body = JSON.stringify(sale)
  const number = sale.id.slice(-12)
  const hash = createHash('sha256').update(body).digest('hex')
  const lines = sale.lines.map((line) => ({ ...line, id: newId() }))
  const each = <Value>(pick: (line: (typeof lines)[number]) => Value): Value[] => lines.map(pick)
  const inSteps = (major: number): number => Math.round(major * 100)

  await client.query('BEGIN')
  await run('upload', [organizationId, sale.id, deviceId, hash, Buffer.from(body)])
  await run('sale', [
    organizationId,
    sale.id,
    number,
    sale.soldAt,
    sale.storeId,
    sale.retailPointId,
    deviceId,
    sale.cashierId,
    sale.cashierName,
    inSteps(sale.sum),
    inSteps(sale.vatSum),
    lines.length,
  ])
  await run('lines', [
    organizationId,
    sale.id,
    each(({ id }) => id),
    each(({ lineNo }) => lineNo),
    each(({ productId }) => productId),
    each(({ name }) => name),
    each(({ price }) => inSteps(price)),
    each(({ sum }) => inSteps(sum)),
    each(({ vatSum }) => inSteps(vatSum)),
  ])
  await run('payment', [organizationId, sale.id, inSteps(sale.sum)])
  await run('movements', [
    organizationId,
    sale.storeId,
    sale.id,
    sale.soldAt,
    each(() => newId()),
    each(({ lineNo }) => lineNo),
    each(({ productId }) => productId),
  ])
  await run('balances', [organizationId, sale.storeId, sale.soldAt, each(({ productId }) => productId)])
  await client.query('COMMIT')
}

const STATEMENTS: Record<string, string> = {
  upload: `
    INSERT INTO uploads (organization_id, id, device_id, chain_id, seq, type, prev_hash, hash, bytes, status)
    VALUES ($1, $2, $3, $3, NULL, 'sale', $4, $4, $5, 'posted')`,
  sale: `
    INSERT INTO retail_sales (organization_id, id, number, receipt_number, date, status, is_return, store_id,
      retail_point_id, device_id, cashier_id, cashier_name, sum, vat_sum, discount_sum, change_sum, lines_count, source,
      sold_at, received_at, posted_at, flags)
    VALUES ($1, $2, $3, $3, $4, 'Posted', false, $5, $6, $7, $8, $9, $10, $11, 0, 0, $12, 'Pos', $4, now(), now(), '[]')`,
  lines: `
    INSERT INTO retail_sale_lines (organization_id, sale_id, id, line_no, product_id, product_name, quantity, price,
      discount_amount, sum, vat_rate, vat_sum, unit_cost)
    SELECT $1, $2, id, line_no, product_id, name, 1000, price, 0, sum, 1200, vat_sum, 0
    FROM unnest($3::uuid[], $4::int[], $5::uuid[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[])
      AS line (id, line_no, product_id, name, price, sum, vat_sum)`,
  payment: `
    INSERT INTO retail_sale_payments (organization_id, sale_id, position, type, amount)
    VALUES ($1, $2, 0, 'Cash', $3)`,
  movements: `
    INSERT INTO stock_movements (organization_id, id, moment, store_id, product_id, document_type, document_id, line_no,
      quantity, unit_cost, cost_sum, balance_after, average_after)
    SELECT $1, id, $4, $2, product_id, 'RetailSale', $3, line_no, -1000, 0, 0, 0, 0
    FROM unnest($5::uuid[], $6::int[], $7::uuid[]) AS movement (id, line_no, product_id)`,
  // Updates are ordered by id, so that two connections cannot deadlock.
  balances: `
    UPDATE stock_balances AS balance
    SET quantity = quantity - 1000, last_movement_at = $3
    FROM (SELECT product_id FROM stock_balances
          WHERE organization_id = $1 AND store_id = $2 AND product_id = ANY($4::uuid[])
          ORDER BY product_id FOR UPDATE) AS sold
    WHERE balance.organization_id = $1 AND balance.store_id = $2 AND balance.product_id = sold.product_id`,
}
