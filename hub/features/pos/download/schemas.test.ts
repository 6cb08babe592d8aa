import { expect, it } from 'vitest'
import { kindsOfOtherShape, negotiateSchema } from './schemas.ts'

const range = { oldest: 3, newest: 5 }

it.each([
  [3, 3],
  [5, 5],
  [9, 5],
])('answers a till whose newest schema is %i in schema %i', (known, answered) => {
  expect(negotiateSchema(known, range)).toBe(answered)
})

it('refuses a till whose newest schema is older than the oldest supported one', () => {
  expect(() => negotiateSchema(2, range)).toThrow(
    expect.objectContaining({ code: 'agent_too_old', status: 426 }),
  )
})

it.each([
  [3, 3, []],
  [4, 5, ['product']],
  [3, 5, ['product', 'cashier']],
  [5, 3, ['product', 'cashier']],
  [5, 5, []],
])('lists from schema %i to schema %i the kinds whose shape differs: %j', (held, answered, kinds) => {
  const since = {
    settings: 1,
    unit: 1,
    group: 3,
    cashier: 4,
    product: 5,
    stock: 2,
    priceType: 1,
    vatRate: 1,
    customer: 1,
    receipt: 1,
    program: 1,
    promotion: 1,
    card: 1,
    voucher: 1,
  }
  expect(kindsOfOtherShape(held, answered, since)).toEqual(kinds)
})
