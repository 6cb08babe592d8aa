import type { Percent } from '#shared/money/decimal.ts'

export interface VatOfGroup {
  parentId: string | null
  /** VAT rate; null is "without VAT". */
  vatRate: Percent | null
  useParentVat: boolean
}

export interface VatOfProduct {
  groupId: string | null
  vatRate: Percent | null
  useGroupVat: boolean
}

/** Returns the group; undefined when it does not exist. */
export type FindGroup = (id: string) => VatOfGroup | undefined

/**
 * Returns the rate that a product is sold with (docs/domain.md#vat-of-a-product): that of its group if it
 * follows the group, else its own, also when it is in no group. null is "without VAT".
 */
export function effectiveVatRate(product: VatOfProduct, findGroup: FindGroup): Percent | null {
  const { groupId, vatRate, useGroupVat } = product
  const group = useGroupVat && groupId !== null ? findGroup(groupId) : undefined
  return group ? groupVatRate(group, findGroup) : vatRate
}

/**
 * Returns the rate of the nearest group upward that does not follow its parent; the topmost group has no
 * parent to follow.
 */
function groupVatRate(group: VatOfGroup, findGroup: FindGroup): Percent | null {
  const seen = new Set<VatOfGroup>()
  let nearest = group
  while (nearest.useParentVat && nearest.parentId !== null && !seen.has(nearest)) {
    seen.add(nearest)
    const parent = findGroup(nearest.parentId)
    if (!parent) break
    nearest = parent
  }
  return nearest.vatRate
}
