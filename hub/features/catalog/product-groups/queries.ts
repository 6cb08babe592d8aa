import { eq, inArray, sql } from 'drizzle-orm'
import { productGroups } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Node } from '#hub/features/catalog/tree.ts'

/** Returns the group tree of the organization, as ids only. */
export function listNodes(tx: Tx): Promise<Node[]> {
  return tx
    .select({ id: productGroups.id, parentId: productGroups.parentId })
    .from(productGroups)
    .where(eq(productGroups.organizationId, tx.organizationId))
}

/** Values of a group that depend on its parents. */
export interface Lineage {
  /** Names from the top-level group down to this one, joined by '/'. */
  path: string
  /** Markup as a fraction: that of the group, or else of the nearest parent that has one. 0 when none has. */
  effectiveMarkup: number
}

export async function findLineages(tx: Tx, ids: readonly string[]): Promise<Map<string, Lineage>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; path: string; markup: string | null }>(sql`
    WITH RECURSIVE way (id, parent_id, path, markup) AS (
      SELECT id, parent_id, name, markup FROM product_groups
      WHERE organization_id = ${tx.organizationId} AND ${inArray(productGroups.id, [...ids])}
      UNION ALL
      SELECT way.id, parent.parent_id, parent.name || '/' || way.path, coalesce(way.markup, parent.markup)
      FROM way
      JOIN product_groups parent ON parent.organization_id = ${tx.organizationId} AND parent.id = way.parent_id
    )
    SELECT id, path, markup FROM way WHERE parent_id IS NULL`)
  return new Map(rows.map(({ id, path, markup }) => [id, { path, effectiveMarkup: Number(markup ?? 0) }]))
}

/** Returns the paths of the groups. */
export async function findPaths(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map([...(await findLineages(tx, ids))].map(([id, { path }]) => [id, path]))
}
