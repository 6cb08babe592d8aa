import type { LabelFacts } from '#shared/barcodes/look-up-steps.ts'
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
  /** The scanned barcode. */
  barcode: string | null
  /** Content of the scanned scale label. */
  label?: WeightBarcode
  /** Quantity of the pack whose barcode was scanned, or the quantity encoded in the symbol. */
  packed?: Quantity
  /** Set for a case with an unknown quantity. */
  isCase?: true
}

/**
 * Finds the product for a new line. Throws `invalid_request` unless exactly one of id and code is given,
 * `not_found` or `barcode_not_found`, or `duplicate` with the candidates when several products have the code.
 * A product outside the assortment of the retail point counts as unknown.
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
    const detail = 'name the product by either productId or code'
    throw new Problem('invalid_request', {
      detail,
      errors: [
        { pointer: '#/productId', detail },
        { pointer: '#/code', detail },
      ],
    })
  }
  const { products: found, label, facts, isFound } = findByCode(reader, code)
  const [product, ...others] = found
  if (!product) throw new Problem('barcode_not_found', { detail: `No product has the code ${code}` })
  if (others.length > 0) {
    throw new Problem('duplicate', {
      detail: `${others.length + 1} products have the code ${code}: choose one`,
      extensions: { items: presentProducts(reader, { journal: { read: journal } }, [product, ...others]) },
    })
  }
  const pack = product.packs.find((each) => each.barcode !== null && isFound(each.barcode))
  const stated = label ?? labelBy(facts, product)
  const packed = countOf(pack?.quantity, facts?.count)
  return {
    product,
    barcode: product.barcodes.find(isFound) ?? pack?.barcode ?? null,
    ...(packed !== undefined && { packed }),
    ...(stated && { label: stated }),
    ...(facts?.isCase && { isCase: true }),
  }
}

/**
 * Returns the measure and total encoded in a symbol, for products that are weighed or measured. Returns
 * undefined for all other products, and when the symbol encodes no measure.
 */
function labelBy(
  facts: LabelFacts | undefined,
  { isWeighed, isFractional }: Product,
): WeightBarcode | undefined {
  if (facts?.measure === undefined || !(isWeighed || isFractional)) return undefined
  const { measure, sum } = facts
  return { weightCode: '', quantity: measure, ...(sum !== undefined && { sum }) }
}

function countOf(packed: Quantity | undefined, count: Quantity | undefined): Quantity | undefined {
  if (count === undefined) return packed
  return multiplyDivide(packed ?? quantity(1), count, 1000) as Quantity
}
