import { describe, expect, it } from 'vitest'
import { quantity } from '#shared/money/decimal.ts'
import { demoGoods, demoGroups, PROMOTED_GROUP } from './goods.ts'
import { DAYS, type PlannedDocument, planMonth } from './plan-month.ts'

const goods = demoGoods('ru')
const month = {
  seed: 'some shop',
  until: new Date('2026-11-25T10:00:00Z'),
  timeZone: 'Asia/Almaty',
  goods,
  promotedGroup: PROMOTED_GROUP,
  cashiers: 2,
  customers: 16,
  payments: ['Cash', 'Card'] as const,
}
const days = planMonth(month)

describe('demoGoods', () => {
  it('gives each product a unique name and barcode, and each group a unique name, in each language', () => {
    for (const language of ['ru', 'en'] as const) {
      const named = demoGoods(language)
      expect(new Set(named.map(({ name }) => name)).size).toBe(named.length)
      expect(new Set(named.map(({ barcode }) => barcode)).size).toBe(named.length)
      expect(new Set(demoGroups(language)).size).toBe(demoGroups(language).length)
    }
  })
})

describe('planMonth', () => {
  it('returns the same plan for the same seed and end time, and another plan for another seed', () => {
    expect(planMonth(month)).toEqual(days)
    expect(planMonth({ ...month, seed: 'another shop' })).not.toEqual(days)
  })

  it('plans nothing after the end time, and no shift when the end time precedes the opening hour', () => {
    expect(days).toHaveLength(DAYS + 1)
    const moments = days.flatMap(({ morning, shift, evening }) => [
      ...[...morning, ...evening].map(({ at }) => at),
      ...(shift ? [shift.closedAt, ...shift.receipts.map(({ at }) => at)] : []),
    ])
    expect(moments.filter((at) => at > month.until)).toEqual([])
    expect(planMonth({ ...month, until: new Date('2026-11-25T00:00:00Z') }).at(-1)?.shift).toBeNull()
  })

  it('never sells more than is in stock', () => {
    const stock = new Map<string, number>()
    const move = (place: string, good: number, by: number) => {
      const left = (stock.get(`${place} ${good}`) ?? 0) + by
      expect(left).toBeGreaterThanOrEqual(0)
      stock.set(`${place} ${good}`, left)
    }
    const book = ({ type, place, lines }: PlannedDocument) => {
      for (const { good, quantity } of lines) {
        if (type === 'Inventory') stock.set(`${place} ${good}`, quantity)
        else move(place, good, type === 'Loss' || type === 'Transfer' ? -quantity : quantity)
        if (type === 'Transfer') move('shop', good, quantity)
      }
    }
    const sold = days
      .flatMap(({ shift }) => shift?.receipts ?? [])
      .filter((receipt) => receipt.kind === 'Sale')
    for (const { morning, shift, evening } of days) {
      morning.forEach(book)
      for (const receipt of shift?.receipts ?? []) {
        if (receipt.kind === 'Sale')
          for (const { good, quantity } of receipt.lines) move('shop', good, -quantity)
        else {
          const back = sold[receipt.sale]?.lines[receipt.line]
          move('shop', back?.good ?? -1, back?.quantity ?? -quantity(1))
        }
      }
      evening.forEach(book)
    }
  })
})
