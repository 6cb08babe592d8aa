import { describe, expect, it } from 'vitest'
import { missingTests, readShownRows, unreadableRows } from './shown-by.ts'

const FAULTS = 56

describe('docs/faults.md', () => {
  const rows = readShownRows('docs/faults.md')

  it('has every fault once and in order', () => {
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: FAULTS }, (_, i) => `F${i + 1}`))
  })

  it('names tests that are there', () => {
    expect(missingTests(rows)).toEqual([])
  })

  it('says for each fault what shows it', () => {
    expect(unreadableRows(rows)).toEqual([])
  })
})
