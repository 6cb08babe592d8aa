import type { TillProductDetails } from '#shared/contracts/till/tiles.ts'
import type { TillProduct } from '#shared/contracts/till/till.ts'
import { amountToNumber, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'
import { stockLeft } from './stock-left.ts'

export interface ProductSources {
  readonly journal: { readonly read: Pick<JournalReader, 'unsentStock'> }
  /** Source of the pictures. If omitted, no pictures are shown. */
  readonly pictures?: { find(thumbUrl: string | null): string | null }
}

/** Returns products as displayed by a till, each with its remaining stock. */
export function presentProducts(
  reader: Pick<ReplicaReader, 'settings' | 'stock'>,
  { journal, pictures }: ProductSources,
  products: readonly Product[],
): TillProduct[] {
  const left = stockLeft(reader, journal.read)
  return products.map((product) => {
    const inStock = left(product)
    return {
      id: product.id,
      name: product.name,
      code: product.code,
      article: product.article,
      barcodes: product.barcodes,
      groupName: product.groupName,
      unitName: product.unitName,
      isFractional: product.isFractional,
      isWeighed: product.isWeighed,
      price: amountToNumber(product.price),
      vatRate: product.vatRate === null ? null : percentToNumber(product.vatRate),
      picture: pictures?.find(product.thumbUrl) ?? null,
      inStock: inStock === null ? null : quantityToNumber(inStock),
    }
  })
}

/** Returns all product details that a cashier is allowed to see. */
export function presentDetails(
  reader: ReplicaReader,
  sources: ProductSources,
  product: Product,
): Omit<TillProductDetails, 'isFavourite'> {
  const [shown] = presentProducts(reader, sources, [product]) as [TillProduct]
  const [groupId] = reader.products.findPlace(product.id)?.groupIds ?? []
  const { minPrice } = product
  return {
    ...shown,
    groups: groupId === undefined ? [] : (reader.groups.findPath(groupId) ?? []).map(({ name }) => name),
    minPrice: minPrice !== null && reader.settings.get().enforceMinPrice ? amountToNumber(minPrice) : null,
    isDiscountProhibited: product.isDiscountProhibited,
    isMarked: product.trackingType !== 'NotTracked',
    minimumAge: product.minimumAge,
    ntin: product.ntin,
    packs: product.packs.map(({ uomId, quantity, barcode }) => ({
      unitName: reader.products.findUnitName(uomId) ?? '',
      quantity: quantityToNumber(quantity),
      barcode,
    })),
    nextPrices: product.nextPrices.map(({ from, price }) => ({ from, price: amountToNumber(price) })),
  }
}
