import { expect, it } from 'vitest'
import { drawLine, hasLetter } from './letters.ts'
import { partsOf } from './shaped-text.ts'

const WIDTH = 576

function drawn(text: string, size: 'normal' | 'large' = 'normal'): boolean[][] {
  const { width, height, dots } = drawLine({ kind: 'line', text, size, isBold: false }, WIDTH)
  const bytes = Buffer.from(dots, 'base64')
  return Array.from({ length: height }, (_, y) =>
    Array.from(
      { length: width },
      (_, x) => (((bytes[y * (width / 8) + (x >> 3)] ?? 0) << (x & 7)) & 0x80) !== 0,
    ),
  )
}

function inkOf(rows: readonly boolean[][]): [number, number] {
  const columns = rows.flatMap((row) => row.flatMap((isInk, x) => (isInk ? [x] : [])))
  return [Math.min(...columns), Math.max(...columns)]
}
const part = (rows: readonly boolean[][], from: number, to: number): string =>
  rows
    .map((row) =>
      row
        .slice(from, to)
        .map((isInk) => (isInk ? '#' : '.'))
        .join(''),
    )
    .join('\n')

const shapedWidth = (text: string): number =>
  partsOf(text).reduce((sum, each) => sum + (each.kind === 'shaped' ? each.width : 0), 0)

it('covers Latin, Cyrillic, Thai and Arabic letters, but no Chinese characters or emoji', () => {
  for (const character of ['é', 'Ж', 'Қ', 'ก', 'ป', 'ش']) expect(hasLetter(character), character).toBe(true)
  for (const character of ['茶', '🍵']) expect(hasLetter(character), character).toBe(false)
})

it('joins Arabic letters, which makes a word narrower than its separate letters', () => {
  expect(shapedWidth('سلام')).toBeLessThan(
    0.8 * ['س', 'ل', 'ا', 'م'].map(shapedWidth).reduce((a, b) => a + b),
  )
})

it('writes Arabic from right to left, and digits inside it from left to right', () => {
  const shown = (text: string): string =>
    partsOf(text)
      .map((each) => (each.kind === 'fixed' ? each.text : '~'))
      .join('')
  expect(shown('شاي 500 غ')).toBe('~ 500~')
  expect(shown('Tea (شاي) 7')).toBe('Tea (~) 7')
  expect(shown('شاي (A)')).toBe('(A)~')
})

it('stacks the marks of Thai letters above them', () => {
  expect(shapedWidth('ที่')).toBe(shapedWidth('ท'))
  const [bare, marked] = [drawn('ท'), drawn('ที่')].map((rows) => rows.findIndex((row) => row.includes(true)))
  expect(marked).toBeLessThan(bare ?? 0)
})

it('keeps numbers in their columns and narrows a name that does not fit', () => {
  const figures = '       45.00        90.00'
  const [thai, latin] = [`${'ชาเขียว'.padEnd(23)}${figures}`, `${'Tea'.padEnd(23)}${figures}`].map((text) =>
    drawn(text),
  )
  const from = 23 * 12
  // Lines of shaped letters are taller: their baseline is further down.
  expect(part(thai?.slice(6, 30) ?? [], from, WIDTH)).toBe(part(latin ?? [], from, WIDTH))
  const crowded = drawn(`${'ش'.repeat(46)}  9`)
  expect(inkOf(crowded.map((row) => row.slice(0, 46 * 12)))[1]).toBeLessThanOrEqual(46 * 12)
})

it('doubles the width and height of a large line', () => {
  const [one, large] = [drawn('ชา'), drawn('ชา', 'large')]
  expect(large).toHaveLength(2 * one.length)
  expect(inkOf(large)[1]).toBe(2 * inkOf(one)[1] + 1)
})
