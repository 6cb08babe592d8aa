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
  /** Price in major units; 0: there is none in this shop. */
  price: number
  currencyCode: string
}

/**
 * Returns shelf labels, with a cut after each: name, price and unit, the first barcode (else the code),
 * article and day. `at`: the day of printing, ISO 8601 UTC.
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
