import { expect, it } from 'vitest'
import { closestWords, editDistance } from './closest-words.ts'

it.each([
  ['молоко', 'молоко', 0],
  ['молако', 'молоко', 1],
  ['моолко', 'молоко', 1],
  ['млоко', 'молоко', 1],
  ['молокко', 'молоко', 1],
  ['milk', 'mild', 1],
  ['чай', '', 3],
])('compares %s and %s as %d slips apart', (a, b, slips) => {
  expect(editDistance(a, b)).toBe(slips)
  expect(editDistance(b, a)).toBe(slips)
})

it('puts the closest first', () => {
  expect(closestWords('шакалад', ['шоколадный', 'шахматы', 'шоколад'])).toEqual(['шоколадный', 'шоколад'])
  expect(closestWords('кифир', ['эфир', 'кефир', 'кафель'])).toEqual(['кефир'])
})

it('matches the beginning of a word', () =>
  expect(closestWords('шакол', ['шоколадный'])).toEqual(['шоколадный']))
it('leaves short words alone', () => expect(closestWords('чий', ['чай'])).toEqual([]))
