import { expect, it } from 'vitest'
import { searchQuery } from './search-words.ts'

it.each([
  ['milk', '"milk"*'],
  ['  Milk  3.2% ', '"Milk"* "3"* "2"*'],
  ['Зелёный чай', '"Зеленый"* "чай"*'],
  ['OR NOT "x" AND(', '"OR"* "NOT"* "x"* "AND"*'],
])('%s is searched as %s', (typed, query) => {
  expect(searchQuery(typed)).toBe(query)
})

it('finds no word in punctuation', () => {
  expect(searchQuery('*** "-"')).toBeNull()
})
