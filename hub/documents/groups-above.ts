import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { VatOfGroup } from '#shared/catalog/effective-vat.ts'
import { must } from '#shared/std/must.ts'

/** Values that products inherit from their group or its parents. */
export interface GroupAbove extends VatOfGroup {
  id: string
  name: string
  /** Markup as a fraction: 0.25 is 25 %. */
  markup: number | null
}
export type GroupsAbove = ReadonlyMap<string, GroupAbove>

/** Returns the selected groups with all their parents, as GroupAbove. */
export const groupsAbove = (organizationId: SQLWrapper, isFirst: SQL): SQL<GroupAbove> => sql`
  WITH RECURSIVE above AS (
    SELECT id, parent_id, name, markup, vat_rate, use_parent_vat FROM product_groups
    WHERE organization_id = ${organizationId} AND ${isFirst}
    UNION
    SELECT parent.id, parent.parent_id, parent.name, parent.markup, parent.vat_rate, parent.use_parent_vat
    FROM above
    JOIN product_groups parent ON parent.organization_id = ${organizationId} AND parent.id = above.parent_id
  )
  SELECT id, parent_id AS "parentId", name, markup::float8 AS markup, vat_rate AS "vatRate",
    use_parent_vat AS "useParentVat"
  FROM above`

const listGroupsAbove = statement('product-groups.above', (given: Given<'ids'>) =>
  groupsAbove(given.organizationId, among(sql`id`, given.ids)),
)

/** Returns the groups with all their parents by id, in one statement. */
export async function findGroupsAbove(tx: Tx, ids: readonly string[]): Promise<GroupsAbove> {
  if (ids.length === 0) return new Map()
  const groups = await listGroupsAbove(tx, { ids })
  return new Map(groups.map((group) => [group.id, group]))
}

/** Returns the names from the top-level group down to this one, joined by '/'. */
export function pathTo(groups: GroupsAbove, id: string): string {
  return wayUp(groups, id)
    .map((group) => group.name)
    .reverse()
    .join('/')
}

/** Returns the markup of the group or of its nearest parent that has one. Null when none has. */
export function markupOf(groups: GroupsAbove, id: string): number | null {
  return wayUp(groups, id).find((group) => group.markup !== null)?.markup ?? null
}

function wayUp(groups: GroupsAbove, id: string): GroupAbove[] {
  const way: GroupAbove[] = []
  for (let at: string | null = id; at !== null; at = must(way.at(-1)).parentId)
    way.push(must(groups.get(at), 'product group'))
  return way
}
