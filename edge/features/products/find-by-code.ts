import { barcodesOfGtin, parseMarkingCode, SEPARATOR } from '#shared/barcodes/marking-code.ts'
import { parseWeightBarcode, type WeightBarcode } from '#shared/barcodes/weight-barcode.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'

export interface FoundByCode {
  products: Product[]
  /** What the label of a scale says that was scanned. */
  label?: WeightBarcode
}

/**
 * What a scanner read or a cashier typed: a barcode, a marking code, the label of a scale, a code or an article, in this order
 * (docs/domain.md#barcodes).
 */
export function findByCode(reader: ReplicaReader, scanned: string): FoundByCode {
  const found = findByBarcode(reader, scanned)
  if (found.products.length > 0) return found
  return { products: reader.products.listByCodeOrArticle(scanned.replaceAll(SEPARATOR, '')) }
}

/** What stands on the goods alone: a loyalty card goes before codes and articles. */
export function findByBarcode({ products, settings }: ReplicaReader, scanned: string): FoundByCode {
  const code = scanned.replaceAll(SEPARATOR, '')
  const byBarcode = products.listByBarcode(code)
  if (byBarcode.length > 0) return { products: byBarcode }
  const marking = parseMarkingCode(scanned)
  for (const barcode of marking ? barcodesOfGtin(marking.gtin) : []) {
    const marked = products.listByBarcode(barcode)
    if (marked.length > 0) return { products: marked }
  }
  const label = parseWeightBarcode(code, settings.find()?.weightBarcodePrefixes ?? [])
  const weighed = label ? products.listByWeightCode(label.weightCode) : []
  return label ? { products: weighed, label } : { products: [] }
}
