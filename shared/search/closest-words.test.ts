import { expect, it } from 'vitest'
import { closestWords, slipsBetween } from './closest-words.ts'

it.each([
  ['молоко', 'молоко', 0],
  ['молако', 'молоко', 1],
  ['моолко', 'молоко', 1],
  ['млоко', 'молоко', 1],
  ['молокко', 'молоко', 1],
  ['milk', 'mild', 1],
  ['чай', '', 3],
])('%s and %s are %d slips apart', (a, b, slips) => {
  expect(slipsBetween(a, b)).toBe(slips)
  expect(slipsBetween(b, a)).toBe(slips)
})

it('puts the closest first', () => {
  expect(closestWords('шакалад', ['шоколадный', 'шахматы', 'шоколад'])).toEqual(['шоколадный', 'шоколад'])
  expect(closestWords('кифир', ['эфир', 'кефир', 'кафель'])).toEqual(['кефир'])
})

it('takes a beginning for a word', () =>
  expect(closestWords('шакол', ['шоколадный'])).toEqual(['шоколадный']))
it('leaves short words alone', () => expect(closestWords('чий', ['чай'])).toEqual([]))
