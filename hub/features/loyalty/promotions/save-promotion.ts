import { getRecord, type Inserted, insertRecord, type Row, updateRecord } from '#hub/db/records.ts'
import { productGroups, retailPoints, stores } from '#hub/db/tables/catalog.ts'
import { loyaltyPrograms, promotions } from '#hub/db/tables/loyalty.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { PromotionCreate, PromotionUpdate } from '#shared/contracts/loyalty/promotions.ts'
import { requireNewReferences } from '../new-references.ts'

export type PromotionRow = Row<typeof promotions>

/** Creates a promotion. Throws `invalid_request` for references that do not exist. */
export async function createPromotion(
  tx: Tx,
  { id, ...values }: PromotionCreate,
): Promise<Inserted<typeof promotions>> {
  await requireAll(tx, values)
  return insertRecord(tx, promotions, id, values)
}

/**
 * Updates a promotion. Accepts existing references to records that have been deleted. Throws
 * `invalid_request` for new references that do not exist, `not_found`, and `concurrency_conflict`.
 */
export async function updatePromotion(
  tx: Tx,
  id: string,
  { version, ...values }: PromotionUpdate,
): Promise<PromotionRow> {
  await requireAll(tx, values, await getRecord(tx, promotions, 'promotion', id))
  return updateRecord(tx, promotions, 'promotion', id, version, values)
}

type Named = Pick<PromotionRow, 'storeIds' | 'retailPointIds' | 'programIds' | 'conditions' | 'effect'>

/** Throws `invalid_request` for new references that do not exist. */
export function requireAll(tx: Tx, now: Named, former?: Named): Promise<void> {
  const named = ({ conditions, effect, ...lists }: Named) => ({
    ...lists,
    productIds: conditions.productIds,
    groupIds: conditions.groupIds,
    bundleIds: effect.bundle.map(({ productId }) => productId),
  })
  const [is, was] = [named(now), former && named(former)]
  return requireNewReferences(tx, [
    { table: stores, noun: 'store', path: ['storeIds'], ids: is.storeIds, former: was?.storeIds },
    {
      table: retailPoints,
      noun: 'retail point',
      path: ['retailPointIds'],
      ids: is.retailPointIds,
      former: was?.retailPointIds,
    },
    {
      table: loyaltyPrograms,
      noun: 'loyalty program',
      path: ['programIds'],
      ids: is.programIds,
      former: was?.programIds,
    },
    {
      table: products,
      noun: 'product',
      path: ['conditions', 'productIds'],
      ids: is.productIds,
      former: was?.productIds,
    },
    {
      table: productGroups,
      noun: 'product group',
      path: ['conditions', 'groupIds'],
      ids: is.groupIds,
      former: was?.groupIds,
    },
    {
      table: products,
      noun: 'product',
      path: ['effect', 'bundle'],
      ids: is.bundleIds,
      former: was?.bundleIds,
    },
  ])
}
