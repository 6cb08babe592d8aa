import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const FAULTS = 52

interface Row {
  number: number
  shownBy: string
  /** Tests by their file. */
  tests: { file: string; title: string }[]
}

/** In the last column: a file in backticks, then the titles of its tests in italics. */
const TESTS_OF_A_FILE = /`([^`]+\.test\.tsx?)`((?:,? \*[^*]+\*)+)/g
const TITLE = /\*([^*]+)\*/g

const rows: Row[] = readFileSync(resolve(ROOT, 'docs/faults.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| F\d+ /.test(line))
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const shownBy = cells[4] ?? ''
    const tests = [...shownBy.matchAll(TESTS_OF_A_FILE)].flatMap(([, file = '', titles = '']) =>
      [...titles.matchAll(TITLE)].map(([, title = '']) => ({ file, title })),
    )
    return { number: Number(cells[1]?.slice(1)), shownBy, tests }
  })

describe('the table of faults', () => {
  it('has every fault once and in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: FAULTS }, (_, i) => i + 1))
  })

  it('names tests that are there', () => {
    const missing = rows.flatMap(({ tests }) => tests).filter(({ file, title }) => !isThere(file, title))
    expect(missing).toEqual([])
  })

  it('says for each fault what shows it', () => {
    for (const { number, shownBy, tests } of rows) {
      expect([number, tests.length > 0 || shownBy.includes('Not shown')]).toEqual([number, true])
      // Nothing that looks like a test has been read past.
      expect([number, shownBy.match(/\.test\.tsx?`/g)?.length ?? 0]).toEqual([
        number,
        new Set(tests.map(({ file }) => file)).size,
      ])
    }
  })
})

function isThere(file: string, title: string): boolean {
  const path = resolve(ROOT, file)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}
