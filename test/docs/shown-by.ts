import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Row of a table in docs/ with the column "Shown by", which names the tests of a promise. */
export interface ShownRow {
  document: string
  /** Text of the first column, which identifies the row. */
  name: string
  cells: readonly string[]
  shownBy: string
  tests: NamedTest[]
}

export interface NamedTest {
  /** Test file, or a folder of test files with a trailing `/`. */
  file: string
  /** Title of the test; undefined when all tests of the file or folder are meant. */
  title: string | undefined
}

/** Documents that cite whole test files. All others cite test titles. */
const BY_FILE = ['docs/conformance.md']
/** Verdicts without a promise. The last column of these rows describes the gap. */
const NO_PROMISE = ['not met', 'not applicable']

/** A file or folder in backticks, followed by test titles in italics. */
const NAMED = /`([\w./-]+(?:\.test\.tsx?|\/))`((?:,? \*[^*]+\*)*)/g
const TITLE = /\*([^*]+)\*/g

/** Returns the paths of all documents of the product. */
export const documents = (): string[] => globSync('docs/**/*.md', { cwd: ROOT }).sort()

/** Returns the rows of every table of the document with a column "Shown by", in order. */
export const readShownRows = (document: string): ShownRow[] =>
  shownRowsIn(document, readFileSync(resolve(ROOT, document), 'utf8'))

export function shownRowsIn(document: string, text: string): ShownRow[] {
  const rows: ShownRow[] = []
  let column: number | undefined
  for (const line of text.split('\n')) {
    const cells = line.startsWith('|') ? line.split('|').map((cell) => cell.trim()) : []
    if (cells.length === 0) column = undefined
    else if (column === undefined) column = cells.findIndex((cell) => cell.toLowerCase() === 'shown by')
    else if (column >= 0 && !cells.every((cell) => /^-*$/.test(cell))) {
      const shownBy = cells[column] ?? ''
      rows.push({ document, name: cells[1] ?? '', cells, shownBy, tests: testsIn(shownBy) })
    }
  }
  return rows
}

function testsIn(shownBy: string): NamedTest[] {
  return [...shownBy.matchAll(NAMED)].flatMap(([, file = '', titles = '']): NamedTest[] => {
    const named = [...titles.matchAll(TITLE)].map(([, title]) => ({ file, title }))
    return named.length > 0 ? named : [{ file, title: undefined }]
  })
}

/** Returns the named tests that do not exist. */
export const missingTests = (rows: readonly ShownRow[]): NamedTest[] =>
  rows.flatMap(({ tests }) => tests).filter((test) => !isThere(test))

function isThere({ file, title }: NamedTest): boolean {
  const path = resolve(ROOT, file)
  if (!existsSync(path)) return false
  if (statSync(path).isDirectory()) return globSync(join(path, '**/*.test.{ts,tsx}')).length > 0
  const source = readFileSync(path, 'utf8')
  return title === undefined || ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

/**
 * Returns the rows with a promise that neither cite a test in the form of their document nor give a reason,
 * as `document: name`.
 */
export function unshownRows(rows: readonly ShownRow[]): string[] {
  return rows
    .filter(({ document, cells, shownBy, tests }) => {
      if (cells.some((cell) => NO_PROMISE.includes(cell))) return shownBy === ''
      const isNamed = tests.every(({ title }) => title !== undefined || BY_FILE.includes(document))
      const isStated = tests.length > 0 || /Not shown: \S/.test(shownBy)
      return !isNamed || !isStated || /Not shown(?!: \S)/.test(shownBy)
    })
    .map(({ document, name }) => `${document}: ${name}`)
}
