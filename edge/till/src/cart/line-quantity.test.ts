import { describe, expect, it } from 'vitest'
import type { CartLine } from '#shared/contracts/till/till.ts'
import { steppedQuantity } from './line-quantity.ts'

const line = (quantity: number, returnable: number | null = null) => ({ quantity, returnable }) as CartLine

describe('steppedQuantity', () => {
  it('adds exactly one to a fractional quantity', () => {
    expect(steppedQuantity(line(0.1), 1)).toBe(1.1)
  })

  it('subtracts one', () => {
    expect(steppedQuantity(line(3), -1)).toBe(2)
  })

  it('returns null instead of a quantity of zero or less', () => {
    expect(steppedQuantity(line(1), -1)).toBeNull()
    expect(steppedQuantity(line(0.5), -1)).toBeNull()
  })

  it('returns null instead of more than is returnable', () => {
    expect(steppedQuantity(line(2, 2), 1)).toBeNull()
    expect(steppedQuantity(line(1, 2), 1)).toBe(2)
  })
})
