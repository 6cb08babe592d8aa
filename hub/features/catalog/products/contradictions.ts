import type { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import { BrokenRule } from './broken-rule.ts'

/** Throws `invalid_request` naming the field when values of a product contradict each other. */
export function refuseContradictions(
  product: Pick<ProductCreate, 'weightCode' | 'isWeighed' | 'trackingType'>,
): void {
  if (product.weightCode !== null && !product.isWeighed)
    throw new BrokenRule(['weightCode'], remarkText('weight_code_unweighed'))
  if (product.isWeighed && product.trackingType !== 'NotTracked')
    throw new BrokenRule(['trackingType'], remarkText('tracked_weighed'))
}
