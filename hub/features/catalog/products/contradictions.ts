import type { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { invalidField } from '#shared/problems/problem.ts'

/** What of a product's own values does not go together. Throws invalid_request naming the field. */
export function refuseContradictions(
  product: Pick<ProductCreate, 'weightCode' | 'isWeighed' | 'trackingType'>,
): void {
  if (product.weightCode !== null && !product.isWeighed)
    throw invalidField(['weightCode'], 'only a weighed product has one')
  if (product.isWeighed && product.trackingType !== 'NotTracked')
    throw invalidField(['trackingType'], 'a weighed product is not tracked')
}
