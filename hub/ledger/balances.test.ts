import { describe, expect, it } from 'vitest'
import { cost, quantity } from '#shared/money/decimal.ts'
import { Balances } from './balances.ts'
import { movementKey, placeKey } from './movement.ts'
import type { PlaceState } from './product-history.ts'
import { timeText } from './time-text.ts'

const state = (units: number, lastMovementAt = 1): PlaceState => ({
  quantity: quantity(units),
  averageCost: cost(1),
  lastMovementAt,
})
const place = (storeId: string, productId = 'tea') => placeKey({ storeId, productId })
const balances = () =>
  new Balances([
    [place('A'), state(1)],
    [place('B'), state(2, 7)],
    [place('A', 'milk'), state(3)],
  ])

describe('Balances', () => {
  it('returns the time of the last movement in a place', () => {
    expect(balances().lastMovementAt(place('B'))).toBe(7)
    expect(balances().lastMovementAt(place('C'))).toBeUndefined()
  })

  it('takes the final state of a product in each of its stores from its history', () => {
    const all = balances()
    all.take('tea', { end: (storeId) => state(storeId === 'A' ? 10 : 20, 9) })
    expect([...all]).toEqual([
      [place('A'), state(10, 9)],
      [place('B'), state(20, 9)],
      [place('A', 'milk'), state(3)],
    ])
  })

  it('removes all places of a product', () => {
    const all = balances()
    all.drop('tea')
    expect([...all.keys()]).toEqual([place('A', 'milk')])
  })
})

describe('placeKey and movementKey', () => {
  it('returns different keys for different places and movements', () => {
    expect(new Set([place('A'), place('B'), place('A', 'milk')]).size).toBe(3)
    const keys = [
      movementKey('d', { lineNo: 1, storeId: 'A' }),
      movementKey('d', { lineNo: 1, storeId: 'B' }),
    ]
    keys.push(movementKey('d', { lineNo: 2, storeId: 'A' }), movementKey('e', { lineNo: 1, storeId: 'A' }))
    expect(new Set(keys).size).toBe(4)
  })
})

describe('timeText', () => {
  it.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [Infinity, 'infinity'],
    [-Infinity, '-infinity'],
  ])('formats %d as %s', (moment, text) => expect(timeText(moment)).toBe(text))
})
