import { eq } from 'drizzle-orm'
import { currencies, organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { must } from '#shared/std/must.ts'

/** What words about the organization need to know of it. */
export interface ToldOf {
  organization: string
  timeZone: string
  currency: string
}

export async function readToldOf(tx: Tx): Promise<ToldOf> {
  const [row] = await tx
    .select({
      organization: organizations.name,
      timeZone: organizations.timeZone,
      currency: currencies.isoCode,
    })
    .from(organizations)
    .innerJoin(currencies, eq(currencies.id, organizations.currencyId))
    .where(eq(organizations.id, tx.organizationId))
  return must(row, 'organization')
}
