import type { ProductGroup } from '#shared/contracts/catalog/product-groups.ts'

export interface GroupRow {
  group: ProductGroup
  /** Depth in the tree, starting at 0. */
  depth: number
  hasChildren: boolean
}

/**
 * Returns the visible groups, each below its parent. `groups` must be in order within each level. A search
 * shows its results with all parent groups, open or closed.
 */
export function groupRows(
  groups: readonly ProductGroup[],
  { isOpen, search }: { isOpen: (id: string) => boolean; search: string },
): GroupRow[] {
  const byParent = Map.groupBy(groups, ({ parentId }) => parentId)
  const wanted = search.trim().toLowerCase()
  const rows: GroupRow[] = []
  // Returns true when a group below `parentId` is shown.
  const walk = (parentId: string | null, depth: number): boolean => {
    let isAnyShown = false
    for (const group of byParent.get(parentId) ?? []) {
      const at = rows.length
      const hasChildren = byParent.has(group.id)
      rows.push({ group, depth, hasChildren })
      const isBelowShown = hasChildren && (wanted !== '' || isOpen(group.id)) && walk(group.id, depth + 1)
      if (wanted === '' || isBelowShown || group.name.toLowerCase().includes(wanted)) isAnyShown = true
      else rows.length = at
    }
    return isAnyShown
  }
  walk(null, 0)
  return rows
}
