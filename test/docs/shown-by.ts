import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** A row of a table in docs/ whose last column says which tests show what the row promises. */
export interface ShownRow {
  /** The first column. */
  name: string
  shownBy: string
  tests: NamedTest[]
}

export interface NamedTest {
  file: string
  title: string
}

/** In the last column: a file in backticks, then the titles of its tests in italics. */
const TESTS_OF_A_FILE = /`([^`]+\.test\.tsx?)`((?:,? \*[^*]+\*)+)/g
const TITLE = /\*([^*]+)\*/g

/** The rows, in order, of every table of the document whose last column is headed "Shown by". */
export function readShownRows(document: string): ShownRow[] {
  const rows: ShownRow[] = []
  let isShown = false
  for (const line of readFileSync(resolve(ROOT, document), 'utf8').split('\n')) {
    if (!line.startsWith('|')) {
      isShown = false
      continue
    }
    const cells = line.split('|').map((cell) => cell.trim())
    const shownBy = cells.at(-2) ?? ''
    if (shownBy === 'Shown by') isShown = true
    else if (isShown && !/^-+$/.test(shownBy))
      rows.push({ name: cells[1] ?? '', shownBy, tests: testsIn(shownBy) })
  }
  return rows
}

function testsIn(shownBy: string): NamedTest[] {
  return [...shownBy.matchAll(TESTS_OF_A_FILE)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(TITLE)].map(([, title = '']) => ({ file, title })),
  )
}

/** The named tests that are not in their files. */
export function missingTests(rows: readonly ShownRow[]): NamedTest[] {
  return rows.flatMap(({ tests }) => tests).filter((test) => !isThere(test))
}

function isThere({ file, title }: NamedTest): boolean {
  const path = resolve(ROOT, file)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

/** The names of rows that name no test without saying so, or name one in a form that is not read. */
export function unreadableRows(rows: readonly ShownRow[]): string[] {
  return rows
    .filter(({ shownBy, tests }) => {
      const files = shownBy.match(/\.test\.tsx?`/g)?.length ?? 0
      const isSaid = tests.length > 0 || shownBy.includes('Not shown')
      return !isSaid || files !== new Set(tests.map(({ file }) => file)).size
    })
    .map(({ name }) => name)
}
