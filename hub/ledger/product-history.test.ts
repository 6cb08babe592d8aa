import { describe, expect, it } from 'vitest'
import type { CostRule } from '#hub/db/tables/stock.ts'
import { type Cost, cost, type Quantity, quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { Movement } from './movement.ts'
import { ProductHistory } from './product-history.ts'

const AVERAGE: CostRule = { kind: 'Average' }

interface Order {
  documentId: string
  moment: number
  movements: Movement[]
}

function order(
  documentId: string,
  moment: number,
  ...legs: [storeId: string, units: number, rule?: CostRule][]
): Order {
  const movements = legs.map(([storeId, units, rule = AVERAGE]) => ({
    lineNo: 1,
    storeId,
    productId: 'tea',
    quantity: quantity(units),
    cost: rule,
    fallbackCost: cost(60),
  }))
  return { documentId, moment, movements }
}

const given = (major: number): CostRule => ({ kind: 'Given', cost: cost(major) })
const from = (documentId: string, added = 0): CostRule => ({
  kind: 'Source',
  documentId,
  lineNo: 1,
  added: cost(added),
})
const count = (units: number): CostRule => ({ kind: 'Count', counted: quantity(units) })

function post(history: ProductHistory, { documentId, moment, movements }: Order): void {
  for (const movement of movements)
    history.insert({ documentId, movement, moment, seq: Infinity, booked: null })
}

const empty = (): ProductHistory => new ProductHistory([], new Map(), new Map())
const shown = (history: ProductHistory) =>
  history.rows.map(
    ({ documentId, movement, booked }) => [documentId, movement.storeId, must(booked)] as const,
  )

function historyOf(...orders: Order[]): ProductHistory {
  const history = empty()
  for (const one of orders) post(history, one)
  return history
}

describe('ProductHistory', () => {
  it('recalculates movements after a back-dated purchase', () => {
    const history = historyOf(order('sale', 20, ['A', -4]), order('supply', 10, ['A', 10, given(12)]))
    expect(shown(history).at(-1)?.[2]).toMatchObject({ unitCost: cost(12), costSum: cost(-48) })
    expect(history.end('A')).toMatchObject({ quantity: quantity(6), averageCost: cost(12) })
  })

  it('passes a changed cost on through a transfer, plus transport cost', () => {
    const history = historyOf(
      order('supply', 10, ['A', 10, given(12)]),
      order('transfer', 20, ['A', -4], ['B', 4, from('transfer', 0.5)]),
      order('sale', 30, ['B', -1]),
    )
    post(history, order('earlier', 5, ['A', 10, given(20)]))
    expect(history.end('B')).toMatchObject({ quantity: quantity(3), averageCost: cost(16.5) })
    expect(shown(history).at(-1)?.[2]).toMatchObject({ unitCost: cost(16.5) })
  })

  it('takes goods back at the cost with which they were sold', () => {
    const history = historyOf(
      order('supply', 10, ['A', 10, given(12)]),
      order('sale', 20, ['A', -4]),
      order('other', 25, ['A', 2, given(90)]),
      order('return', 30, ['A', 1, from('sale')]),
    )
    expect(shown(history).at(-1)?.[2]).toMatchObject({ unitCost: cost(12) })
    history.remove('supply')
    expect(shown(history).at(-1)?.[2]).toMatchObject({ unitCost: cost(60) })
  })

  it('keeps the counted quantity when an earlier movement is posted', () => {
    const history = historyOf(order('sale', 10, ['A', -4]), order('count', 20, ['A', 0, count(7)]))
    post(history, order('supply', 5, ['A', 100, given(3)]))
    expect(history.end('A').quantity).toBe(quantity(7))
    expect(shown(history).at(-1)?.[2]).toMatchObject({ quantity: quantity(-89), costSum: cost(-267) })
  })

  it('inserts a movement after those with the same time', () => {
    const history = historyOf(
      order('first', 10, ['A', 1, given(1)]),
      order('third', 11, ['A', 1, given(3)]),
      order('second', 10, ['A', 1, given(2)]),
    )
    expect(shown(history).map(([document]) => document)).toEqual(['first', 'second', 'third'])
  })

  it('returns the result of the inserted movement', () => {
    const row = { documentId: 'supply', moment: 10, seq: Infinity, booked: null }
    const [movement] = order('supply', 10, ['A', 2, given(3)]).movements
    expect(empty().insert({ ...row, movement: must(movement) })).toMatchObject({ costSum: cost(6) })
  })

  it('ignores the removal of a document without movements', () => {
    const history = historyOf(order('supply', 10, ['A', 2, given(3)]))
    history.remove('other')
    expect(shown(history).length).toBe(1)
  })

  it('removes all movements of a document and recalculates the later ones', () => {
    const history = historyOf(
      order('supply', 10, ['A', 2, given(3)], ['B', 2, given(5)]),
      order('sale', 20, ['A', -1], ['B', -1]),
    )
    history.remove('supply')
    expect(shown(history).map(([document, store, { unitCost }]) => [document, store, unitCost])).toEqual([
      ['sale', 'A', cost(60)],
      ['sale', 'B', cost(60)],
    ])
  })

  it('continues from the given balances and costs', () => {
    const before = { quantity: quantity(4), averageCost: cost(7), lastMovementAt: 5 }
    const history = new ProductHistory([], new Map([['A', before]]), new Map([['earlier 1', cost(11)]]))
    expect(history.end('A')).toEqual(before)
    expect(history.end('B')).toEqual({ quantity: 0, averageCost: 0, lastMovementAt: -Infinity })
    post(history, order('sale', 10, ['A', -1]))
    expect(history.end('A')).toEqual({ quantity: quantity(3), averageCost: cost(7), lastMovementAt: 10 })
    post(history, order('return', 20, ['B', 1, from('earlier', 0.5)]))
    expect(history.end('B')).toEqual({ quantity: quantity(1), averageCost: cost(11.5), lastMovementAt: 20 })
  })

  it('recalculates all movements regardless of their stored results', () => {
    const wrong = {
      quantity: quantity(9),
      unitCost: cost(9),
      costSum: cost(9),
      after: { quantity: quantity(9), averageCost: cost(9) },
    }
    const rows = historyOf(order('supply', 10, ['A', 2, given(3)]), order('sale', 20, ['A', -1])).rows
    const history = new ProductHistory(
      rows.map((row) => ({ ...row, booked: wrong })),
      new Map(),
      new Map(),
    )
    history.workOut()
    expect(history.end('A')).toEqual({ quantity: quantity(1), averageCost: cost(3), lastMovementAt: 20 })
  })

  it('takes the cost from the outgoing movement of the exact source line', () => {
    const two = order('sale', 20, ['A', -1], ['B', -1])
    const history = historyOf(order('supply', 10, ['A', 5, given(3)], ['B', 5, given(8)]), {
      ...two,
      movements: two.movements.map((movement, index) => ({ ...movement, lineNo: index + 1 })),
    })
    const back = (lineNo: number, documentId = 'sale'): CostRule => ({
      kind: 'Source',
      documentId,
      lineNo,
      added: cost(0),
    })
    post(history, order('return', 30, ['C', 1, back(1)]))
    post(history, order('another', 40, ['D', 1, back(2)]))
    post(history, order('third', 50, ['E', 1, back(1, 'supply')]))
    expect([history.end('C').averageCost, history.end('D').averageCost]).toEqual([cost(3), cost(8)])
    // A purchase has no outgoing goods, so its line provides no cost.
    expect(history.end('E').averageCost).toBe(cost(60))
  })

  it('reaches the same result in any order of posting', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = randomFrom(seed)
      const orders = randomOrders(random, 25)
      const expected = naive(orders)
      const history = empty()
      const waiting = [...orders]
      const posted: Order[] = []
      while (waiting.length > 0) {
        const [next] = waiting.splice(random(waiting.length), 1)
        post(history, must(next))
        posted.push(must(next))
        if (random(6) > 0) continue
        const [unposted] = posted.splice(random(posted.length), 1)
        history.remove(must(unposted).documentId)
        waiting.push(must(unposted))
      }
      expect(shown(history), `seed ${seed}`).toEqual(expected)
    }
  })
})

function randomFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

/** Returns random documents, each at a different time. */
function randomOrders(random: (limit: number) => number, documents: number): Order[] {
  const stores = ['A', 'B', 'C']
  return Array.from({ length: documents }, (_, i) => {
    const [id, moment] = [`document ${i}`, i * 10 + random(9)]
    const store = must(stores[random(3)])
    const units = (1 + random(9_000)) / 1000
    const basis = `document ${random(documents)}`
    const kinds: (() => Order)[] = [
      () => order(id, moment, [store, units, given((1 + random(90_000)) / 100)]),
      () => order(id, moment, [store, -units]),
      () =>
        order(
          id,
          moment,
          [store, -units],
          [must(stores[(stores.indexOf(store) + 1) % 3]), units, from(id, 0.25)],
        ),
      () => order(id, moment, [store, units, from(basis)]),
      () => order(id, moment, [store, units]),
      () => order(id, moment, [store, 0, count(random(20_000) / 1000)]),
    ]
    return must(kinds[random(kinds.length)])()
  })
}

/** Applies the rules of docs/domain.md#moving-average independently, in one pass and with big integers. */
function naive(orders: readonly Order[]) {
  const quantities = new Map<string, bigint>()
  const averages = new Map<string, bigint>()
  const left = new Map<string, bigint>()
  const lines: unknown[] = []
  for (const { documentId, movements } of [...orders].sort((a, b) => a.moment - b.moment)) {
    for (const { storeId, lineNo, quantity: ordered, cost: rule, fallbackCost } of movements) {
      const held = quantities.get(storeId) ?? 0n
      const average = averages.get(storeId) ?? 0n
      const moved = rule.kind === 'Count' ? BigInt(rule.counted) - held : BigInt(ordered)
      const usual = average === 0n ? BigInt(fallbackCost) : average
      let unit = usual
      if (moved >= 0n && rule.kind === 'Given') unit = BigInt(rule.cost)
      if (moved >= 0n && rule.kind === 'Source') {
        const known = left.get(`${rule.documentId} ${rule.lineNo}`)
        if (known !== undefined) unit = known + BigInt(rule.added)
      }
      const now = held + moved
      let next = average
      if (moved >= 0n && held > 0n) next = halfUp(held * average + moved * unit, now)
      else if (moved >= 0n) next = now > 0n || average === 0n ? unit : average
      if (moved < 0n) left.set(`${documentId} ${lineNo}`, unit)
      quantities.set(storeId, now)
      averages.set(storeId, next)
      lines.push([
        documentId,
        storeId,
        {
          quantity: Number(moved) as Quantity,
          unitCost: Number(unit) as Cost,
          costSum: Number(halfUp(moved * unit, 1000n)) as Cost,
          after: { quantity: Number(now), averageCost: Number(next) },
        },
      ])
    }
  }
  return lines
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}
