import { describe, expect, it } from 'vitest'
import { AmountIn, CostIn, PercentIn, QuantityIn } from './wire.ts'

describe('decimal numbers on the wire', () => {
  it.each([
    ['an amount', AmountIn, 2],
    ['a cost', CostIn, 4],
    ['a quantity', QuantityIn, 3],
    ['a percentage', PercentIn, 2],
  ])('converts %s to whole steps and rejects further decimal places', (_, schema, places) => {
    const step = 10 ** -places
    expect(schema.parse(12.25)).toBe(12.25 * 10 ** places)
    expect(schema.parse(step)).toBe(1)
    const tooFine = schema.safeParse(step / 10)
    expect(tooFine.error?.issues.map(({ message }) => message)).toEqual([
      `must have at most ${places} decimal places`,
    ])
  })

  it('accepts amounts from minus ten billion to ten billion', () => {
    expect([AmountIn.parse(1e10), AmountIn.parse(-1e10)]).toEqual([1e12, -1e12])
    expect(AmountIn.safeParse(1e10 + 0.01).success).toBe(false)
    expect(AmountIn.safeParse(-1e10 - 0.01).success).toBe(false)
  })
})
