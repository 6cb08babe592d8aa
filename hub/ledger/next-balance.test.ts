import { describe, expect, it } from 'vitest'
import { type Cost, cost, type Quantity, quantity } from '#shared/money/decimal.ts'
import type { Balance } from './movement.ts'
import { nextBalance } from './next-balance.ts'

const EMPTY: Balance = { quantity: quantity(0), averageCost: cost(0) }
const NO_COST = 0 as Cost

function replay(steps: [units: number, incoming?: number][], from = EMPTY): Balance {
  return steps.reduce(
    (balance, [units, incoming]) =>
      nextBalance(balance, quantity(units), incoming === undefined ? undefined : cost(incoming), NO_COST)
        .after,
    from,
  )
}

describe('nextBalance', () => {
  it('averages the costs of incoming goods (8 at 10 and 4 at 16 yield 12)', () => {
    expect(
      replay([
        [8, 10],
        [4, 16],
      ]),
    ).toEqual({ quantity: quantity(12), averageCost: cost(12) })
  })

  it('keeps the average when goods leave', () => {
    expect(replay([[8, 10], [4, 16], [-10], [-1]])).toEqual({ quantity: quantity(1), averageCost: cost(12) })
  })

  it('uses the incoming cost when stock was negative and becomes positive, and keeps the average while stock stays negative', () => {
    expect(replay([[5, 10], [-7], [4, 16]])).toEqual({ quantity: quantity(2), averageCost: cost(16) })
    expect(replay([[5, 10], [-7], [1, 16]])).toEqual({ quantity: quantity(-1), averageCost: cost(10) })
  })

  it('books goods at the fallback cost when they leave before any receipt', () => {
    const booked = nextBalance(EMPTY, quantity(-3), undefined, cost(60))
    expect(booked).toMatchObject({ unitCost: cost(60), costSum: cost(-180), after: { averageCost: 0 } })
  })

  it('books incoming goods without a cost at the fallback cost, or at the average if there is one', () => {
    expect(nextBalance(EMPTY, quantity(2), undefined, cost(60))).toMatchObject({
      unitCost: cost(60),
      costSum: cost(120),
      after: { averageCost: cost(60) },
    })
    const known = { quantity: quantity(2), averageCost: cost(10) }
    expect(nextBalance(known, quantity(2), undefined, cost(60))).toMatchObject({ unitCost: cost(10) })
  })

  it('ignores the given price of goods that leave', () => {
    const known = { quantity: quantity(2), averageCost: cost(10) }
    expect(nextBalance(known, quantity(-1), cost(99), cost(60))).toMatchObject({
      unitCost: cost(10),
      after: { averageCost: cost(10) },
    })
  })

  it('uses the incoming cost as the average when stock rises to 0 only if no cost was known', () => {
    const sold = { quantity: quantity(-3), averageCost: cost(0) }
    expect(nextBalance(sold, quantity(3), cost(16), cost(60)).after).toEqual({
      quantity: 0,
      averageCost: cost(16),
    })
    const known = { quantity: quantity(-3), averageCost: cost(10) }
    expect(nextBalance(known, quantity(3), cost(16), cost(60)).after).toEqual({
      quantity: 0,
      averageCost: cost(10),
    })
    expect(nextBalance(known, quantity(4), cost(16), cost(60)).after).toMatchObject({ averageCost: cost(16) })
  })

  it('leaves the balance unchanged for the quantity 0', () => {
    const known = { quantity: quantity(2), averageCost: cost(10) }
    expect(nextBalance(known, quantity(0), cost(99), cost(60))).toEqual({
      unitCost: cost(99),
      costSum: 0,
      after: known,
    })
  })

  it('rounds the average half up', () => {
    const one = { quantity: quantity(1), averageCost: 10_001 as Cost }
    expect(nextBalance(one, quantity(1), 10_002 as Cost, NO_COST).after.averageCost).toBe(10_002)
    expect(nextBalance(one, quantity(2), 10_002 as Cost, NO_COST).after.averageCost).toBe(10_002)
    expect(
      nextBalance({ ...one, quantity: quantity(2) }, quantity(1), 10_002 as Cost, NO_COST).after,
    ).toMatchObject({
      averageCost: 10_001,
    })
  })

  it('accepts values up to the end of the exact range and throws RangeError beyond it', () => {
    const full = { quantity: (Number.MAX_SAFE_INTEGER - 1) as Quantity, averageCost: cost(0) }
    expect(nextBalance(full, 1 as Quantity, NO_COST, NO_COST).after.quantity).toBe(Number.MAX_SAFE_INTEGER)
    expect(() => nextBalance(full, 2 as Quantity, NO_COST, NO_COST)).toThrow(RangeError)
  })

  it('keeps value and quantity consistent while stock is positive', () => {
    let balance = EMPTY
    let value = 0
    let tolerance = 0
    let seed = 7
    const random = (n: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % n
    }
    for (let i = 0; i < 2000; i += 1) {
      const out = random(2) === 0 && balance.quantity > 1000
      const units = out ? -(1 + random(balance.quantity)) / 1000 : (1 + random(50_000)) / 1000
      const booked = nextBalance(
        balance,
        quantity(units),
        out ? undefined : cost((1 + random(900_000)) / 10_000),
        NO_COST,
      )
      balance = booked.after
      value += booked.costSum
      const held = (balance.quantity * balance.averageCost) / 1000
      // Each rounding of the average can lose half a ten-thousandth per unit in stock.
      tolerance += 1 + balance.quantity / 2000
      expect(Math.abs(held - value)).toBeLessThan(tolerance)
    }
  })
})
