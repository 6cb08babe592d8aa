import { eq } from 'drizzle-orm'
import { type Inserted, insertRecord } from '#hub/db/records.ts'
import { priceTypes } from '#hub/db/tables/catalog.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { oneAtATime } from '#hub/features/catalog/one-at-a-time.ts'
import { keepOneDefault } from '#hub/features/catalog/one-default.ts'
import type { PriceTypeCreate } from '#shared/contracts/price-types.ts'
import { must } from '#shared/std/must.ts'

/** Its prices are in the currency of the organization. */
export async function createPriceType(
  tx: Tx,
  { id, ...values }: PriceTypeCreate,
): Promise<Inserted<typeof priceTypes>> {
  await oneAtATime(tx)
  const currencyId = await currencyOf(tx)
  const inserted = await insertRecord(tx, priceTypes, id, { ...values, currencyId })
  if (inserted.isNew) await keepOneDefault(tx, priceTypes, inserted.row)
  return inserted
}

async function currencyOf(tx: Tx): Promise<string> {
  const [organization] = await tx
    .select({ currencyId: organizations.currencyId })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
  return must(organization, 'organization').currencyId
}
