import { describe, expect, it } from 'vitest'
import { amount, quantity } from '#shared/money/decimal.ts'
import { checkPrice, checkQuantity, checkReturnable } from './line-rules.ts'

describe('checkQuantity', () => {
  it.each([1, 0.001, 2.5])('accepts a quantity of %d by weight', (units) => {
    expect(() => checkQuantity(quantity(units), { isFractional: true })).not.toThrow()
  })

  it.each([
    [0, true, 'invalid_request'],
    [-1, false, 'invalid_request'],
    [1.5, false, 'quantity_not_whole'],
  ])('refuses a quantity of %d (fractional quantities allowed: %s)', (units, isFractional, code) => {
    expect(() => checkQuantity(quantity(units), { isFractional })).toThrow(expect.objectContaining({ code }))
  })
})

describe('checkPrice', () => {
  const rules = { listPrice: amount(10), minPrice: amount(8), allowCustomPrice: true }

  it.each([10, 8, 99])('accepts %d as the price', (major) => {
    expect(() => checkPrice(amount(major), rules)).not.toThrow()
  })

  it.each([
    [0, true, 'invalid_request'],
    [-5, true, 'invalid_request'],
    [9, false, 'not_allowed_here'],
    [7.99, true, 'price_too_small'],
  ])('refuses a price of %d (custom prices allowed: %s)', (major, allowCustomPrice, code) => {
    expect(() => checkPrice(amount(major), { ...rules, allowCustomPrice })).toThrow(
      expect.objectContaining({ code }),
    )
  })

  it('accepts a list price of zero', () => {
    const free = { listPrice: amount(0), minPrice: null, allowCustomPrice: false }
    expect(() => checkPrice(amount(0), free)).not.toThrow()
  })
})

it('refuses to return more than is still returnable', () => {
  expect(() => checkReturnable(quantity(2), quantity(2))).not.toThrow()
  expect(() => checkReturnable(quantity(5), null)).not.toThrow()
  expect(() => checkReturnable(quantity(3), quantity(2))).toThrow(
    expect.objectContaining({ code: 'basis_exceeded' }),
  )
})
