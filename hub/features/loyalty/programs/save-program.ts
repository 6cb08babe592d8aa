import { and, eq, ne, sql } from 'drizzle-orm'
import { getRecord, type Inserted, insertRecord, type Row, updateRecord } from '#hub/db/records.ts'
import { productGroups } from '#hub/db/tables/catalog.ts'
import { loyaltyPrograms } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { LoyaltyProgramCreate, LoyaltyProgramUpdate } from '#shared/contracts/loyalty/programs.ts'
import { requireNewReferences } from '../new-references.ts'

export type ProgramRow = Row<typeof loyaltyPrograms>

/** Creates a program. Throws `invalid_request` for an unknown group. */
export async function createProgram(
  tx: Tx,
  { id, ...values }: LoyaltyProgramCreate,
): Promise<Inserted<typeof loyaltyPrograms>> {
  await requireGroups(tx, values.excludedGroupIds)
  const { isDefault, ...others } = values
  const inserted = await insertRecord(tx, loyaltyPrograms, id, { ...others, isDefault: false })
  if (!inserted.isNew || !isDefault) return inserted
  return { isNew: true, row: await makeDefault(tx, inserted.row.id) }
}

/**
 * Updates a program. Accepts existing references to groups that have been deleted. Throws `invalid_request`
 * for a new unknown group, `not_found`, and `concurrency_conflict`.
 */
export async function updateProgram(
  tx: Tx,
  id: string,
  { version, ...values }: LoyaltyProgramUpdate,
): Promise<ProgramRow> {
  const { excludedGroupIds } = await getRecord(tx, loyaltyPrograms, 'loyalty program', id)
  await requireGroups(tx, values.excludedGroupIds, excludedGroupIds)
  if (values.isDefault) await unsetDefault(tx, id)
  return updateRecord(tx, loyaltyPrograms, 'loyalty program', id, version, values)
}

const requireGroups = (tx: Tx, ids: readonly string[], former?: readonly string[]) =>
  requireNewReferences(tx, [
    { table: productGroups, noun: 'product group', path: ['excludedGroupIds'], ids, former },
  ])

async function makeDefault(tx: Tx, id: string): Promise<ProgramRow> {
  await unsetDefault(tx, id)
  const [row] = await tx
    .update(loyaltyPrograms)
    .set({ isDefault: true })
    .where(and(eq(loyaltyPrograms.organizationId, tx.organizationId), eq(loyaltyPrograms.id, id)))
    .returning()
  return row as ProgramRow
}

/** Unsets the previous default, because only one program can be the default. */
async function unsetDefault(tx: Tx, except: string): Promise<void> {
  await tx
    .update(loyaltyPrograms)
    .set({ isDefault: false, version: sql`${loyaltyPrograms.version} + 1`, updatedAt: sql`now()` })
    .where(
      and(
        eq(loyaltyPrograms.organizationId, tx.organizationId),
        eq(loyaltyPrograms.isDefault, true),
        ne(loyaltyPrograms.id, except),
      ),
    )
}
