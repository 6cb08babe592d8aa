import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Raster } from '#shared/receipts/document.ts'
import type { Line } from '#shared/receipts/lay-out.ts'

/** Dots of a character, as of font A of a printer: a drawn line is as wide as a printed one. */
const WIDTH = 12
const HEIGHT = 24

/** Stands for a letter that is not in the font: a box. */
const MISSING = Array.from({ length: HEIGHT }, (_, y) =>
  y < 4 || y > 19 ? 0 : y === 4 || y === 19 ? 0b0111_1111_1110 : 0b0100_0000_0010,
)

let font: Map<string, number[]> | null = null

/** Rows of 12 dots by character. JetBrains Mono and PT Mono, SIL Open Font License (LICENSE.txt beside). Read when it is first needed. */
function letters(): Map<string, number[]> {
  if (font) return font
  const rows = readFileSync(join(import.meta.dirname, 'mono-12x24.hex'), 'utf8')
    .trim()
    .split('\n')
  font = new Map(
    rows.map((row) => {
      const [code = '', dots = ''] = row.split(':')
      const lines = Array.from({ length: HEIGHT }, (_, y) =>
        Number.parseInt(dots.slice(y * 3, y * 3 + 3), 16),
      )
      return [String.fromCodePoint(Number.parseInt(code, 16)), lines]
    }),
  )
  return font
}

/** The letter itself, or without its accent. */
const rowsOf = (character: string): number[] | undefined =>
  letters().get(character) ?? letters().get(character.normalize('NFD').charAt(0))

export const hasLetter = (character: string): boolean => rowsOf(character) !== undefined

/** A line as an image, for letters that the code page of the printer lacks; `width` is that of the paper in dots. */
export function drawLine({ text, size, isBold }: Line, width: number): Raster {
  const scaleX = size === 'large' ? 2 : 1
  const scaleY = size === 'normal' ? 1 : 2
  const height = HEIGHT * scaleY
  const bytesPerRow = Math.ceil(width / 8)
  const dots = Buffer.alloc(bytesPerRow * height)
  const blacken = (x: number, y: number): void => {
    if (x >= width) return
    const at = y * bytesPerRow + (x >> 3)
    dots[at] = (dots[at] ?? 0) | (0x80 >> (x & 7))
  }
  for (const [column, character] of [...text].entries()) {
    if (character === ' ') continue
    const glyph = rowsOf(character) ?? MISSING
    for (let y = 0; y < height; y++) {
      const row = glyph[Math.floor(y / scaleY)] ?? 0
      for (let x = 0; x < WIDTH * scaleX; x++) {
        if (!(row & (1 << (WIDTH - 1 - Math.floor(x / scaleX))))) continue
        blacken(column * WIDTH * scaleX + x, y)
        if (isBold) blacken(column * WIDTH * scaleX + x + 1, y)
      }
    }
  }
  return { width, height, dots: dots.toString('base64') }
}
