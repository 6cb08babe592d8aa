import type { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { said } from '#shared/imports/remarks.ts'
import { BrokenRule } from './broken-rule.ts'

/** What of a product's own values does not go together. Throws invalid_request naming the field. */
export function refuseContradictions(
  product: Pick<ProductCreate, 'weightCode' | 'isWeighed' | 'trackingType'>,
): void {
  if (product.weightCode !== null && !product.isWeighed)
    throw new BrokenRule(['weightCode'], said('weight_code_unweighed'))
  if (product.isWeighed && product.trackingType !== 'NotTracked')
    throw new BrokenRule(['trackingType'], said('tracked_weighed'))
}
