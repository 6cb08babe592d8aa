import { SEPARATOR } from '#shared/barcodes/gs1-elements.ts'
import { keyOf, type LookUpStep, lookUpSteps, type Told, withoutAim } from '#shared/barcodes/look-up-steps.ts'
import { parseWeightBarcode, type WeightBarcode } from '#shared/barcodes/weight-barcode.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'

export interface FoundByCode {
  products: Product[]
  /** What the label of a scale says that was scanned. */
  label?: WeightBarcode
  /** The rest that the symbol says. */
  told?: Told
  /** Tells whether this barcode led to the product. */
  isFound: (barcode: string) => boolean
}

const NOTHING: FoundByCode = { products: [], isFound: () => false }

/**
 * What a scanner read or a cashier typed: a barcode, a marking code, the label of a scale, a code or an article, in this order
 * (docs/domain.md#barcodes). Throws label_verifier_wrong.
 */
export function findByCode(reader: ReplicaReader, scanned: string): FoundByCode {
  const found = findByBarcode(reader, scanned)
  if (found.products.length > 0) return found
  const text = scanned.replaceAll(SEPARATOR, '')
  const spellings = new Set([text, withoutAim(text), keyOf(withoutAim(text))])
  for (const spelling of spellings) {
    const products = reader.products.listByCodeOrArticle(spelling)
    if (products.length > 0) return { ...NOTHING, products }
  }
  return NOTHING
}

/** What stands on the goods alone: a loyalty card goes before codes and articles. */
export function findByBarcode(reader: ReplicaReader, scanned: string): FoundByCode {
  for (const step of lookUpSteps(scanned)) {
    const found = findByStep(reader, step)
    if (found.products.length > 0) return found
  }
  return NOTHING
}

function findByStep({ products, settings }: ReplicaReader, step: LookUpStep): FoundByCode {
  if (step.by === 'barcode') {
    const { values, told } = step
    return { products: products.listByBarcode(values), told, isFound: (barcode) => values.includes(barcode) }
  }
  if (step.by === 'key')
    return { products: products.listByKey(step.key), isFound: (barcode) => keyOf(barcode) === step.key }
  const label = parseWeightBarcode(step.label, settings.find()?.weightBarcodePrefixes ?? [])
  return label ? { ...NOTHING, products: products.listByWeightCode(label.weightCode), label } : NOTHING
}
