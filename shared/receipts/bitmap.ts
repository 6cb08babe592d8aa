import type { Raster } from './document.ts'

/**
 * A black and white image as a file: a portable bitmap (PBM, P4). Its rows are those of a Raster. A retail point's logo
 * travels so from the hub to its tills.
 */
export const BITMAP_TYPE = 'image/x-portable-bitmap'

/** Larger than any paper; a file that claims more is none of ours. */
const MOST_DOTS = 2000

/** Of rows as a Raster has them, without base64. */
export function writeBitmap(width: number, height: number, rows: Uint8Array): Uint8Array {
  const header = new TextEncoder().encode(`P4\n${width} ${height}\n`)
  const file = new Uint8Array(header.length + rows.length)
  file.set(header)
  file.set(rows, header.length)
  return file
}

/** null: it is no whole bitmap of the form that writeBitmap makes. */
export function readBitmap(file: Uint8Array): Raster | null {
  const header = /^P4\n([1-9]\d{0,3}) ([1-9]\d{0,3})\n/.exec(textOf(file.subarray(0, 32)))
  if (!header) return null
  const [width, height] = [Number(header[1]), Number(header[2])]
  const rows = file.subarray(header[0].length)
  const isWhole = rows.length === Math.ceil(width / 8) * height
  if (!isWhole || width > MOST_DOTS || height > MOST_DOTS) return null
  return { width, height, dots: btoa(textOf(rows)) }
}

/** A character for each byte. */
function textOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
