import type { Actor } from '#hub/auth/actor.ts'
import { presentImage } from '#hub/features/catalog/product-images/present.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { Product } from '#shared/contracts/catalog/products.ts'
import { amountToNumber, costToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { ProductDetails } from './details.ts'
import type { Pack } from './packs/packs.ts'
import { retailPriceOf } from './prices/prices.ts'

/** Returns the product for the API. Its cost is included only for users with permission to see costs. */
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
    packs: product.packs.map(presentPack),
    ...(actor.permissions.has('costs.view') && { cost: costToNumber(product.cost) }),
    retailPrice: amountToNumber(retailPriceOf(product.prices)),
    prices: product.prices.map(({ priceTypeId, value }) => ({ priceTypeId, value: amountToNumber(value) })),
    futurePrices: product.futurePrices.map(({ priceTypeId, value, startsAt }) => ({
      priceTypeId,
      value: amountToNumber(value),
      startsAt: startsAt.toISOString(),
    })),
    minPrice: orNull(product.minPrice, amountToNumber),
    vatRate: orNull(product.vatRate, percentToNumber),
    useGroupVat: product.useGroupVat,
    effectiveVatRate: orNull(product.effectiveVatRate, percentToNumber),
    minStock: orNull(product.minStock, quantityToNumber),
    minStockByStore: product.minStockByStore.map(({ storeId, minStock }) => ({
      storeId,
      minStock: quantityToNumber(minStock),
    })),
    isWeighed: product.isWeighed,
    weightCode: product.weightCode,
    kind: product.kind,
    paymentSubject: product.paymentSubject,
    trackingType: product.trackingType,
    ntin: product.ntin,
    ikpu: product.ikpu,
    countryId: product.countryId,
    supplierId: product.supplierId,
    isDiscountProhibited: product.isDiscountProhibited,
    minimumAge: product.minimumAge,
    weight: orNull(product.weight, quantityToNumber),
    volume: orNull(product.volume, Number),
    description: product.description,
    images: product.images.map(presentImage),
    isArchived: product.isArchived,
  }
}

export const presentPack = ({ uomId, quantity, barcode }: Pack): Product['packs'][number] => ({
  uomId,
  quantity: quantityToNumber(quantity),
  barcode,
})

function orNull<Value>(value: Value | null, convert: (value: Value) => number): number | null {
  return value === null ? null : convert(value)
}
