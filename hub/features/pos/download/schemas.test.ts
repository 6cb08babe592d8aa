import { expect, it } from 'vitest'
import { negotiateSchema } from './schemas.ts'

const range = { oldest: 3, newest: 5 }

it.each([
  [3, 3],
  [5, 5],
  [9, 5],
])('chooses for a till with schemas up to %i the schema %i', (known, answered) => {
  expect(negotiateSchema(known, range)).toBe(answered)
})

it('refuses a till whose newest schema is older than the oldest supported one', () => {
  expect(() => negotiateSchema(2, range)).toThrow(
    expect.objectContaining({ code: 'agent_too_old', status: 426 }),
  )
})
