import type { Told } from '#shared/barcodes/look-up-steps.ts'
import type { WeightBarcode } from '#shared/barcodes/weight-barcode.ts'
import type { AddLine } from '#shared/contracts/till/till.ts'
import { multiplyDivide, type Quantity, quantity } from '#shared/money/decimal.ts'
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
  /** The number in the pack whose barcode was scanned, or that the symbol counts. */
  packed?: Quantity
  /** It is a case, and nobody knows how many are in it. */
  isCase?: true
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
  const { products: found, label, told, isFound } = findByCode(reader, code)
  const [product, ...others] = found
  if (!product) throw new Problem('barcode_not_found', { detail: `Nothing is known as ${code}` })
  if (others.length > 0) {
    throw new Problem('duplicate', {
      detail: `${others.length + 1} products are known as ${code}: choose one`,
      extensions: { items: presentProducts(reader, { journal: { read: journal } }, [product, ...others]) },
    })
  }
  const pack = product.packs.find((each) => each.barcode !== null && isFound(each.barcode))
  const said = label ?? labelBy(told, product)
  const packed = countOf(pack?.quantity, told?.count)
  return {
    product,
    barcode: product.barcodes.find(isFound) ?? pack?.barcode ?? null,
    ...(packed !== undefined && { packed }),
    ...(said && { label: said }),
    ...(told?.isCase && { isCase: true }),
  }
}

/** A symbol may say how much there is of goods that are weighed or measured, and what they cost. */
function labelBy(told: Told | undefined, { isWeighed, isFractional }: Product): WeightBarcode | undefined {
  if (told?.measure === undefined || !(isWeighed || isFractional)) return undefined
  const { measure, sum } = told
  return { weightCode: '', quantity: measure, ...(sum !== undefined && { sum }) }
}

function countOf(packed: Quantity | undefined, count: Quantity | undefined): Quantity | undefined {
  if (count === undefined) return packed
  return multiplyDivide(packed ?? quantity(1), count, 1000) as Quantity
}
