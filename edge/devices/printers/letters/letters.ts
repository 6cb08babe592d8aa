import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Raster } from '#shared/receipts/document.ts'
import type { Line } from '#shared/receipts/lay-out.ts'
import { fillContours } from './outline.ts'
import { ASCENT, canShape, DESCENT, partsOf } from './shaped-text.ts'

/** Size of a character in dots. It equals font A of a printer, so that a drawn line is as wide as a printed one. */
const WIDTH = 12
const HEIGHT = 24

/** Box drawn for a letter that the font lacks. */
const MISSING = Array.from({ length: HEIGHT }, (_, y) =>
  y < 4 || y > 19 ? 0 : y === 4 || y === 19 ? 0b0111_1111_1110 : 0b0100_0000_0010,
)

let font: Map<string, number[]> | null = null

/**
 * Returns the font as rows of 12 dots by character, loaded on first use. JetBrains Mono and PT Mono, SIL Open
 * Font License (LICENSE.txt in this folder).
 */
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

/**
 * Returns the rows of the letter, or of its base letter without the accent. Returns undefined when the font
 * has neither.
 */
const rowsOf = (character: string): number[] | undefined =>
  letters().get(character) ?? letters().get(character.normalize('NFD').charAt(0))

export const hasLetter = (character: string): boolean =>
  rowsOf(character) !== undefined || canShape(character)

/** Row of dots on which letters of the fixed-width font stand. */
const BASELINE = 19

/** Draws a line as an image, for letters that the printer's code page lacks. `width` is the paper width in dots. */
export function drawLine({ text, size, isBold }: Line, width: number): Raster {
  const scaleX = size === 'large' ? 2 : 1
  const scaleY = size === 'normal' ? 1 : 2
  const isShaped = [...text].some(needsShaping)
  const top = isShaped ? ASCENT - BASELINE : 0
  const height = (isShaped ? ASCENT + DESCENT : HEIGHT) * scaleY
  const bytesPerRow = Math.ceil(width / 8)
  const dots = Buffer.alloc(bytesPerRow * height)
  const blacken = (x: number, y: number): void => {
    if (x < 0 || x >= width || y < 0 || y >= height) return
    const at = y * bytesPerRow + (x >> 3)
    dots[at] = (dots[at] ?? 0) | (0x80 >> (x & 7))
  }
  const ink = (x: number, y: number): void => {
    for (let dy = 0; dy < scaleY; dy++)
      for (let dx = 0; dx < scaleX + (isBold ? 1 : 0); dx++) blacken(x * scaleX + dx, y * scaleY + dy)
  }
  const columns = Math.floor(width / WIDTH / scaleX)
  for (const piece of piecesOf(text, columns)) {
    if (![...piece.text].some(needsShaping)) drawFixed(piece.text, piece.from * WIDTH, top, ink)
    else drawShaped(piece, ink)
  }
  return { width, height, dots: dots.toString('base64') }
}

type Ink = (x: number, y: number) => void

const needsShaping = (character: string): boolean => rowsOf(character) === undefined && canShape(character)

function drawFixed(text: string, left: number, top: number, ink: Ink): void {
  for (const [column, character] of [...text].entries()) {
    if (character === ' ') continue
    const glyph = rowsOf(character) ?? MISSING
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++)
        if ((glyph[y] ?? 0) & (1 << (WIDTH - 1 - x))) ink(left + column * WIDTH + x, top + y)
    }
  }
}

/** Part of a line between gaps of two or more spaces: a name, or a number in its column. */
interface Piece {
  text: string
  from: number
  room: number
  isAtRight: boolean
}

function piecesOf(text: string, columns: number): Piece[] {
  const found = [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: piece, index }) => ({
    text: piece,
    from: [...text.slice(0, index)].length,
  }))
  return found.map((piece, i) => {
    const next = found[i + 1]
    return {
      ...piece,
      room: (next ? next.from - 1 : columns) - piece.from,
      isAtRight: i > 0 && next === undefined,
    }
  })
}

/** Draws shaped letters in their natural width. Numbers keep their columns, and text that is too wide is narrowed. */
function drawShaped({ text, from, room, isAtRight }: Piece, ink: Ink): void {
  const parts = partsOf(text)
  const widths = parts.map((part) => (part.kind === 'fixed' ? [...part.text].length * WIDTH : part.width))
  const sum = (kind: (typeof parts)[number]['kind']): number =>
    widths.reduce((total, width, i) => total + (parts[i]?.kind === kind ? width : 0), 0)
  const [fixed, shaped] = [sum('fixed'), sum('shaped')]
  const isAlone = [...text].length * WIDTH
  const narrowed = shaped > 0 ? Math.min(1, Math.max(0, room * WIDTH - fixed) / shaped) : 1
  const total = fixed + shaped * narrowed
  let left = from * WIDTH + (isAtRight ? Math.max(0, isAlone - total) : 0)
  for (const [i, part] of parts.entries()) {
    if (part.kind === 'fixed') drawFixed(part.text, Math.round(left), ASCENT - BASELINE, ink)
    else
      fillContours(
        part.contours.map((contour) => contour.map(([x, y]) => [left + x * narrowed, ASCENT + y] as const)),
        ink,
      )
    left += (widths[i] ?? 0) * (part.kind === 'fixed' ? 1 : narrowed)
  }
}
