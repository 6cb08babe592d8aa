import { decodeImage } from '#hub/features/catalog/product-images/decode-image.ts'
import type { ForeignFile } from '#hub/foreign-files/reader-process.ts'
import { PAPER_WIDTHS } from '#shared/receipts/document.ts'
import { drawLogo } from './draw-logo.ts'

/** Maximum size in pixels of the file for display. */
const SHOWN = { width: 576, height: 576, fit: 'inside', withoutEnlargement: true } as const

/**
 * Reads a logo in a separate process. Yields a PNG for display, then a bitmap for each paper width. Throws
 * FileFault.
 */
export async function* read(file: ForeignFile): AsyncGenerator<Uint8Array> {
  yield* await decodeImage(file, async (image) => [
    await image.clone().resize(SHOWN).png().toBuffer(),
    ...(await Promise.all(PAPER_WIDTHS.map((width) => drawLogo(image, width)))),
  ])
}
