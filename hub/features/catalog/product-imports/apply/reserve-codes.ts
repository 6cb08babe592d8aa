import { sql } from 'drizzle-orm'
import { skipTo, takeNumber } from '#hub/db/counters.ts'
import type { Database } from '#hub/db/transact.ts'
import { productCode } from '#hub/features/catalog/products/next-code.ts'

const AT_ONCE = 5_000

/**
 * Reserves unused automatic codes in a separate transaction, so that the counter is locked only briefly and
 * not for the whole import. `taken` are codes used in the file itself.
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
      const candidates = Array.from({ length: Math.min(AT_ONCE, count - codes.length) }, (_, at) =>
        productCode(next + at),
      )
      const { rows } = await tx.execute<{ code: string }>(sql`
        SELECT code FROM products
        WHERE organization_id = ${organizationId} AND code = ANY(${sql.param(candidates)}::text[])`)
      const used = new Set(rows.map(({ code }) => code))
      codes.push(...candidates.filter((code) => !used.has(code) && !taken.has(code)))
      next += candidates.length
    }
    await skipTo(tx, 'product-code', next - 1)
    return codes
  })
}
