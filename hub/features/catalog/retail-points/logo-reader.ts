import { decodeImage } from '#hub/features/catalog/product-images/decode-image.ts'
import type { ForeignFile } from '#hub/foreign-files/reader-process.ts'
import { PAPER_WIDTHS } from '#shared/receipts/document.ts'
import { drawLogo } from './draw-logo.ts'

/** Size in pixels of the file for display. */
const SHOWN = { width: 576, height: 576, fit: 'inside', withoutEnlargement: true } as const

/**
 * Reads a logo in a process of its own: a PNG for display, then a bitmap for each width of paper. Throws
 * FileFault.
 */
export async function* read(file: ForeignFile): AsyncGenerator<Uint8Array> {
  yield* await decodeImage(file, async (image) => [
    await image.clone().resize(SHOWN).png().toBuffer(),
    ...(await Promise.all(PAPER_WIDTHS.map((width) => drawLogo(image, width)))),
  ])
}
