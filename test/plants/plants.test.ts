import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PLANTS as SIMULATED } from '../simulator/plants/plants.ts'
import { createTestFolder } from '../support/folders.ts'
import { checkPlant, plantedStatements } from './planting.ts'
import { PLANTS } from './plants.ts'
import { readRun } from './read-run.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ALL = [...PLANTS, ...SIMULATED]

describe('planted mistakes', () => {
  it.each(ALL)('$name applies to the product as it is', (plant) => {
    expect(() => checkPlant(plant)).not.toThrow()
    expect(() => plantedStatements(plant)).not.toThrow()
  })

  it('have a name each', () => {
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
  })

  it('name tests that there are', () => {
    const files = PLANTS.flatMap(({ noticedBy }) => noticedBy)
    expect(files.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([])
  })
})

describe('a run of tests with a planted mistake', () => {
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

  it('has noticed it when an expectation of a test was not met', () => {
    expect(read(tests('AssertionError: expected 1 to be 2'))).toEqual({ isNoticed: true, by: 'it adds up' })
    expect(read(tests('Error: waited in vain until it is sold')).isNoticed).toBe(true)
  })

  it.each([
    ['a test that breaks', tests('TypeError: x is not a function')],
    ['a test that hangs', tests('Error: Test timed out in 120000ms.')],
    ['a file that cannot be loaded', { testResults: [{ message: 'SyntaxError', assertionResults: [] }] }],
    ['nothing that ran', { testResults: [] }],
  ])('has not by %s', (_, report) => {
    expect(read(report).isNoticed).toBe(false)
  })

  it('has not when it left no report', () => {
    expect(readRun(join(ROOT, 'no such file'), 'no memory')).toEqual({
      isNoticed: false,
      by: 'the run broke: no memory',
    })
  })
})
