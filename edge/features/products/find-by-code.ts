import { SEPARATOR } from '#shared/barcodes/gs1-elements.ts'
import {
  keyOf,
  type LabelFacts,
  type LookUpStep,
  lookUpSteps,
  withoutAim,
} from '#shared/barcodes/look-up-steps.ts'
import { parseWeightBarcode, type WeightBarcode } from '#shared/barcodes/weight-barcode.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'

export interface FoundByCode {
  products: Product[]
  /** Content of the scanned scale label. */
  label?: WeightBarcode
  /** Other data encoded in the symbol. */
  facts?: LabelFacts
  /** Returns true when the product was found by this barcode. */
  isFound: (barcode: string) => boolean
}

const NOTHING: FoundByCode = { products: [], isFound: () => false }

/**
 * Finds products by a scanned or typed text. It is tried as a barcode, marking code, scale label, product
 * code and article, in this order (docs/domain.md#barcodes). Throws `label_verifier_wrong`.
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

/**
 * Finds products only by the codes printed on goods. Product codes and articles are excluded, because a
 * loyalty card takes precedence over them.
 */
export function findByBarcode(reader: ReplicaReader, scanned: string): FoundByCode {
  for (const step of lookUpSteps(scanned)) {
    const found = findByStep(reader, step)
    if (found.products.length > 0) return found
  }
  return NOTHING
}

function findByStep({ products, settings }: ReplicaReader, step: LookUpStep): FoundByCode {
  if (step.by === 'barcode') {
    const { values, facts } = step
    return { products: products.listByBarcode(values), facts, isFound: (barcode) => values.includes(barcode) }
  }
  if (step.by === 'key')
    return { products: products.listByKey(step.key), isFound: (barcode) => keyOf(barcode) === step.key }
  const label = parseWeightBarcode(step.label, settings.find()?.weightBarcodePrefixes ?? [])
  return label ? { ...NOTHING, products: products.listByWeightCode(label.weightCode), label } : NOTHING
}
