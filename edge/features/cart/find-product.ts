import { barcodeVariant } from '#shared/barcodes/barcode-variants.ts'
import type { WeightBarcode } from '#shared/barcodes/weight-barcode.ts'
import type { AddLine } from '#shared/contracts/till/till.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'
import { findByCode } from '../products/find-by-code.ts'
import { presentProducts } from '../products/present.ts'

export interface FoundProduct {
  product: Product
  /** The barcode that was scanned. */
  barcode: string | null
  /** What the label of a scale says that was scanned. */
  label?: WeightBarcode
  /** How many are in the pack whose barcode was scanned. */
  packed?: Quantity
}

/**
 * The product a line is to be added of. Throws not_found, barcode_not_found, or duplicate with the products to choose
 * from when the code is that of several. What is not in the assortment of the retail point is as unknown.
 */
export function findProduct(
  reader: ReplicaReader,
  journal: Pick<JournalReader, 'unsentStock'>,
  { productId, code }: Pick<AddLine, 'productId' | 'code'>,
): FoundProduct {
  const { products } = reader
  if (productId !== undefined && code === undefined) {
    const product = products.findOffered(productId)
    if (product) return { product, barcode: null }
    throw new Problem('not_found', {
      detail: 'There is no such product',
      errors: [{ pointer: '#/productId', detail: 'is not in the catalog' }],
    })
  }
  if (productId !== undefined || code === undefined) {
    const detail = 'name the product by exactly one of productId and code'
    throw new Problem('invalid_request', {
      detail,
      errors: [
        { pointer: '#/productId', detail },
        { pointer: '#/code', detail },
      ],
    })
  }
  const { products: found, label } = findByCode(reader, code)
  const [product, ...others] = found
  if (!product) throw new Problem('barcode_not_found', { detail: `Nothing is known as ${code}` })
  if (others.length > 0) {
    throw new Problem('duplicate', {
      detail: `${others.length + 1} products are known as ${code}: choose one`,
      extensions: { items: presentProducts(reader, { journal: { read: journal } }, [product, ...others]) },
    })
  }
  const isScanned = (one: string | null): boolean => one === code || one === barcodeVariant(code)
  const pack = product.packs.find((each) => each.barcode !== null && isScanned(each.barcode))
  return {
    product,
    barcode: product.barcodes.find(isScanned) ?? pack?.barcode ?? null,
    ...(pack && { packed: pack.quantity }),
    ...(label && { label }),
  }
}
