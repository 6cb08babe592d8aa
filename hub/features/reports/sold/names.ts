import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { GROUPINGS, type GroupBy } from './groupings.ts'

export interface Named {
  name: string | null
  code: string | null
}

/**
 * Returns SQL for the names of groups, with the columns `id`, `name` and `code`, or undefined for groupings
 * without names, such as days.
 */
export function namesSql(tx: Tx, groupBy: GroupBy): SQL | undefined {
  const { names } = GROUPINGS[groupBy]
  if (!names) return undefined
  const name = names === 'employees' ? sql`concat_ws(' ', last_name, first_name, middle_name)` : sql`name`
  const code = names === 'products' ? sql`code` : sql`NULL::text`
  return sql`
    SELECT id, ${name} AS name, ${code} AS code FROM ${sql.identifier(names)}
    WHERE organization_id = ${tx.organizationId}`
}

/** Returns the names of groups by key. Empty for groupings without names, such as days. */
export async function namesOf(
  tx: Tx,
  groupBy: GroupBy,
  keys: readonly (string | null)[],
): Promise<Map<string, Named>> {
  const all = namesSql(tx, groupBy)
  const ids = keys.filter((key) => key !== null)
  if (!all || ids.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; name: string; code: string | null }>(
    sql`${all} AND id = ANY(${sql.param(ids)}::uuid[])`,
  )
  return new Map(rows.map(({ id, name, code }) => [id, { name, code }]))
}
