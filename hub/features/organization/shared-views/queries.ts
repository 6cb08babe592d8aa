import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { getRecord, listRecords, matches, type Row } from '#hub/db/records.ts'
import { employeeRoles, employees, sharedViews } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { SharedViewListQuery } from '#shared/contracts/organization/shared-views.ts'
import { must } from '#shared/std/must.ts'

export interface NamedView extends Row<typeof sharedViews> {
  roleName: string | null
  createdByName: string | null
}

/**
 * Returns the views shared with everybody, those for the actor's role, and the actor's own. Returns all views
 * to users who can change the organization's settings.
 */
export async function listSharedViews(
  tx: Tx,
  query: SharedViewListQuery,
  actor: () => Promise<Actor>,
): Promise<{ rows: NamedView[]; total: number }> {
  const { rows, total } = await listRecords(tx, sharedViews, query, {
    where: [matches(sharedViews.key, query.key), isOffered(tx, await actor())],
    searchIn: [sharedViews.name],
    defaultSort: 'name',
  })
  return { rows: await withNames(tx, rows), total }
}

/** Returns a view by its id, regardless of the role it is shared with. Throws `not_found`. */
export async function getSharedView(tx: Tx, id: string): Promise<NamedView> {
  return withName(tx, await getRecord(tx, sharedViews, 'shared view', id))
}

function isOffered(tx: Tx, { employeeId, permissions }: Actor): SQL | undefined {
  if (permissions.has('organization.update')) return undefined
  const ofEveryone = isNull(sharedViews.roleId)
  if (!employeeId) return ofEveryone
  const role = tx
    .select({ roleId: employees.roleId })
    .from(employees)
    .where(and(eq(employees.organizationId, tx.organizationId), eq(employees.id, employeeId)))
  return or(ofEveryone, eq(sharedViews.roleId, sql`(${role})`), eq(sharedViews.createdById, employeeId))
}

export async function withName(tx: Tx, row: Row<typeof sharedViews>): Promise<NamedView> {
  const [named] = await withNames(tx, [row])
  return must(named, 'the view')
}

async function withNames(tx: Tx, rows: Row<typeof sharedViews>[]): Promise<NamedView[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const named = await tx
    .select({
      id: sharedViews.id,
      roleName: employeeRoles.name,
      createdByName: sql<
        string | null
      >`nullif(concat_ws(' ', ${employees.lastName}, ${employees.firstName}), '')`,
    })
    .from(sharedViews)
    .leftJoin(
      employeeRoles,
      and(
        eq(employeeRoles.organizationId, sharedViews.organizationId),
        eq(employeeRoles.id, sharedViews.roleId),
      ),
    )
    .leftJoin(
      employees,
      and(
        eq(employees.organizationId, sharedViews.organizationId),
        eq(employees.id, sharedViews.createdById),
      ),
    )
    .where(and(eq(sharedViews.organizationId, tx.organizationId), inArray(sharedViews.id, ids)))
  const byId = new Map(named.map(({ id, ...names }) => [id, names]))
  return rows.map((row) => ({ ...row, ...must(byId.get(row.id), 'names of the view') }))
}
