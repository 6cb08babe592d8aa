import { sql } from 'drizzle-orm'
import { skipTo, takeNumber } from '#hub/db/counters.ts'
import type { Database } from '#hub/db/transact.ts'
import { productCode } from '#hub/features/catalog/products/next-code.ts'

const AT_ONCE = 5_000

/**
 * Automatic codes that no product has, in a transaction of their own: the counter is locked for a moment, not for as long
 * as an import takes. `taken`: those that the file itself gives.
 */
export function reserveCodes(
  db: Database,
  organizationId: string,
  count: number,
  taken: ReadonlySet<string>,
): Promise<string[]> {
  if (count === 0) return Promise.resolve([])
  return db.transact(organizationId, async (tx) => {
    const codes: string[] = []
    let next = await takeNumber(tx, 'product-code')
    while (codes.length < count) {
      const asked = Array.from({ length: Math.min(AT_ONCE, count - codes.length) }, (_, at) =>
        productCode(next + at),
      )
      const { rows } = await tx.execute<{ code: string }>(sql`
        SELECT code FROM products
        WHERE organization_id = ${organizationId} AND code = ANY(${sql.param(asked)}::text[])`)
      const used = new Set(rows.map(({ code }) => code))
      codes.push(...asked.filter((code) => !used.has(code) && !taken.has(code)))
      next += asked.length
    }
    await skipTo(tx, 'product-code', next - 1)
    return codes
  })
}
