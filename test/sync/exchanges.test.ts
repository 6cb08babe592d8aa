import { expect, it } from 'vitest'
import type { RetailSale } from '#shared/contracts/sales/retail-sales.ts'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { amount, sumAmounts } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { createProduct } from '#test/support/device.ts'
import { Random } from '#test/support/random.ts'
import { openTestShop } from '#test/support/shop.ts'
import type { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'

/** Number of rounds. Set `ROUNDS=50` for more. */
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const STEPS = 12
const TENDERS = ['Cash', 'Card', 'Qr'] as const

interface Row {
  type: string
  amount: number
}

it('matches every tender to the cent at the hub after exchanges at an intermittently offline till', async () => {
  await using shop = await openTestShop()
  const { api, retailPointId } = shop.organization
  const point = `/api/catalog/retail-points/${retailPointId}`
  const settings = {
    paymentTypes: TENDERS,
    allowReturnWithoutBasis: true,
    cashRounding: 'Nearest',
    cashRoundingStep: 0.05,
  }
  expect((await api.put(point, { ...(await api.get(point)).body, ...settings })).status).toBe(200)
  const random = new Random('exchanges')
  const prices = [9.99, 4.37, 12.5, 20.02]
  const goods = await Promise.all(
    prices.map((retailPrice) => createProduct(shop.organization, { kind: 'Service', retailPrice })),
  )
  const agent = await shop.openAgent()
  const till = await agent.till()
  await until('the till takes them', async () => (await till.cart()).paymentTypes.includes('Qr'))

  const moved = new Map<string, number>()
  const known: Receipt[] = []
  const seen = new Set<string>()
  const count = (receipt: Pick<Receipt, 'payments' | 'changeSum'>, sign: 1 | -1): void => {
    for (const { type, amount: paid } of receipt.payments)
      moved.set(type, (moved.get(type) ?? 0) + sign * amount(paid))
    moved.set('Cash', (moved.get('Cash') ?? 0) - sign * amount(receipt.changeSum))
  }

  /** Returns payments with one or two tenders. Cash payments include change. */
  function rowsFor(sum: number): Row[] {
    const [first, second] = [random.pick(TENDERS), random.pick(TENDERS)]
    if (sum <= 0) return []
    const part = random.between(0, Math.round(sum * 100) - 1) / 100
    const rest = Math.round((sum - part) * 100) / 100
    // Rounding requires a single cash payment, which includes change here.
    if (first === 'Cash' || second === 'Cash') return [{ type: 'Cash', amount: sum + 1 }]
    return part > 0
      ? [
          { type: first, amount: part },
          { type: second, amount: rest },
        ]
      : [{ type: first, amount: sum }]
  }

  async function pay(rows: Row[]): Promise<Receipt> {
    const { id, version } = await till.cart()
    const rounded = rows.map((row) => ({ ...row, amount: Math.round(row.amount * 100) / 100 }))
    return till.expect('POST', '/cart/pay', { cartId: id, cartVersion: version, payments: rounded })
  }

  async function sell(): Promise<void> {
    await till.add({ productId: random.pick(goods), quantity: random.between(1, 3) })
    const { sum } = await till.cart()
    const paid = await pay(rowsFor(sum))
    count(paid, 1)
    known.push(paid)
  }

  async function takeBackSome(cart: Cart): Promise<void> {
    for (const line of must(cart.exchange).lines)
      if (line.quantity > 1 && random.chance(0.5))
        await till.expect('PATCH', `/cart/lines/${line.id}`, { quantity: line.quantity - 1 })
  }

  async function exchange(): Promise<void> {
    const receipt = random.chance(0.8) ? random.pick(known) : null
    if (receipt) {
      const now = await till.receipt(receipt.receiptNumber)
      if (now.lines.every(({ returnable }) => returnable === 0)) return
      const body = { receiptNumber: receipt.receiptNumber }
      await takeBackSome(await till.expect<Cart>('POST', '/cart/exchange', body))
      if (now.lines.some(({ returnable, quantity }) => returnable < quantity)) seen.add('returned before')
    } else {
      await till.expect('POST', '/cart/return', {})
      await till.add({ productId: random.pick(goods) })
      await till.expect('POST', '/cart/exchange', {})
      seen.add('without a receipt')
    }
    const isSame = receipt !== null && random.chance(0.3)
    const { lines } = must((await till.cart()).exchange)
    if (isSame) for (const { productId, quantity } of lines) await till.add({ productId, quantity })
    else await till.add({ productId: random.pick(goods), quantity: random.between(1, 2) })
    const bill = must((await till.cart()).exchange)
    seen.add(bill.toPay > 0 ? 'dearer' : bill.toRefund > 0 ? 'cheaper' : 'even')
    const rows = bill.toRefund > 0 ? refundRows(bill) : rowsFor(bill.toPay)
    // The cash part of the refund is less than a coin, which cannot be paid out, so this exchange is
    // abandoned.
    if (rows.some(({ amount: part }) => part === 0)) {
      await till.expect('DELETE', '/cart')
      return
    }
    const paid = await pay(rows)
    count(paid, 1)
    count(must(paid.exchange), -1)
    known.push(paid)
  }

  /**
   * Returns refunds by the original tenders in turn, up to the amount left by each. The cash part is rounded.
   * Refunds by card when the original tenders are unknown.
   */
  function refundRows({ toRefund, refunds, refundable }: NonNullable<Cart['exchange']>): Row[] {
    if (!refunds) return [{ type: 'Card', amount: toRefund }]
    const mostPut = amount(must(refundable)) - amount(toRefund)
    let rest = Math.round(toRefund * 100)
    const rows = refunds.flatMap(({ type, amount: left }) => {
      const part = Math.min(rest, Math.round(left * 100))
      rest -= part
      return part > 0 ? [{ type, amount: part / 100 }] : []
    })
    return rows.map((row) => ({
      ...row,
      amount: row.type === 'Cash' ? roundedCash(row, mostPut) : row.amount,
    }))
  }

  /** Rounds cash, but never above the refundable amount. */
  function roundedCash({ amount: exact }: Row, mostPut: number): number {
    const put = amount(Math.round(exact * 20) / 20) - amount(exact)
    return (amount(exact) + Math.min(put, mostPut)) / 100
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const isOnline = round % 2 === 0
    if (!isOnline) await shop.stopHub()
    for (let step = 0; step < STEPS; step += 1)
      if (known.length > 2 && random.chance(0.6)) await exchange()
      else await sell()
    if (!isOnline) await shop.startHub()
    await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
  }
  expect([...seen].sort()).toEqual(['cheaper', 'dearer', 'even', 'returned before', 'without a receipt'])

  await checkReceipts(till, known)
  const { body } = await api.get('/api/sales/retail/stats')
  for (const { type, sum } of body.payments) expect([type, amount(sum)]).toEqual([type, moved.get(type)])
  expect(moved.get('SetOff')).toBe(0)

  async function checkReceipts(own: Till, receipts: readonly Receipt[]): Promise<void> {
    for (const { receiptNumber } of receipts) {
      const here = await own.receipt(receiptNumber)
      for (const half of here.exchange ? [here, here.exchange] : [here]) {
        const there: RetailSale = (await api.get(`/api/sales/retail/${half.id}`)).body
        expect([half.receiptNumber, there.flags]).toEqual([half.receiptNumber, []])
        expect(there.sum).toBe(half.sum)
        expect(there.payments.map(({ type, amount }) => ({ type, amount }))).toEqual(
          half.payments.map(({ type, amount }) => ({ type, amount })),
        )
      }
      if (!here.exchange) continue
      const setOff = ({ payments }: Pick<Receipt, 'payments'>) =>
        sumAmounts(payments.filter(({ type }) => type === 'SetOff').map((row) => amount(row.amount)))
      expect(setOff(here)).toBe(setOff(here.exchange))
    }
  }
})
