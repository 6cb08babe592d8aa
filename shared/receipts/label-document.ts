import { makeFormat } from '#shared/std/format.ts'
import { type Block, CUT, centered, type PrintedDocument } from './document.ts'
import type { ReceiptLayout } from './receipt-document.ts'
import { RECEIPT_WORDS } from './words/words.ts'

/** Product data on a price label. */
export interface LabelledProduct {
  name: string
  article: string | null
  code: string
  barcodes: readonly string[]
  unitName: string
  /** Price in major units; 0 when the store has no price. */
  price: number
  currencyCode: string
}

/**
 * Returns shelf labels with a cut after each. A label has the name, price and unit of the product, its first
 * barcode or else its code, its article and the date. `at` is the time of printing (ISO 8601, UTC).
 */
export function labelDocument(
  product: LabelledProduct,
  layout: Pick<ReceiptLayout, 'language' | 'paperWidth' | 'timeZone'>,
  { copies, at }: { copies: number; at: string },
): PrintedDocument {
  const { language, paperWidth, timeZone } = layout
  const { label } = RECEIPT_WORDS[language]
  const format = makeFormat(language, product.currencyCode, timeZone)
  const one: Block[] = [
    { ...centered(product.name, { size: 'tall', isBold: true }), otherwise: product.code },
    centered(format.money(product.price), { size: 'large', isBold: true }),
    centered(`${label.per} ${product.unitName}`),
    { kind: 'barcode', code: product.barcodes[0] ?? product.code },
    centered([product.article, format.date(at)].filter(Boolean).join('  ')),
    CUT,
  ]
  return {
    title: `${label.title} ${product.name}`,
    language,
    paperWidth,
    blocks: Array.from({ length: copies }, () => one).flat(),
  }
}
