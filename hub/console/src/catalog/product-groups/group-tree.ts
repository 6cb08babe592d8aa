import type { ProductGroup } from '#shared/contracts/catalog/product-groups.ts'

export interface GroupRow {
  group: ProductGroup
  /** From 0. */
  depth: number
  hasChildren: boolean
}

/**
 * The groups as they are seen, each below the one that it is in; `groups` are in the order of a level. A search shows what it finds
 * with all that is above it, open or not.
 */
export function groupRows(
  groups: readonly ProductGroup[],
  { isOpen, search }: { isOpen: (id: string) => boolean; search: string },
): GroupRow[] {
  const byParent = Map.groupBy(groups, ({ parentId }) => parentId)
  const wanted = search.trim().toLowerCase()
  const rows: GroupRow[] = []
  // Answers whether anything below `parentId` is shown.
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
