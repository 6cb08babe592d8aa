import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readShownRows } from './shown-by.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DOCUMENT = 'docs/asvs.md'

/**
 * Requirements of levels 1 and 2 of OWASP ASVS 5.0.0: the sections of each chapter, each with its first and
 * last requirement number.
 */
const REQUIREMENTS: Record<number, Record<number, [first: number, last: number]>> = {
  1: { 1: [1, 2], 2: [1, 9], 3: [1, 11], 4: [1, 3], 5: [1, 2] },
  2: { 1: [1, 3], 2: [1, 3], 3: [1, 4], 4: [1, 1] },
  3: { 2: [1, 2], 3: [1, 4], 4: [1, 6], 5: [1, 5], 7: [1, 2] },
  4: { 1: [1, 3], 2: [1, 1], 3: [1, 2], 4: [1, 4] },
  5: { 1: [1, 1], 2: [1, 3], 3: [1, 2], 4: [1, 3] },
  6: { 1: [1, 3], 2: [1, 12], 3: [1, 4], 4: [1, 4], 5: [1, 5], 6: [1, 3], 8: [1, 4] },
  7: { 1: [1, 3], 2: [1, 4], 3: [1, 2], 4: [1, 5], 5: [1, 2], 6: [1, 2] },
  8: { 1: [1, 2], 2: [1, 3], 3: [1, 1], 4: [1, 1] },
  9: { 1: [1, 3], 2: [1, 4] },
  10: { 1: [1, 2], 2: [1, 2], 3: [1, 4], 4: [1, 11], 5: [1, 5], 6: [1, 2], 7: [1, 3] },
  11: { 1: [1, 2], 2: [1, 3], 3: [1, 3], 4: [1, 4], 5: [1, 1], 6: [1, 1] },
  12: { 1: [1, 3], 2: [1, 2], 3: [1, 4] },
  13: { 1: [1, 1], 2: [1, 5], 3: [1, 2], 4: [1, 5] },
  14: { 1: [1, 2], 2: [1, 4], 3: [1, 3] },
  15: { 1: [1, 3], 2: [1, 3], 3: [1, 7] },
  16: { 1: [1, 1], 2: [1, 5], 3: [1, 4], 4: [1, 3], 5: [1, 3] },
  17: { 1: [1, 1], 2: [1, 4], 3: [1, 2] },
}
const COUNT = 253

const numbers = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
  Object.entries(sections).flatMap(([section, [first, last]]) =>
    Array.from({ length: last - first + 1 }, (_, i) => `${chapter}.${section}.${first + i}`),
  ),
)

describe('docs/asvs.md', () => {
  const rows = readShownRows(DOCUMENT)
  const text = readFileSync(resolve(ROOT, DOCUMENT), 'utf8')
  const verdicts = new Map(
    [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \|/gm)].map(([, number, verdict]) => [
      number,
      verdict,
    ]),
  )

  it('lists every requirement of levels 1 and 2 once and in order', () => {
    expect(numbers).toHaveLength(COUNT)
    expect(rows.map(({ name }) => name)).toEqual(numbers)
  })

  it('gives each requirement a verdict', () => {
    const known = ['met', 'not met', 'not applicable']
    expect(rows.filter(({ name }) => !known.includes(verdicts.get(name) ?? ''))).toEqual([])
  })

  it('names only existing source files', () => {
    const files = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|sql|yml))`/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(200)
    expect(files.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([])
  })
})
