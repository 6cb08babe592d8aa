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
])('counts the typing errors between "%s" and "%s": %d', (a, b, slips) => {
  expect(editDistance(a, b)).toBe(slips)
  expect(editDistance(b, a)).toBe(slips)
})

it('returns the closest words first and omits words that are too different', () => {
  expect(closestWords('шакалад', ['шоколадный', 'шахматы', 'шоколад'])).toEqual(['шоколадный', 'шоколад'])
  expect(closestWords('кифир', ['эфир', 'кефир', 'кафель'])).toEqual(['кефир'])
})

it('matches a typed text with the beginning of a word', () =>
  expect(closestWords('шакол', ['шоколадный'])).toEqual(['шоколадный']))
it('does not correct words of fewer than 4 letters', () => expect(closestWords('чий', ['чай'])).toEqual([]))
