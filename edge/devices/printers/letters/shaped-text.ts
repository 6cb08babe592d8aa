import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bidiFactory, { type Bidi } from 'bidi-js'
import { Blob, Direction, Face, Font, Buffer as Letters, shape } from 'harfbuzzjs'
import type { Contour } from './outline.ts'

/**
 * Noto fonts (SIL Open Font License) for letters that join, stack or run from right to left. HarfBuzz shapes
 * them.
 */
const FILES = [
  '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
] as const

/** Size of the em in dots, chosen so that shaped letters match font A of a printer. */
const EM = 22
/** Dots above and below the baseline, including stacked marks. */
export const ASCENT = 25
export const DESCENT = 11
/** HarfBuzz units per dot. */
const UNITS = 64
/** Number of line segments that approximate a curve. */
const STEPS = 4

interface Shaper {
  font: Font
  characters: ReadonlySet<number>
}

let opened: readonly Shaper[] | null = null

/** Loads the fonts on first use, because most shops never need them. */
function shapers(): readonly Shaper[] {
  const { resolve } = createRequire(import.meta.url)
  opened ??= FILES.map((file) => {
    const face = new Face(new Blob(readFileSync(resolve(file))))
    const font = new Font(face)
    font.setScale(EM * UNITS, EM * UNITS)
    return { font, characters: new Set(face.collectUnicodes()) }
  })
  return opened
}

/** Scripts that the fonts cover. Text in other scripts is skipped without opening a font file. */
const MAY_BE_SHAPED = /[\p{Script=Thai}\p{Script=Arabic}]/u

const shaperOf = (character: string): Shaper | undefined =>
  MAY_BE_SHAPED.test(character)
    ? shapers().find(({ characters }) => characters.has(character.codePointAt(0) ?? 0))
    : undefined

export const canShape = (character: string): boolean => shaperOf(character) !== undefined

/** Part of a text, in visual order from left to right. */
export type Part =
  /** Text in the fixed-width font. Right-to-left text is already reversed. */
  | { kind: 'fixed'; text: string }
  /** The contours start at x = 0. The baseline is at y = 0. */
  | { kind: 'shaped'; width: number; contours: Contour[] }

/** The package's types describe CommonJS, but Node loads its ES module. */
const bidi = (bidiFactory as unknown as () => Bidi)()

/** Splits a text into parts by the Unicode bidirectional algorithm (UAX 9). */
export function partsOf(text: string): Part[] {
  const characters = [...text]
  const { levels } = bidi.getEmbeddingLevels(text, 'auto')
  const runs: Run[] = []
  let at = 0
  for (const character of characters) {
    const level = levels[at] ?? 0
    at += character.length
    const last = runs.at(-1)
    // A space between two shaped words belongs to their run.
    const shaper = shaperOf(character) ?? (character === ' ' ? last?.shaper : undefined)
    if (last && last.level === level && last.shaper === shaper) last.text += character
    else runs.push({ text: character, level, shaper })
  }
  return inOrder(runs).map(drawn)
}

interface Run {
  text: string
  /** Embedding level (UAX 9). Runs of an odd level go from right to left. */
  level: number
  shaper: Shaper | undefined
}

/**
 * Reorders runs for display. From the highest level down, each sequence of runs at that level or above is
 * reversed (UAX 9, rule L2).
 */
function inOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to++
      if (to === from) continue
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  }
  return ordered
}

function drawn({ text, level, shaper }: Run): Part {
  const isFromRight = level % 2 === 1
  if (!shaper) return { kind: 'fixed', text: isFromRight ? mirrored(text) : text }
  const letters = new Letters()
  letters.addText(text)
  letters.guessSegmentProperties()
  letters.setDirection(isFromRight ? Direction.RTL : Direction.LTR)
  shape(shaper.font, letters)
  const contours: Contour[] = []
  let x = 0
  for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of letters.getGlyphInfosAndPositions()) {
    contours.push(...contoursOf(shaper.font, codepoint, x + xOffset, yOffset))
    x += xAdvance
  }
  return { kind: 'shaped', width: x / UNITS, contours }
}

const mirrored = (text: string): string =>
  [...text]
    .reverse()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('')

function contoursOf(font: Font, glyph: number, dx: number, dy: number): Contour[] {
  const contours: [number, number][][] = []
  const point = (x: number, y: number): [number, number] => [(x + dx) / UNITS, -(y + dy) / UNITS]
  for (const { type, values } of font.glyphToJson(glyph)) {
    const points: [number, number][] = []
    for (let i = 0; i < values.length; i += 2) points.push(point(values[i] ?? 0, values[i + 1] ?? 0))
    const contour = contours.at(-1)
    const from = contour?.at(-1)
    if (type === 'M') contours.push(points)
    else if (contour && from) contour.push(...curve([from, ...points]))
  }
  return contours.filter(({ length }) => length > 2)
}

/** Returns the points of a Bézier curve except its first. For a straight line, returns only its end. */
function curve(points: readonly [number, number][]): [number, number][] {
  if (points.length <= 2) return points.slice(1)
  return Array.from({ length: STEPS }, (_, step) => {
    const t = (step + 1) / STEPS
    let between = points
    while (between.length > 1)
      between = between.slice(1).map(([x, y], i): [number, number] => {
        const [fromX, fromY] = between[i] ?? [x, y]
        return [fromX + (x - fromX) * t, fromY + (y - fromY) * t]
      })
    return between[0] ?? [0, 0]
  })
}
