import { expect, it } from 'vitest'
import { type TenderType, TILL_TENDER_TYPES } from '#shared/domain/tenders.ts'
import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import { NO_ROUNDING } from '#shared/pricing/cash-rounding.ts'
import { type ExchangedGoods, exchangeBill } from '#shared/pricing/exchange.ts'
import type { NumberedTender } from '#shared/pricing/refunds.ts'
import { Random } from '#test/support/random.ts'

const ways = (...paid: [TenderType, number][]): NumberedTender[] =>
  paid.map(([type, amount]) => ({ type, amount: amount as Amount }))

function exchange(backSum: number, takenSum: number, refunds: NumberedTender[] | null, more = {}) {
  const goods = {
    backSum,
    takenSum,
    refunds,
    refundable: null,
    rounding: NO_ROUNDING,
    usualType: 'Cash',
    ...more,
  }
  return exchangeBill(goods as ExchangedGoods)
}

it('returns points to the customer instead of setting them off against new products', () => {
  const paid = ways(['Bonus', 100], ['Card', 400])
  expect(exchange(500, 700, paid)).toMatchObject({
    pointsBack: 100,
    toPay: 300,
    toRefund: 0,
    refundsLeft: [],
    setOff: [{ type: 'SetOff', amount: 400, originType: 'Card' }],
  })
  // Money is returned before points.
  expect(exchange(300, 700, paid)).toMatchObject({ pointsBack: 0, toPay: 400 })
  expect(exchange(500, 150, paid)).toMatchObject({
    pointsBack: 100,
    toPay: 0,
    toRefund: 250,
    refundsLeft: [{ type: 'Card', amount: 250 }],
  })
})

it('treats amounts of unknown tenders as paid by the first tender of the retail point', () => {
  expect(exchange(500, 700, null, { usualType: 'Qr' })).toMatchObject({
    refundsLeft: null,
    mostLeft: null,
    toPay: 200,
    setOff: [{ amount: 500, originType: 'Qr' }],
  })
  expect(exchange(500, 700, ways(['Card', 450])).setOff).toEqual([
    { type: 'SetOff', amount: 450, originType: 'Card' },
    { type: 'SetOff', amount: 50, originType: 'Cash' },
  ])
})

it('matches the difference between new and returned products to the cent for all tenders', () => {
  const random = new Random('exchange')
  for (let round = 0; round < 2_000; round += 1) {
    const [backSum, takenSum] = [random.between(0, 9999), random.between(0, 9999)]
    const paid = [...TILL_TENDER_TYPES, 'Bonus' as const]
      .filter(() => random.chance(0.4))
      .map((type): [TenderType, number] => [type, random.between(1, 4000)])
    const bill = exchange(backSum, takenSum, random.chance(0.8) ? ways(...paid) : null)
    const setOff = sumAmounts(bill.setOff.map(({ amount }) => amount))
    expect(bill.toPay - bill.toRefund).toBe(takenSum - backSum + bill.pointsBack)
    expect(Math.min(bill.toPay, bill.toRefund)).toBe(0)
    expect(setOff + bill.toPay).toBe(takenSum)
    expect(setOff + bill.toRefund + bill.pointsBack).toBe(backSum)
    expect(bill.setOff.every(({ amount }) => amount > 0)).toBe(true)
    for (const [type, amount] of bill.refundsLeft ? paid.filter(([type]) => type !== 'Bonus') : []) {
      const used = bill.setOff.filter(({ originType }) => originType === type).map((row) => row.amount)
      const left = bill.refundsLeft?.find((way) => way.type === type)?.amount ?? 0
      if (type !== 'Cash') expect(sumAmounts(used) + left).toBe(amount)
    }
  }
})
