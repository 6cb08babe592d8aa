import { describe, expect, it } from 'vitest'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { isAnythingPicked, isEverythingPicked, pickEverything, requestedLines } from './picked-lines.ts'

const receiptLines = [
  { lineNo: 1, quantity: 3, price: 0.1, discountAmount: 0, sum: 0.3, returnable: 2 },
  { lineNo: 2, quantity: 2, price: 5, discountAmount: 1, sum: 9, returnable: 1 },
  { lineNo: 3, quantity: 2, price: 7, discountAmount: 0, sum: 14, returnable: 0 },
] as Receipt['lines']

describe('picked lines', () => {
  it('picks everything that is returnable', () => {
    expect(pickEverything(receiptLines)).toEqual({ 1: 2, 2: 1 })
  })

  it('detects whether anything is picked', () => {
    expect(isAnythingPicked({})).toBe(false)
    expect(isAnythingPicked({ 1: 0 })).toBe(false)
    expect(isAnythingPicked({ 1: 1 })).toBe(true)
  })

  it('detects whether everything returnable is picked', () => {
    expect(isEverythingPicked(receiptLines, { 1: 2 })).toBe(false)
    expect(isEverythingPicked(receiptLines, pickEverything(receiptLines))).toBe(true)
  })

  it('requests individual lines only when not everything returnable is picked', () => {
    expect(requestedLines(receiptLines, { 1: 2, 2: 0 })).toEqual([{ lineNo: 1, quantity: 2 }])
    expect(requestedLines(receiptLines, pickEverything(receiptLines))).toBeUndefined()
  })
})
