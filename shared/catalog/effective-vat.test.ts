import { describe, expect, it } from 'vitest'
import { percent } from '#shared/money/decimal.ts'
import { effectiveVatRate, type VatOfGroup } from './effective-vat.ts'

const groups: Record<string, VatOfGroup> = {
  food: { parentId: null, vatRate: percent(10), useParentVat: true },
  bread: { parentId: 'food', vatRate: percent(5), useParentVat: true },
  sweets: { parentId: 'food', vatRate: percent(20), useParentVat: false },
  cakes: { parentId: 'sweets', vatRate: null, useParentVat: true },
  books: { parentId: 'food', vatRate: null, useParentVat: false },
  orphans: { parentId: 'gone', vatRate: percent(7), useParentVat: true },
  hen: { parentId: 'egg', vatRate: percent(1), useParentVat: true },
  egg: { parentId: 'hen', vatRate: percent(1), useParentVat: true },
}

const rateIn = (groupId: string | null, useGroupVat = true) =>
  effectiveVatRate({ groupId, vatRate: percent(12), useGroupVat }, findGroup)

/** Finds a group. Throws when called with null. */
function findGroup(id: string): VatOfGroup | undefined {
  if (id === null) throw new Error('asked for no group')
  return groups[id]
}

describe('effectiveVatRate for a product that uses the rate of its group', () => {
  it.each([
    ['the own rate of a top-level group', 'food', 10],
    ['the rate of the parent group', 'bread', 10],
    ['the own rate of a subgroup', 'sweets', 20],
    ['the rate of the nearest group with an own rate', 'cakes', 20],
    ['the own rate of a group whose parent is missing', 'orphans', 7],
    ['the own rate of a group in a cycle', 'hen', 1],
    ['the rate of the product when its group is missing', 'gone', 12],
    ['the rate of the product when it has no group', null, 12],
  ])('returns the effective rate: %s', (_, groupId, rate) => {
    expect(rateIn(groupId)).toBe(percent(rate))
  })

  it('returns null for a group without VAT', () => {
    expect(rateIn('books')).toBeNull()
  })
})

it('returns the rate of the product when it does not use the rate of its group', () => {
  expect(rateIn('sweets', false)).toBe(percent(12))
})
