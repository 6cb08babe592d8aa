import { CUT, centered, type PrintedDocument, pair, RULE } from '#shared/receipts/document.ts'
import { readPrinterAddress } from '../../devices/printers/printer-address.ts'
import type { KnownPrinter } from './printers.ts'

/** Returns a test page with the paper width, the letters of all languages, all sizes, a barcode and a QR code. */
export function testPage({ name, address }: KnownPrinter): PrintedDocument {
  const { paperWidth, codepage, table } = readPrinterAddress(address)
  return {
    title: name,
    language: 'en',
    paperWidth,
    blocks: [
      centered(name, { size: 'large', isBold: true }),
      { kind: 'text', text: address },
      pair('Paper', `${paperWidth} mm`),
      pair('Code page', `${codepage} = ${table}`),
      RULE,
      { kind: 'text', text: 'The quick brown fox 0123456789' },
      { kind: 'text', text: 'Съешь ещё этих мягких булок' },
      { kind: 'text', text: 'Әділ Ғалым Қуаныш Ңң Өө Ұұ Үү Һһ Іі 1 234,56 ₸' },
      { kind: 'text', text: 'Bold', isBold: true },
      { kind: 'text', text: 'Large', size: 'large' },
      RULE,
      { kind: 'barcode', code: 'TEST-000001' },
      { kind: 'qr', text: address },
      CUT,
    ],
  }
}
