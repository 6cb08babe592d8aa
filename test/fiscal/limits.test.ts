import { expect, it } from 'vitest'
import { limitViolation } from '#hub/integrations/fiscal/limits.ts'
import { amount, type Quantity, quantity } from '#shared/money/decimal.ts'
import { line, receiptOf } from './receipts.ts'

const LIMITS = { lines: 2, amount: amount(100), quantity: 5 }
const saysOf = (receipt: Parameters<typeof limitViolation>[0]) =>
  limitViolation(receipt, LIMITS)?.message ?? null

it('reports the first exceeded limit or wrong amount of a receipt, and accepts values at the limits', () => {
  expect(saysOf(receiptOf(100, { lines: [line(50), line(50)] }))).toBeNull()
  expect(saysOf(receiptOf(100.01, { lines: [line(50), line(50.01)] }))).toBe('The total 100.01 is over 100')
  expect(saysOf(receiptOf(3, { lines: [line(1), line(1), line(1)] }))).toMatch(/has 3 lines; .* at most 2/)
  expect(saysOf(receiptOf(0, { lines: [] }))).toMatch(/no lines/)
  expect(saysOf(receiptOf(9, { lines: [line(8)] }))).toMatch(/lines do not add up/)
  expect(saysOf(receiptOf(9, { payments: [] }))).toMatch(/payments do not add up/)
  const many = (count: number) => receiptOf(9, { lines: [line(9, { quantity: quantity(count) })] })
  expect([saysOf(many(5)), saysOf(many(5.001))]).toEqual([null, 'Line 1: the quantity is over 5'])
  const dear = receiptOf(9, { lines: [line(9, { price: amount(100.01) })] })
  expect(saysOf(dear)).toBe('Line 1: the price is over 100')
  const negative = receiptOf(9, { lines: [line(10), line(-1, { price: amount(1) })] })
  expect(saysOf(negative)).toMatch(/Line 2 has a negative sum or no quantity/)
  const none = receiptOf(9, { lines: [line(9, { quantity: 0 as Quantity })] })
  expect(saysOf(none)).toMatch(/Line 1 has a negative sum or no quantity/)
})
