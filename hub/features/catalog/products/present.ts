import type { Actor } from '#hub/http/actor.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { Product } from '#shared/contracts/products.ts'
import { amountToNumber, costToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { ProductDetails } from './details.ts'
import { retailPriceOf } from './prices.ts'

/** What a product costs is shown only to those who may see costs. */
export function presentProduct(product: ProductDetails, actor: Actor): Product {
  return {
    ...presentRecord(product),
    name: product.name,
    code: product.code,
    article: product.article,
    externalCode: product.externalCode,
    productGroupId: product.productGroupId,
    groupPath: product.groupPath,
    unitOfMeasureId: product.unitOfMeasureId,
    unitName: product.unitName,
    barcodes: product.barcodes,
    ...(actor.permissions.has('costs.view') && { cost: costToNumber(product.cost) }),
    retailPrice: amountToNumber(retailPriceOf(product.prices)),
    prices: product.prices.map(({ priceTypeId, value }) => ({ priceTypeId, value: amountToNumber(value) })),
    minPrice: orNull(product.minPrice, amountToNumber),
    vatRate: orNull(product.vatRate, percentToNumber),
    minStock: orNull(product.minStock, quantityToNumber),
    isWeighed: product.isWeighed,
    weightCode: product.weightCode,
    kind: product.kind,
    isDiscountProhibited: product.isDiscountProhibited,
    description: product.description,
    isArchived: product.isArchived,
  }
}

function orNull<Value>(value: Value | null, convert: (value: Value) => number): number | null {
  return value === null ? null : convert(value)
}
