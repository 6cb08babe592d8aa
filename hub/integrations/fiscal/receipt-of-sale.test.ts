import { describe, expect, it } from 'vitest'
import { amount, percent, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { receiptOfSale, type SaleToFiscalise } from './receipt-of-sale.ts'

const UNIT = { code: '796', name: 'шт', fiscalMeasure: 0 }

const line = (units: number, sum: number, changes: Partial<SaleToFiscalise['lines'][number]> = {}) => ({
  name: 'Tea',
  quantity: quantity(units),
  price: amount(sum),
  sum: amount(sum),
  vatRate: percent(16),
  unit: UNIT,
  subject: 'Good' as const,
  isMarked: false,
  ntin: null,
  markingCodes: [],
  ...changes,
})

const paid = (type: string, sum: number, originType: string | null = null) => ({
  type,
  originType,
  amount: amount(sum),
  changeAmount: null,
})

const saleOf = (changes: Partial<SaleToFiscalise>): SaleToFiscalise => ({
  clientId: 'sale',
  isReturn: false,
  soldAt: '2026-03-01T12:00:00.000Z',
  timeZone: 'Asia/Almaty',
  cashierName: null,
  taxSystem: null,
  customerEmail: null,
  customerPhone: null,
  roundingSum: amount(0),
  changeSum: amount(0),
  lines: [],
  payments: [],
  vouchers: [],
  voucherVatRate: null,
  basis: null,
  ...changes,
})

const sumsOf = (receipt: ReturnType<typeof receiptOfSale>) => receipt.lines.map(({ sum }) => sum / 100)

describe('receiptOfSale', () => {
  it('converts lines, VAT and payments', () => {
    const receipt = receiptOfSale(saleOf({ lines: [line(1, 116)], payments: [paid('Card', 116)] }))
    expect(receipt).toMatchObject({
      clientId: 'sale',
      operation: 'Sell',
      total: amount(116),
      lines: [{ sum: amount(116), vatSum: amount(16), isAdvance: false }],
      payments: [{ type: 'Card', amount: amount(116) }],
    })
  })

  it('deducts payment in points from the lines and their VAT', () => {
    const receipt = receiptOfSale(
      saleOf({ lines: [line(1, 100), line(1, 50)], payments: [paid('Bonus', 30), paid('Cash', 120)] }),
    )
    expect(sumsOf(receipt)).toEqual([80, 40])
    expect(receipt.lines.map(({ vatSum }) => vatSum / 100)).toEqual([11.03, 5.52])
    expect(receipt.payments).toEqual([{ type: 'Cash', amount: amount(120) }])
  })

  it('distributes the rounding of the total over the lines', () => {
    const down = receiptOfSale(
      saleOf({
        lines: [line(1, 100.04), line(1, 50)],
        roundingSum: amount(-0.04),
        payments: [paid('Cash', 150)],
      }),
    )
    expect(down.total).toBe(amount(150))
    const up = receiptOfSale(
      saleOf({ lines: [line(1, 99.96)], roundingSum: amount(0.04), payments: [paid('Cash', 100)] }),
    )
    expect(sumsOf(up)).toEqual([100])
  })

  it('deducts change from cash', () => {
    const receipt = receiptOfSale(
      saleOf({
        lines: [line(1, 120)],
        changeSum: amount(30),
        payments: [paid('Card', 50), paid('Cash', 100)],
      }),
    )
    expect(receipt).toMatchObject({
      change: amount(30),
      payments: [
        { type: 'Card', amount: amount(50) },
        { type: 'Cash', amount: amount(70) },
      ],
    })
  })

  it('deducts change from the payment stated by the till, in any order of payments', async () => {
    const withChange = (type: string, sum: number, change: number) => ({
      ...paid(type, sum),
      changeAmount: amount(change),
    })
    const receipt = receiptOfSale(
      saleOf({
        lines: [line(1, 120)],
        changeSum: amount(30),
        payments: [withChange('Cash', 100, 0), withChange('GiftCard', 50, 30)],
      }),
    )
    expect(receipt.payments).toEqual([
      { type: 'Cash', amount: amount(100) },
      { type: 'Prepaid', amount: amount(20) },
    ])
  })

  it('maps each tender to a fiscal payment type, for sales and returns', async () => {
    const ways = { Cash: 'Cash', Card: 'Card', Qr: 'Mobile', Transfer: 'Mobile', GiftCard: 'Prepaid' }
    const all = Object.entries({ ...ways, Prepayment: 'Prepaid', Credit: 'Credit', Other: 'Other' })
    for (const [way, type] of all) {
      const sale = { lines: [line(1, 100)], payments: [paid(way, 100)] }
      expect(receiptOfSale(saleOf(sale)).payments).toEqual([{ type, amount: amount(100) }])
      const back = receiptOfSale(saleOf({ ...sale, isReturn: true }))
      expect(back).toMatchObject({ operation: 'SellReturn', payments: [{ type, amount: amount(100) }] })
    }
  })

  it('does not split a line that has fewer marking codes than pieces', () => {
    for (const markingCodes of [['a'], ['a', 'b']]) {
      const lines = [line(3, 100, { markingCodes })]
      const receipt = receiptOfSale(saleOf({ lines, payments: [paid('Cash', 100)] }))
      expect(receipt.lines).toMatchObject([{ quantity: 3000, sum: amount(100), markingCode: 'a' }])
    }
  })

  it('distributes rounding and points together, exact to a hundredth', () => {
    const receipt = receiptOfSale(
      saleOf({
        lines: [line(1, 33.33), line(1, 33.33), line(1, 33.38)],
        roundingSum: amount(-0.04),
        payments: [paid('Bonus', 10), paid('Cash', 90)],
      }),
    )
    expect(sumsOf(receipt)).toEqual([29.98, 29.99, 30.03])
    expect(receipt.total).toBe(amount(90))
  })

  it('creates a separate line for each marked piece', () => {
    const receipt = receiptOfSale(
      saleOf({ lines: [line(3, 100, { markingCodes: ['a', 'b', 'c'] })], payments: [paid('Cash', 100)] }),
    )
    expect(receipt.lines.map(({ markingCode, quantity: units }) => [markingCode, units])).toEqual([
      ['a', 1000],
      ['b', 1000],
      ['c', 1000],
    ])
    expect(sumAmounts(receipt.lines.map(({ sum }) => sum))).toBe(amount(100))
  })

  it('reports a sold voucher as an advance, and a redeemed voucher as prepaid', () => {
    const sold = receiptOfSale(
      saleOf({ vouchers: [{ number: '77', amount: amount(500) }], payments: [paid('Qr', 500)] }),
    )
    expect(sold).toMatchObject({
      lines: [{ name: 'Подарочный сертификат 77', sum: amount(500), isAdvance: true, vatRate: null }],
      payments: [{ type: 'Mobile', amount: amount(500) }],
      total: amount(500),
    })
    const advance = { vouchers: [{ number: '77', amount: amount(500) }], voucherVatRate: percent(22) }
    expect(receiptOfSale(saleOf({ ...advance, payments: [paid('Qr', 500)] })).lines).toMatchObject([
      { isAdvance: true, vatRate: percent(22), vatSum: amount(90.16) },
    ])
    const spent = receiptOfSale(saleOf({ lines: [line(1, 500)], payments: [paid('GiftCard', 500)] }))
    expect(spent.payments).toEqual([{ type: 'Prepaid', amount: amount(500) }])
  })

  it('reports a set-off in an exchange as the original tender', () => {
    const receipt = receiptOfSale(
      saleOf({ lines: [line(1, 100)], payments: [paid('SetOff', 60, 'Card'), paid('Cash', 40)] }),
    )
    expect(receipt.payments).toEqual([
      { type: 'Card', amount: amount(60) },
      { type: 'Cash', amount: amount(40) },
    ])
  })
})
