import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#test/support/folders.ts'
import { PLANTS as SIMULATED } from '../simulator/plants/plants.ts'
import { checkPlant, edited, plantedStatements, sourcesOf } from './planting.ts'
import { PLANTS } from './plants.ts'
import { readRun } from './read-run.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ALL = [...PLANTS, ...SIMULATED]

describe('planted mistakes', () => {
  it.each(ALL)('applies $name to the current product', (plant) => {
    expect(() => checkPlant(plant)).not.toThrow()
    expect(() => plantedStatements(plant)).not.toThrow()
  })

  it('gives each plant a unique name', () => {
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
  })

  it('refers only to existing test files', () => {
    const files = PLANTS.flatMap(({ noticedBy }) => noticedBy)
    expect(files.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([])
  })
})

describe('edited', () => {
  const file = 'hub/ledger/sums.ts'
  const text = `
export function sum(rows: readonly number[]): number {
  return rows.reduce(
    (so, row) => so + row,
    0,
  )
}

export class Sums {
  readonly #all = new Map<string, number>()

  static of = (rows: readonly number[]): number => sum(rows)

  get total(): number {
    return sum([...this.#all.values()])
  }
}
`
  const plant = (symbol: string, find: string, replace = '-') => ({
    name: 'wrong',
    edits: [{ in: symbol, find, replace }],
  })

  it.each([
    ['sum', '+', text.replace('so + row', 'so - row')],
    ['sum', '+ row, 0', text.replace('+ row,\n    0', '-')],
    ['Sums.of', 'sum(rows)', text.replace('=> sum(rows)', '=> -')],
    ['Sums.total', '...', text.replace('...', '-')],
    ['Sums.#all', 'number', text.replace('string, number', 'string, -')],
    ['Sums', 'sum(rows)', text.replace('=> sum(rows)', '=> -')],
    ['hub/ledger:sum', '+', text.replace('so + row', 'so - row')],
    ['hub/ledger/sums:sum', '+', text.replace('so + row', 'so - row')],
  ])('edits %s, wherever it is declared', (symbol, find, expected) => {
    expect(edited(plant(symbol, find), file, text)).toBe(expected)
  })

  it.each(['product', 'Sums.sum', 'total', 'hub/ledge:sum', 'edge:sum'])(
    'leaves a file unchanged that does not declare %s',
    (symbol) => {
      expect(edited(plant(symbol, '+'), file, text)).toBe(text)
    },
  )

  it.each([
    ['sum', 'rows', 'has 2 times rows'],
    ['sum', 'new Map', 'has 0 times new Map'],
  ])('refuses an edit of %s when %s does not occur exactly once', (symbol, find, message) => {
    expect(() => edited(plant(symbol, find), file, text)).toThrow(message)
  })

  it('edits a function of the database', () => {
    const sql = (quantity: string) => `CREATE OR REPLACE FUNCTION a() RETURNS int
LANGUAGE sql AS $$ SELECT 1 $$;

-- SELECT 1
CREATE OR REPLACE FUNCTION b() RETURNS int
LANGUAGE sql AS $$
  SELECT ${quantity}

$$;
DO $$ SELECT 1 $$;
`
    expect(edited(plant('b', 'SELECT 1', 'SELECT 2'), 'hub/db/sql/a.sql', sql('1'))).toBe(sql('2'))
  })

  it('requires that exactly one file declares the symbol', () => {
    const files = new Map([
      [file, text],
      ['hub/documents/other.ts', 'class Sums {}'],
    ])
    const filesOf = (symbol: string) => [...sourcesOf(plant(symbol, '+'), files).keys()]
    expect(filesOf('Sums.of')).toEqual([file])
    expect(filesOf('hub/ledger:Sums')).toEqual([file])
    expect(() => filesOf('sums')).toThrow('nothing declares sums')
    expect(() => filesOf('Sums')).toThrow(`Sums is in ${file}, hub/documents/other.ts`)
  })
})

describe('readRun', () => {
  const read = (report: object) => {
    using folder = createTestFolder()
    const file = join(folder.path, 'report.json')
    writeFileSync(file, JSON.stringify(report))
    return readRun(file, '')
  }
  const tests = (...failureMessages: string[]) => ({
    testResults: [
      {
        message: '',
        assertionResults: [
          { fullName: 'it works', status: 'passed', failureMessages: [] },
          { fullName: 'it adds up', status: 'failed', failureMessages },
        ],
      },
    ],
  })

  it('reports a mistake as noticed when an expectation of a test failed', () => {
    expect(read(tests('AssertionError: expected 1 to be 2'))).toEqual({ isNoticed: true, by: 'it adds up' })
    expect(read(tests('Error: waited in vain until it is sold')).isNoticed).toBe(true)
  })

  it.each([
    ['a test that throws a TypeError', tests('TypeError: x is not a function')],
    ['a test that times out', tests('Error: Test timed out in 120000ms.')],
    ['a file that cannot be loaded', { testResults: [{ message: 'SyntaxError', assertionResults: [] }] }],
    ['a run without tests', { testResults: [] }],
  ])('reports a mistake as unnoticed after %s', (_, report) => {
    expect(read(report).isNoticed).toBe(false)
  })

  it('reports a mistake as unnoticed when there is no report file', () => {
    expect(readRun(join(ROOT, 'no such file'), 'no memory')).toEqual({
      isNoticed: false,
      by: 'the run broke: no memory',
    })
  })
})
