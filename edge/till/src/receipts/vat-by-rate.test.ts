import { describe, expect, it } from 'vitest'
import { vatByRate } from './vat-by-rate.ts'

describe('VAT by rate', () => {
  it('adds up each rate exactly', () => {
    const lines = [
      { vatRate: 12, vatSum: 0.1 },
      { vatRate: 20, vatSum: 1.5 },
      { vatRate: 12, vatSum: 0.2 },
    ]
    expect(vatByRate(lines)).toEqual([
      { rate: 20, vatSum: 1.5 },
      { rate: 12, vatSum: 0.3 },
    ])
  })

  it('leaves out lines without VAT', () => {
    expect(vatByRate([{ vatRate: null, vatSum: 0 }])).toEqual([])
  })
})
