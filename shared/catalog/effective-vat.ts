import type { Percent } from '#shared/money/decimal.ts'

export interface VatOfGroup {
  parentId: string | null
  /** VAT rate, or null for "without VAT". */
  vatRate: Percent | null
  useParentVat: boolean
}

export interface VatOfProduct {
  groupId: string | null
  vatRate: Percent | null
  useGroupVat: boolean
}

/** Returns the group, or undefined when it does not exist. */
export type FindGroup = (id: string) => VatOfGroup | undefined

/**
 * Returns the rate at which a product is sold (docs/domain.md#vat-of-a-product), or null for "without VAT".
 * It is the rate of the group if the product uses it and the group exists, otherwise the rate of the product.
 */
export function effectiveVatRate(product: VatOfProduct, findGroup: FindGroup): Percent | null {
  const { groupId, vatRate, useGroupVat } = product
  const group = useGroupVat && groupId !== null ? findGroup(groupId) : undefined
  return group ? groupVatRate(group, findGroup) : vatRate
}

/**
 * Returns the rate of the nearest group that does not use its parent's rate, starting with the group itself.
 * A top-level group always has its own rate. The search also ends at a missing parent and in a loop of
 * groups.
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
