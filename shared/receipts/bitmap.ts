import type { Raster } from './document.ts'

/**
 * Content type of a black and white image: a portable bitmap (PBM, P4), with rows in the format of a Raster.
 * The hub sends the logo of a retail point to its tills in this format.
 */
export const BITMAP_TYPE = 'image/x-portable-bitmap'

/** Maximum width and height, larger than any receipt paper. Files with larger dimensions are refused. */
const MOST_DOTS = 2000

/** Returns a bitmap file. `rows` has the format of a Raster, without base64. */
export function writeBitmap(width: number, height: number, rows: Uint8Array): Uint8Array {
  const header = new TextEncoder().encode(`P4\n${width} ${height}\n`)
  const file = new Uint8Array(header.length + rows.length)
  file.set(header)
  file.set(rows, header.length)
  return file
}

/** Reads a bitmap. Returns null unless it is a complete file in the format of `writeBitmap`. */
export function readBitmap(file: Uint8Array): Raster | null {
  const header = /^P4\n([1-9]\d{0,3}) ([1-9]\d{0,3})\n/.exec(textOf(file.subarray(0, 32)))
  if (!header) return null
  const [width, height] = [Number(header[1]), Number(header[2])]
  const rows = file.subarray(header[0].length)
  const isWhole = rows.length === Math.ceil(width / 8) * height
  if (!isWhole || width > MOST_DOTS || height > MOST_DOTS) return null
  return { width, height, dots: btoa(textOf(rows)) }
}

function textOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
