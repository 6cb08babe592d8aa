import { describe, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { missingTests, readShownRows, unreadableRows } from './shown-by.ts'

describe('docs/security.md', () => {
  const rows = readShownRows('docs/security.md')

  it('names tests that are there', () => {
    expect(rows.length).toBeGreaterThan(0)
    expect(missingTests(rows)).toEqual([])
  })

  it('says for each promise what shows it', () => {
    expect(unreadableRows(rows)).toEqual([])
  })
})

describe('a row of a document', () => {
  const row = { ...must(readShownRows('docs/security.md')[0]), name: 'a promise' }

  it('is noticed when its test is gone', () => {
    const gone = { file: 'test/docs/security.test.ts', title: ['no such', 'test'].join(' ') }
    const elsewhere = { file: 'test/docs/gone.test.ts', title: 'names tests that are there' }
    expect(missingTests([{ ...row, tests: [gone, elsewhere] }])).toEqual([gone, elsewhere])
  })

  it('is noticed when nothing shows it', () => {
    expect(unreadableRows([{ ...row, shownBy: '', tests: [] }])).toEqual(['a promise'])
    expect(unreadableRows([{ ...row, shownBy: 'Not shown: no test can', tests: [] }])).toEqual([])
  })
})
