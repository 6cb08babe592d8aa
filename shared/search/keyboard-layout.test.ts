import { expect, it } from 'vitest'
import { inOtherLayout } from './keyboard-layout.ts'

it.each([
  ['vjkjrj', 'молоко'],
  ['Vjkjrj', 'молоко'],
  ['ьшдл', 'milk'],
  ['[kt,', 'хлеб'],
  ['cjr 1k', 'сок 1л'],
])('converts %s to the other keyboard layout, as %s', (typed, meant) =>
  expect(inOtherLayout(typed)).toBe(meant),
)

it('returns undefined when the text is the same in both layouts', () =>
  expect(inOtherLayout('100 %')).toBeUndefined())
