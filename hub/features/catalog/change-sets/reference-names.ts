import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { Id } from '#shared/domain/fields.ts'
import type { RowRecord } from './queries.ts'

/** Names of referenced records, by id. */
export type Names = ReadonlyMap<string, string>

/** Tables that fields refer to. */
const TABLES: Record<string, { table: string; isGlobal?: true }> = {
  productGroupId: { table: 'product_groups' },
  supplierId: { table: 'counterparties' },
  countryId: { table: 'countries' },
  priceTypeId: { table: 'price_types' },
  unitOfMeasureId: { table: 'units_of_measure', isGlobal: true },
}

/**
 * Returns the names of the records that the rows refer to, with one statement per table, however many rows
 * there are.
 */
export async function namesOf(tx: Tx, rows: readonly RowRecord[]): Promise<Names> {
  const names = new Map<string, string>()
  for (const [field, { table, isGlobal }] of Object.entries(TABLES)) {
    const ids = [...new Set(rows.flatMap(({ before, after }) => [before?.[field], after[field]]))].filter(
      // Instead of an id, the field can contain the name of a record that an import would create.
      (id) => Id.safeParse(id).success,
    )
    if (ids.length === 0) continue
    const { rows: found } = await tx.execute<{ id: string; name: string }>(sql`
      SELECT id, name FROM ${sql.identifier(table)}
      WHERE ${isGlobal ? sql`true` : sql`organization_id = ${tx.organizationId}`}
        AND id = ANY(${sql.param(ids)}::uuid[])`)
    for (const { id, name } of found) names.set(id, name)
  }
  return names
}
