import { describe, expect, it } from 'vitest'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { amount, amountToNumber } from '#shared/money/decimal.ts'
import { refundsOf } from '#shared/pricing/refunds.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { ReplicaReceipt } from '#shared/sync/download.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { type Put, type RecordLine, settings, storeReceipt } from '../support/catalog.ts'
import { openShop, type Shop, type ShopOptions } from '../support/point.ts'

const NUMBER = 'B2-000001'
const LINE = { lineNo: 1, productId: newId(), name: 'Coffee', quantity: 3, price: 5, vatRate: 20 }

/**
 * Returns a receipt with 3 pieces at 5 each minus a discount of 3, and 1 piece at 4. It is paid with 10 by
 * card and 8 in cash, with change of 2.
 */
const sold = (changes: Partial<ReplicaReceipt> = {}): Put<'receipt'> =>
  storeReceipt({
    number: NUMBER,
    sum: 16,
    changeSum: 2,
    payments: [
      { type: 'Card', amount: 10 },
      { type: 'Cash', amount: 8 },
    ],
    lines: [
      { ...LINE, discountAmount: 3 },
      { ...LINE, lineNo: 2, quantity: 1, price: 4 },
    ],
    ...changes,
  })

const returned = (sale: Put<'receipt'>, quantity: number, sum: number, id = newId()): Put<'receipt'> => ({
  ...storeReceipt({
    number: `C3-${id.slice(-6)}`,
    isReturn: true,
    originalId: sale.id,
    sum,
    payments: [{ type: 'Card', amount: sum }],
    lines: [{ ...LINE, quantity, price: sum / quantity, originalLineNo: 1 }],
  }),
  id,
})

const begin = (till: Till, receiptNumber = NUMBER) =>
  till.expect<Cart>('POST', '/cart/return', { receiptNumber })
const tryToBegin = (till: Till, receiptNumber = NUMBER) =>
  till.send('POST', '/cart/return', { receiptNumber })

let published = 0

/** Commits records at the hub, and waits until the till has received them. */
async function tell({ hub, till }: Shop, lines: RecordLine[], changes: Parameters<typeof settings>[0] = {}) {
  const receiptFooter = `told ${++published}`
  hub.catalog.change(...lines, settings({ ...changes, receiptFooter }))
  await until('it is told', async () => (await till.status()).settings?.receiptFooter === receiptFooter)
}

/** Refunds the current return with the original tenders. */
async function payBack(till: Till): Promise<Receipt> {
  const { id, version, sum, refunds } = await till.cart()
  const payments = refundsOf(
    amount(sum),
    must(refunds).map((each) => ({ ...each, amount: amount(each.amount) })),
  )
  return till.expect<Receipt>('POST', '/cart/pay', {
    cartId: id,
    cartVersion: version,
    payments: payments.map((each) => ({ ...each, amount: amountToNumber(each.amount) })),
  })
}

describe('a receipt of another till of the store', () => {
  const openWith = (...lines: RecordLine[]) => openShop({ lines })
  const open = (options: ShopOptions = {}) => openShop({ lines: [sold()], ...options })

  it('shows the returnable quantities of a receipt of another till', async () => {
    await using shop = await open()
    const receipt = await shop.till.receipt(NUMBER.toLowerCase())
    expect(receipt).toMatchObject({
      receiptNumber: NUMBER,
      isOfAnotherTill: true,
      isReturn: false,
      cashierName: 'Timur',
      sum: 16,
      vatSum: 2.67,
      discountSum: 3,
      changeSum: 2,
      printedCount: 0,
      lines: [
        { name: 'Coffee', quantity: 3, discountAmount: 3, sum: 12, vatSum: 2, returnable: 3 },
        { quantity: 1, sum: 4, vatSum: 0.67, returnable: 1 },
      ],
    })
    const printed = await shop.till.send('POST', `/receipts/${NUMBER}/printed`)
    expect(printed).toMatchObject({ status: 404, body: { code: 'receipt_not_found' } })
    expect((await shop.till.sell(shop.tea.id)).isOfAnotherTill).toBe(false)
  })

  it('refuses to return gift vouchers sold at another till', async () => {
    const alone = storeReceipt({
      number: 'B2-000002',
      sum: 0,
      lines: [],
      payments: [{ type: 'Cash', amount: 50 }],
    })
    await using shop = await openWith(sold(), alone)
    const refused = { status: 403, body: { code: 'not_allowed_here' } }
    expect(await tryToBegin(shop.till, 'B2-000002')).toMatchObject(refused)
    const body = { receiptNumber: NUMBER, vouchers: [1] }
    expect(await shop.till.send('POST', '/cart/return', body)).toMatchObject(refused)
  })

  it('returns a receipt of another till by the same rules as a receipt of this till, and refers to the original', async () => {
    const sale = sold()
    await using shop = await openWith(sale)
    const { till, hub } = shop
    await hub.goDown()
    const cart = await begin(till)
    expect(cart).toMatchObject({
      isReturn: true,
      originalReceiptNumber: NUMBER,
      isOriginalOfAnotherTill: true,
      sum: 16,
      refundable: 16,
      refunds: [
        { type: 'Card', amount: 10 },
        { type: 'Cash', amount: 6 },
      ],
      lines: [
        { name: 'Coffee', quantity: 3, returnable: 3, originalLineNo: 1 },
        { quantity: 1, returnable: 1, originalLineNo: 2 },
      ],
    })
    const line = must(cart.lines[0]).id
    const more = await till.send('PATCH', `/cart/lines/${line}`, { quantity: 4 })
    expect(more).toMatchObject({ status: 409, body: { code: 'basis_exceeded' } })
    await till.expect('PATCH', `/cart/lines/${line}`, { quantity: 1 })
    const { id, version } = await till.expect<Cart>('DELETE', `/cart/lines/${cart.lines[1]?.id}`)
    const pay = (type: string) =>
      till.send<Receipt & { code?: string }>('POST', '/cart/pay', {
        cartId: id,
        cartVersion: version,
        payments: [{ type, amount: 4, reference: 'x' }],
      })
    expect((await pay('Qr')).body.code).toBe('not_allowed_here')
    const back = await pay('Card')
    expect(back).toMatchObject({
      status: 201,
      body: { isReturn: true, originalReceiptNumber: NUMBER, sum: 4 },
    })

    // The till includes the return that it made even while it is offline.
    expect((await till.receipt(NUMBER)).lines.map(({ returnable }) => returnable)).toEqual([2, 1])
    const rest = await begin(till)
    expect(rest).toMatchObject({ sum: 12, refundable: 12, refunds: [{ amount: 6 }, { amount: 6 }] })
    await payBack(till)
    expect(await tryToBegin(till)).toMatchObject({ status: 409, body: { code: 'basis_exceeded' } })
    await hub.comeBack()
    await until('all is uploaded', () => hub.sales.length === 2)
    expect(hub.sales).toMatchObject([
      {
        isReturn: true,
        originalSaleId: sale.id,
        originalReceiptNumber: NUMBER,
        lines: [{ originalLineNo: 1, quantity: 1, vatRate: 20, sum: 4 }],
      },
      { originalSaleId: sale.id },
    ])
  })

  it('subtracts returns at other tills, each only once', async () => {
    const sale = sold()
    await using shop = await openWith(sale, returned(sale, 1, 4))
    const { till, hub } = shop
    expect(await begin(till)).toMatchObject({
      sum: 12,
      refunds: [
        { type: 'Card', amount: 6 },
        { type: 'Cash', amount: 6 },
      ],
      lines: [{ quantity: 2 }, { quantity: 1 }],
    })
    const { id } = await payBack(till)
    expect(await tryToBegin(till)).toMatchObject({ status: 409, body: { code: 'basis_exceeded' } })
    // The download includes the return of this till, too.
    await until('it is uploaded', () => hub.sales.length === 1)
    await tell(shop, [returned(sale, 2, 8, id)])
    expect((await till.receipt(NUMBER)).lines.map(({ returnable }) => returnable)).toEqual([0, 0])
  })

  it('refuses to pay a return after another till returned the products', async () => {
    const sale = sold()
    await using shop = await openWith(sale)
    const { till } = shop
    const { id, version } = await begin(till)
    await tell(shop, [returned(sale, 2, 8)])
    const payments = [
      { type: 'Card', amount: 10 },
      { type: 'Cash', amount: 6 },
    ]
    expect(
      await till.send('POST', '/cart/pay', { cartId: id, cartVersion: version, payments }),
    ).toMatchObject({
      status: 409,
      body: { code: 'basis_exceeded', errors: [{ pointer: '#/lines/0/quantity', available: 1 }] },
    })
  })

  it('refunds a receipt that was removed from the replica meanwhile', async () => {
    const sale = sold()
    await using shop = await openWith(sale)
    await begin(shop.till)
    await tell(shop, [{ t: 'receipt', op: 'del', id: sale.id }])
    expect(await tryToBegin(shop.till, 'B2-000001')).toMatchObject({ status: 404 })
    expect((await payBack(shop.till)).sum).toBe(16)
  })

  it('refuses a return after the return period, or when only receipts of open shifts can be returned', async () => {
    await using shop = await open({ settings: { returnPeriodDays: 14 } })
    const { till } = shop
    const old = sold({ number: 'B2-000002', soldAt: new Date(Date.now() - 15 * 86_400_000).toISOString() })
    await tell(shop, [old], { returnPeriodDays: 14 })
    expect(await tryToBegin(till, 'B2-000002')).toMatchObject({
      status: 409,
      body: { code: 'return_too_late' },
    })
    await tell(shop, [], { allowReturnFromClosedShift: false })
    expect(await tryToBegin(till)).toMatchObject({ status: 403, body: { code: 'not_allowed_here' } })
  })

  it('deletes receipts older than the date in the response', async () => {
    const [old, fresh] = [
      sold({ number: 'B2-000002', soldAt: '2026-01-01T00:00:00.000Z' }),
      sold({ number: 'B2-000003', soldAt: '2026-01-02T00:00:00.000Z' }),
    ]
    await using shop = await openWith(old, fresh)
    const { till, hub } = shop
    await till.receipt('B2-000002')
    hub.catalog.receiptsSince = '2026-01-02T00:00:00.000Z'
    hub.catalog.wake()
    await until('it is forgotten', async () => (await till.send('GET', '/receipts/B2-000002')).status === 404)
    await till.receipt('B2-000003')
  })

  it('prefers a receipt of this till to a receipt of another till with the same number', async () => {
    await using shop = await openWith(sold({ number: 'K7-000001' }))
    expect((await shop.till.receipt('K7-000001')).isOfAnotherTill).toBe(true)
    await shop.till.sell(shop.tea.id)
    expect((await shop.till.receipt('K7-000001')).isOfAnotherTill).toBe(false)
  })
})

it('subtracts a return at another till from a receipt of this till', async () => {
  await using shop = await openShop()
  const { till, tea } = shop
  const { id, receiptNumber } = await till.sell(tea.id, 3)
  const sale = { ...sold(), id }
  await tell(shop, [returned(sale, 2, 20)])
  expect((await till.receipt(receiptNumber)).lines).toMatchObject([{ quantity: 3, returnable: 1 }])
  expect(await begin(till, receiptNumber)).toMatchObject({ sum: 10, lines: [{ quantity: 1, returnable: 1 }] })
})
