import { eq } from 'drizzle-orm'
import { currencies, organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { must } from '#shared/std/must.ts'

/** Loads the organization's data for a printed form, its time zone and its currency. */
export async function loadLetterhead(tx: Tx) {
  const [row] = await tx
    .select({
      name: organizations.name,
      taxId: organizations.taxId,
      timeZone: organizations.timeZone,
      currency: currencies.isoCode,
    })
    .from(organizations)
    .innerJoin(currencies, eq(currencies.id, organizations.currencyId))
    .where(eq(organizations.id, tx.organizationId))
  return must(row, 'organization')
}
export type Letterhead = Awaited<ReturnType<typeof loadLetterhead>>
