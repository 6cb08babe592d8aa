import { eq, sql } from 'drizzle-orm'
import { booksChecks } from '#hub/db/tables/stock.ts'
import type { Database, Tx } from '#hub/db/transact.ts'
import type { CheckedBooks } from '#hub/ledger/check/check-books.ts'

export type BooksCheckRow = typeof booksChecks.$inferSelect

/** Returns the last check, limited to the user's stores, or undefined before the first check. */
export async function findBooksCheck(tx: Tx): Promise<BooksCheckRow | undefined> {
  const [row] = await tx.select().from(booksChecks).where(eq(booksChecks.organizationId, tx.organizationId))
  if (!row || !tx.storeIds) return row
  const findings = row.findings.filter(({ storeId }) => storeId && tx.storeIds?.includes(storeId))
  return { ...row, findings, findingsTotal: findings.length }
}

/** Stores the result in place of the previous one. */
export async function keepBooksCheck(tx: Tx, books: CheckedBooks): Promise<void> {
  const values = { ...books, checkedAt: new Date() }
  await tx
    .insert(booksChecks)
    .values({ organizationId: tx.organizationId, ...values })
    .onConflictDoUpdate({ target: booksChecks.organizationId, set: values })
}

/** Books of an organization that is not archived, with the result of the last check, if any. */
export interface OrganizationBooks {
  organizationId: string
  timeZone: string
  /** Seconds since the last check, or null before the first. */
  ageSeconds: number | null
  findingsTotal: number | null
}

export async function readAllBooks(db: Database): Promise<OrganizationBooks[]> {
  const { rows } = await db.platform((tx) =>
    tx.execute<OrganizationBooks & Record<string, unknown>>(sql`
      SELECT organization_id AS "organizationId", time_zone AS "timeZone",
        extract(epoch FROM now() - checked_at)::float8 AS "ageSeconds", findings_total AS "findingsTotal"
      FROM platform_books_checks()`),
  )
  return rows
}
