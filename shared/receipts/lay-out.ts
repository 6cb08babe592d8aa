import { must } from '../std/must.ts'
import type {
  Align,
  BarcodeBlock,
  Block,
  ColumnsBlock,
  CutBlock,
  DrawerBlock,
  ImageBlock,
  PaperWidth,
  QrBlock,
  TextSize,
} from './document.ts'

/** Number of characters in a line, in font A (12 × 24 dots). */
export const COLUMNS: Record<PaperWidth, number> = { 58: 32, 80: 48 }
/** Number of printable dots in a line, at 203 dpi. */
export const DOTS: Record<PaperWidth, number> = { 58: 384, 80: 576 }

/** Printed line, aligned with spaces and no longer than the paper is wide. */
export interface Line {
  kind: 'line'
  text: string
  size: TextSize
  isBold: boolean
}

/** Printing step. Steps are executed in order. */
export type Step = Line | BarcodeBlock | QrBlock | ImageBlock | CutBlock | DrawerBlock

/** Arranges blocks in lines for paper of this width. */
export function layOut(blocks: readonly Block[], paperWidth: PaperWidth): Step[] {
  const columns = COLUMNS[paperWidth]
  return blocks.flatMap((block): Step[] => {
    switch (block.kind) {
      case 'text': {
        const { text, align = 'left', size = 'normal', isBold = false } = block
        const width = charactersIn(columns, size)
        return wrap(text, width).map((line) => ({
          kind: 'line',
          text: place(line, width, align),
          size,
          isBold,
        }))
      }
      case 'columns': {
        const { size = 'normal', isBold = false } = block
        return layOutRow(block, charactersIn(columns, size)).map((text) => ({
          kind: 'line',
          text,
          size,
          isBold,
        }))
      }
      case 'rule':
        return [
          { kind: 'line', text: (block.isDouble ? '=' : '-').repeat(columns), size: 'normal', isBold: false },
        ]
      case 'space':
        return [{ kind: 'line', text: '', size: 'normal', isBold: false }]
      default:
        return [block]
    }
  })
}

const charactersIn = (columns: number, size: TextSize): number => (size === 'large' ? columns / 2 : columns)

function layOutRow({ cells, parts }: ColumnsBlock, width: number): string[] {
  const [first = '', ...others] = cells.map(plain)
  const widths = parts
    ? sharesOf(parts, width).slice(1)
    : others.map((text) => Math.min(lengthOf(text) + 1, width))
  const rest = width - widths.reduce((sum, part) => sum + part, 0)
  // When the figures leave too little room for the first cell, they are placed on separate lines.
  const isCrowded = rest < Math.min(lengthOf(first), Math.ceil(width / 4))
  if (isCrowded) return [...wrap(first, width), ...others.flatMap((text) => rightAligned(text, width))]
  const left = wrap(first, rest)
  const right = others.map((text, index) => rightAligned(text, must(widths[index]), 1))
  const height = Math.max(left.length, ...right.map((lines) => lines.length))
  return Array.from({ length: height }, (_, row) => {
    // The figures are aligned with the last line of the first cell.
    const figures = right.map((lines, index) => {
      const line = lines[row - (height - lines.length)] ?? ''
      return padStart(line, must(widths[index]))
    })
    return (padEnd(left[row] ?? '', rest) + figures.join('')).trimEnd()
  })
}

function rightAligned(text: string, width: number, gap = 0): string[] {
  return wrap(text, width - gap).map((line) => padStart(line, width))
}

/** Returns widths in whole characters. The remainder is added to the first. */
function sharesOf(parts: readonly number[], width: number): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0)
  const shares = parts.map((part) => Math.floor((width * part) / total))
  const over = width - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, index) => (index === 0 ? share + over : share))
}

function place(line: string, width: number, align: Align): string {
  if (align === 'right') return padStart(line, width)
  if (align === 'center') return ' '.repeat(Math.floor((width - lengthOf(line)) / 2)) + line
  return line
}

const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - lengthOf(text))) + text

const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - lengthOf(text)))

/** Returns the length in code points instead of UTF-16 units. */
const lengthOf = (text: string): number => [...text].length

/**
 * Replaces control characters and all kinds of spaces with a plain space, the only one that printers support.
 * Keeps line breaks, and removes invisible format characters.
 */
const plain = (text: string): string => text.replace(/(?!\n)[\p{Cc}\p{Zs}]/gu, ' ').replace(/\p{Cf}/gu, '')

/** Returns the position of a break that does not separate a letter from its combining marks. */
function endOfLetter(characters: readonly string[], width: number): number {
  let end = width
  while (end > 1 && /\p{M}/u.test(characters[end] ?? '')) end--
  return end
}

/**
 * Returns lines of at most `width` characters. Breaks at spaces, and within a word only when the word is
 * longer than a line.
 */
function wrap(text: string, width: number): string[] {
  return plain(text)
    .split('\n')
    .flatMap((paragraph) => {
      const lines: string[] = []
      let line: string | null = null
      for (const word of paragraph.split(' ')) {
        const joined: string = line === null ? word : `${line} ${word}`
        if (lengthOf(joined) <= width) {
          line = joined
          continue
        }
        if (line !== null) lines.push(line)
        const characters = [...word]
        while (characters.length > width)
          lines.push(characters.splice(0, endOfLetter(characters, width)).join(''))
        line = characters.join('')
      }
      return [...lines, line ?? '']
    })
}
