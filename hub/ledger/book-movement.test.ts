import { describe, expect, it } from 'vitest'
import type { CostRule } from '#hub/db/tables/stock.ts'
import { type Cost, cost, quantity } from '#shared/money/decimal.ts'
import { bookMovement } from './book-movement.ts'

const held = { quantity: quantity(10), averageCost: cost(12) }
const book = (
  units: number,
  rule: CostRule,
  costOfLine: () => Cost | undefined = () => undefined,
  before = held,
) =>
  bookMovement(
    {
      lineNo: 1,
      storeId: 'A',
      productId: 'tea',
      quantity: quantity(units),
      cost: rule,
      fallbackCost: cost(60),
    },
    before,
    costOfLine,
  )
const source: CostRule = { kind: 'Source', documentId: 'sale', lineNo: 3, added: cost(0.5) }

describe('bookMovement', () => {
  it('books a movement at the average cost and leaves the average unchanged', () => {
    expect(book(2, { kind: 'Average' })).toMatchObject({
      unitCost: cost(12),
      after: { averageCost: cost(12) },
    })
    expect(book(-2, { kind: 'Average' })).toMatchObject({ unitCost: cost(12), costSum: cost(-24) })
  })

  it('adds overhead to the average cost of incoming goods, or to the fallback cost before any receipt', () => {
    const rule: CostRule = { kind: 'Average', added: cost(3) }
    expect(book(10, rule)).toMatchObject({ unitCost: cost(15), after: { averageCost: cost(13.5) } })
    const empty = { quantity: quantity(0), averageCost: cost(0) }
    expect(book(10, rule, undefined, empty)).toMatchObject({
      unitCost: cost(63),
      after: { averageCost: cost(63) },
    })
  })

  it('updates the average cost for goods received at a given price, even a price of 0', () => {
    expect(book(10, { kind: 'Given', cost: cost(20) })).toMatchObject({ after: { averageCost: cost(16) } })
    expect(book(10, { kind: 'Given', cost: cost(0) })).toMatchObject({
      unitCost: 0,
      costSum: 0,
      after: { averageCost: cost(6) },
    })
  })

  it('books goods from another line at the cost they left with, plus transport cost', () => {
    const requested: unknown[] = []
    const costOfLine = (...line: unknown[]) => {
      requested.push(line)
      return cost(20)
    }
    expect(book(1, source, costOfLine)).toMatchObject({ unitCost: cost(20.5), costSum: cost(20.5) })
    expect(requested).toEqual([['sale', 3]])
  })

  it('books goods from a line with cost 0 at the transport cost alone', () => {
    expect(book(1, source, () => cost(0))).toMatchObject({ unitCost: cost(0.5) })
  })

  it('uses the average cost for goods from a line whose goods have not left yet', () => {
    expect(book(1, source)).toMatchObject({ unitCost: cost(12) })
  })

  it('books the difference between the counted and the current quantity', () => {
    expect(book(0, { kind: 'Count', counted: quantity(7) })).toMatchObject({
      quantity: quantity(-3),
      costSum: cost(-36),
      after: { quantity: quantity(7) },
    })
    expect(book(0, { kind: 'Count', counted: quantity(11) })).toMatchObject({
      quantity: quantity(1),
      costSum: cost(12),
      after: { quantity: quantity(11), averageCost: cost(12) },
    })
    expect(book(0, { kind: 'Count', counted: quantity(10) })).toMatchObject({ quantity: 0, costSum: 0 })
  })
})
