import { sql } from 'drizzle-orm'
import type { Office } from '#test/hub/documents/book-keeping.ts'
import type { TestHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'

/**
 * Fills the stock with `count` products with the codes c1, c2, ... in quantities 1, 2, ... The last product
 * comes first by name. Archives the tea of the office.
 */
export async function fillStock(
  door: TestHub,
  { organization, tea, store }: Office,
  count: number,
): Promise<void> {
  await using database = openDatabase(door)
  await database.db.transact(organization.organizationId, async (tx) => {
    await tx.execute(sql`
      INSERT INTO products
      SELECT (jsonb_populate_record(product, jsonb_build_object(
        'id', gen_random_uuid(), 'code', 'c' || number, 'external_code', NULL,
        'name', 'Filled ' || to_char(${count} - number, 'FM000000')))).*
      FROM products AS product, generate_series(1, ${count}) AS number
      WHERE product.organization_id = ${tx.organizationId} AND product.id = ${tea}`)
    await tx.execute(sql`
      UPDATE products SET is_archived = true WHERE organization_id = ${tx.organizationId} AND id = ${tea}`)
    await tx.execute(sql`
      INSERT INTO stock_balances (organization_id, store_id, product_id, quantity, average_cost, last_movement_at)
      SELECT organization_id, ${store}, id, substr(code, 2)::bigint * 1000, 10000, now()
      FROM products WHERE organization_id = ${tx.organizationId} AND code LIKE 'c%'`)
  })
}
