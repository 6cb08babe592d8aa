import { describe, expect, it } from 'vitest'
import type { CartLine } from '#shared/contracts/till/till.ts'
import { steppedQuantity } from './line-quantity.ts'

const line = (quantity: number, returnable: number | null = null) => ({ quantity, returnable }) as CartLine

describe('stepped quantity', () => {
  it('adds one exactly', () => {
    expect(steppedQuantity(line(0.1), 1)).toBe(1.1)
  })

  it('subtracts one', () => {
    expect(steppedQuantity(line(3), -1)).toBe(2)
  })

  it('never goes down to zero', () => {
    expect(steppedQuantity(line(1), -1)).toBeNull()
    expect(steppedQuantity(line(0.5), -1)).toBeNull()
  })

  it('never returns more than was sold', () => {
    expect(steppedQuantity(line(2, 2), 1)).toBeNull()
    expect(steppedQuantity(line(1, 2), 1)).toBe(2)
  })
})
