import { describe, expect, it } from 'vitest'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import {
  isAnythingPicked,
  isEverythingPicked,
  pickEverything,
  pickedSum,
  returnChanges,
} from './picked-lines.ts'

const receiptLines = [
  { lineNo: 1, quantity: 3, price: 0.1, discountAmount: 0, sum: 0.3, returnable: 2 },
  { lineNo: 2, quantity: 2, price: 5, discountAmount: 1, sum: 9, returnable: 1 },
  { lineNo: 3, quantity: 2, price: 7, discountAmount: 0, sum: 14, returnable: 0 },
] as Receipt['lines']

const cart = {
  lines: [
    { id: 'a', originalLineNo: 1, quantity: 2 },
    { id: 'b', originalLineNo: 2, quantity: 1 },
  ],
} as Cart

describe('picked lines', () => {
  it('pick everything that is left', () => {
    expect(pickEverything(receiptLines)).toEqual({ 1: 2, 2: 1 })
  })

  it('come to an exact sum', () => {
    expect(pickedSum(receiptLines, { 1: 2, 2: 1 })).toBe(4.7)
  })

  it('know when nothing is picked', () => {
    expect(isAnythingPicked({})).toBe(false)
    expect(isAnythingPicked({ 1: 0 })).toBe(false)
    expect(isAnythingPicked({ 1: 1 })).toBe(true)
  })

  it('know when everything left is picked', () => {
    expect(isEverythingPicked(receiptLines, { 1: 2 })).toBe(false)
    expect(isEverythingPicked(receiptLines, pickEverything(receiptLines))).toBe(true)
  })

  it('change only what differs', () => {
    expect(returnChanges(cart.lines, { 1: 1 })).toEqual([
      { lineId: 'a', quantity: 1 },
      { lineId: 'b', quantity: 0 },
    ])
    expect(returnChanges(cart.lines, { 1: 2, 2: 1 })).toEqual([])
  })
})
