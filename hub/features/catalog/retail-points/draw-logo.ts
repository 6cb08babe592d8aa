import type { Sharp } from 'sharp'
import { writeBitmap } from '#shared/receipts/bitmap.ts'
import type { PaperWidth } from '#shared/receipts/document.ts'
import { DOTS } from '#shared/receipts/lay-out.ts'

/** Maximum height in dots, three centimeters, so that a tall logo does not waste paper. */
const MOST_ROWS = 240

/**
 * Draws the logo in black and white, at most as wide as the paper. Grays become dot patterns. Returns a file
 * in the format of shared/receipts/bitmap.ts.
 */
export async function drawLogo(image: Sharp, paperWidth: PaperWidth): Promise<Uint8Array> {
  const { data, info } = await image
    .clone()
    .flatten({ background: 'white' })
    .resize({ width: DOTS[paperWidth], height: MOST_ROWS, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return writeBitmap(info.width, info.height, dither(data, info))
}

/**
 * Applies Floyd-Steinberg dithering: the error of a dot is distributed to the dots right of it and below. 0
 * is black.
 */
function dither(pixels: Uint8Array, { width, height, channels }: Size): Uint8Array {
  const bytesPerRow = Math.ceil(width / 8)
  const rows = new Uint8Array(bytesPerRow * height)
  const greys = Float32Array.from({ length: width * height }, (_, at) => pixels[at * channels] ?? 255)
  const spread = (x: number, y: number, error: number): void => {
    if (x < 0 || x >= width || y >= height) return
    const at = y * width + x
    greys[at] = (greys[at] ?? 0) + error
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grey = greys[y * width + x] ?? 255
      const isBlack = grey < 128
      const byte = y * bytesPerRow + (x >> 3)
      if (isBlack) rows[byte] = (rows[byte] ?? 0) | (0x80 >> (x & 7))
      const error = (grey - (isBlack ? 0 : 255)) / 16
      spread(x + 1, y, error * 7)
      spread(x - 1, y + 1, error * 3)
      spread(x, y + 1, error * 5)
      spread(x + 1, y + 1, error)
    }
  }
  return rows
}

interface Size {
  width: number
  height: number
  channels: number
}
