import { describe, expect, it } from 'vitest'
import { digitsAlone, possibleNumbers } from './receipt-number.ts'

describe('spellings of a receipt number', () => {
  it.each([
    ['A1-000042', 'A1-000042'],
    ['a1-000042', 'A1-000042'],
    ['  A1 - 000042 ', 'A1-000042'],
    ['A1 000042', 'A1-000042'],
    ['A1000042', 'A1-000042'],
    ['A1-42', 'A1-000042'],
    ['a142', 'A1-000042'],
    ['A1–000042', 'A1-000042'],
    ['А1-000042', 'A1-000042'],
    ['Ф1-42', 'A1-000042'],
    ['Л7ЙРЧ-1', 'K7qhx-000001'],
    ['k7QHX-000001', 'K7qhx-000001'],
    ['B2-1234567', 'B2-1234567'],
  ])('reads %s as the receipt number %s', (typed, meant) => {
    expect(possibleNumbers(typed)).toContain(meant)
  })

  it.each(['tea', '4006381333931', '', 'A1-', '12.50'])('reads %s only as typed', (typed) => {
    expect(possibleNumbers(typed)).toEqual([typed])
  })

  it('reads digits as a receipt number without its series, and returns null for other text', () => {
    expect([digitsAlone('42'), digitsAlone(' 000 042'), digitsAlone('A1-42'), digitsAlone('')]).toEqual([
      42,
      42,
      null,
      null,
    ])
  })
})
