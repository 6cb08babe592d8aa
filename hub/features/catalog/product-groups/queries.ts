import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { productGroups } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Node } from '#hub/features/catalog/tree.ts'

/** The tree of the organization, without its names. */
export function listNodes(tx: Tx): Promise<Node[]> {
  return tx
    .select({ id: productGroups.id, parentId: productGroups.parentId })
    .from(productGroups)
    .where(eq(productGroups.organizationId, tx.organizationId))
}

/** The condition that the column names the group or one below it. */
export function inGroup(tx: Tx, column: AnyPgColumn, groupId: string): SQL {
  return sql`${column} IN (
    WITH RECURSIVE below (id) AS (
      SELECT ${groupId}::uuid
      UNION ALL
      SELECT child.id FROM product_groups child
      JOIN below ON child.parent_id = below.id
      WHERE child.organization_id = ${tx.organizationId}
    )
    SELECT id FROM below)`
}

/** What a group has of those above it. */
export interface Lineage {
  /** The names from the top down to it, joined by '/'. */
  path: string
  /** A fraction: of the nearest group that has one, itself first; 0 when none has. */
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

/** The paths of the groups. */
export async function findPaths(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map([...(await findLineages(tx, ids))].map(([id, { path }]) => [id, path]))
}
