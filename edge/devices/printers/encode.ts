import CodepageEncoder from '@point-of-sale/codepage-encoder'
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { PrintedDocument, Raster } from '#shared/receipts/document.ts'
import { DOTS, type Line, layOut } from '#shared/receipts/lay-out.ts'
import { drawLine, hasLetter } from './letters/letters.ts'
import { printableBlocks } from './printable-blocks.ts'
import type { PrinterAddress } from './printer-address.ts'

/** Width of the narrowest bar in dots, by paper width in mm. It is chosen so that a receipt number fits. */
const BAR_DOTS = { 58: 1, 80: 2 } as const
const BAR_HEIGHT = 60
/** Times in ms for which ESC p switches the drawer's magnet on and off. */
const KICK_MS = { on: 100, off: 500 } as const

export interface EncodedDocument {
  bytes: Uint8Array
  /** Texts with characters that neither the code page nor the image font contains. */
  lacking: readonly string[]
}

/**
 * Encodes a document in ESC/POS. Characters with a plain equivalent (such as −, but not ₽) are replaced
 * first. Lines with letters that the code page lacks, such as Kazakh ones in CP866, are sent as images.
 */
export function encodeDocument(document: PrintedDocument, printer: PrinterAddress): EncodedDocument {
  const { paperWidth, codepage, table, hasDrawer } = printer
  const columns = DOTS[paperWidth] / 12
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns,
    imageMode: 'raster',
    feedBeforeCut: 0,
    newline: '\n',
    codepageMapping: { [codepage]: table },
  })
  encoder.initialize().codepage(codepage)
  const canPrint = printableIn(codepage)
  const { blocks, lacking } = printableBlocks(
    document.blocks,
    (character) => canPrint(character) || character in PLAIN || hasLetter(character),
  )
  for (const step of layOut(blocks, paperWidth)) {
    switch (step.kind) {
      case 'line':
        printLine(encoder, step, DOTS[paperWidth], canPrint)
        break
      case 'barcode':
        encoder
          .align('center')
          .barcode(step.code, 'code128', { height: BAR_HEIGHT, width: BAR_DOTS[paperWidth], text: true })
          .align('left')
        break
      case 'qr':
        encoder.align('center').qrcode(step.text, { size: 6, errorlevel: 'm' }).align('left')
        break
      case 'image':
        encoder.align('center')
        printRaster(encoder, step.image)
        encoder.align('left')
        break
      case 'cut':
        // Empty lines move the last text past the cutter, which is above the print head.
        encoder.newline(4).cut('partial')
        break
      case 'drawer':
        if (hasDrawer) encoder.pulse(0, KICK_MS.on, KICK_MS.off)
    }
  }
  return { bytes: encoder.encode(), lacking }
}

/** Plain replacements for characters that a code page lacks. */
const PLAIN: Record<string, string> = {
  '−': '-',
  '×': 'x',
  '—': '-',
  '–': '-',
  '«': '"',
  '»': '"',
  '“': '"',
  '”': '"',
  '’': "'",
}

type CanPrint = (character: string) => boolean

function printableIn(codepage: PrinterAddress['codepage']): CanPrint {
  const codepoints = new Set(CodepageEncoder.getCodepoints(codepage, true))
  return (character) => codepoints.has(character.codePointAt(0) ?? 0)
}

function printLine(encoder: ReceiptPrinterEncoder, line: Line, dots: number, canPrint: CanPrint): void {
  const text = [...line.text]
    .map((character) => (canPrint(character) ? character : (PLAIN[character] ?? character)))
    .join('')
  if (![...text].every(canPrint)) {
    printRaster(encoder, drawLine(line, dots))
    return
  }
  const { size, isBold } = line
  encoder.bold(isBold).size(size === 'large' ? 2 : 1, size === 'normal' ? 1 : 2)
  encoder.text(text).newline()
  encoder.bold(false).size(1, 1)
}

/**
 * Prints an image in strips, because small printers cannot hold a large image. Writes GS v 0 exactly as the
 * encoder does.
 */
function printRaster(encoder: ReceiptPrinterEncoder, { width, height, dots }: Raster): void {
  const rows = Buffer.from(dots, 'base64')
  const bytesPerRow = Math.ceil(width / 8)
  for (let from = 0; from < height; from += STRIP_ROWS) {
    const count = Math.min(STRIP_ROWS, height - from)
    const strip = rows.subarray(from * bytesPerRow, (from + count) * bytesPerRow)
    encoder.raw([
      0x1d,
      0x76,
      0x30,
      0,
      bytesPerRow & 0xff,
      bytesPerRow >> 8,
      count & 0xff,
      count >> 8,
      ...strip,
    ])
  }
}

const STRIP_ROWS = 128
