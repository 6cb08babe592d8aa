import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { SaleBody } from './sale.ts'
import { CashMovementBody, ShiftClosedBody, ShiftOpenedBody, TillEventBody } from './shift.ts'

const FIXTURES = join(import.meta.dirname, '../../test/fixtures/uploads')
const read = (name: string): object => JSON.parse(readFileSync(join(FIXTURES, `${name}-v1.json`), 'utf8'))

const long = (length: number): string => 'x'.repeat(length)
const ID = '0198c000-0000-7000-8000-0000000000aa'

/** Returns a copy of the body with another value at the path, or without the member when the value is undefined. */
function withAt(body: object, path: string, value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop() as string
  let place = copy
  for (const name of names) place = place[name] as Record<string, unknown>
  if (value === undefined) delete place[last]
  else place[last] = value
  return copy
}

type Case = [path: string, fits: unknown[], doesNotFit: unknown[], words?: string]

/**
 * Defines tests for the bounds of each member in an otherwise valid body. `words` is the expected error
 * message for the first invalid value.
 */
function showsBounds(name: string, schema: z.ZodType, cases: Case[]): void {
  const body = read(name)

  it(`parses the example of a ${name}`, () => {
    expect(schema.safeParse(body).error).toBeUndefined()
  })

  it.each(cases)('checks the bounds of the body member %s', (path, fits, doesNotFit, words) => {
    for (const value of fits)
      expect([value, schema.safeParse(withAt(body, path, value)).error]).toEqual([value, undefined])
    for (const value of doesNotFit) {
      const { error } = schema.safeParse(withAt(body, path, value))
      const places = error?.issues.map((issue) => issue.path.join('.')) ?? []
      expect([value, places.some((place) => place.startsWith(path))]).toEqual([value, true])
    }
    if (words !== undefined) {
      const { error } = schema.safeParse(withAt(body, path, doesNotFit[0]))
      expect(error?.issues.map(({ message }) => message)).toEqual([words])
    }
  })
}

const text = (path: string, max: number): Case => [path, ['', long(max)], [long(max + 1), 1, undefined, null]]
const maybeText = (path: string, max: number): Case => [
  path,
  ['', long(max), null, undefined],
  [long(max + 1)],
]
const id = (path: string): Case => [path, [ID], ['', ID.slice(1), `${ID}0`, 7, undefined, null]]
const maybeId = (path: string): Case => [path, [ID, null, undefined], ['', 'x']]
const money = (path: string): Case => [path, [0, 12.34, -12.34], [0.001, '1', undefined, null]]
const notNegative = (path: string): Case => [
  path,
  [0, 0.01],
  [-0.01, 0.001, undefined, null],
  'must not be negative',
]
const positive = (path: string): Case => [path, [0.01], [0, -0.01, undefined, null], 'must be above 0']
const count = (path: string): Case => [path, [0, 1], [-1, 0.5, undefined, null]]
const fromOne = (path: string): Case => [path, [1, 2], [0, -1, 1.5]]
const moment = (path: string): Case => [
  path,
  ['2026-05-01T09:30:15.250Z', '2026-05-01T09:30:15Z'],
  ['2026-05-01', '2026-05-01T09:30:15', '2026-13-01T00:00:00Z', 0, undefined, null],
]
const yesOrNo = (path: string): Case => [path, [true, false], [1, 'true', undefined, null]]

const CLOCK: Case[] = [
  ['clock', [], [undefined, null, {}]],
  ['clock.utcOffsetMinutes', [0, -210], [0.5, undefined]],
  text('clock.timeZone', 255),
  text('clock.bootId', 255),
  ['clock.monotonicMs', [0.5], ['0', undefined]],
  ['clock.hubOffsetMs', [-350.5, null, undefined], ['0']],
]
const RECORD: Case[] = [
  ['schema', [1], [0, 2, '1', undefined]],
  id('id'),
  id('retailPointId'),
  text('tillId', 255),
  ...CLOCK,
]
const BY_CASHIER: Case[] = [...RECORD, id('cashierId'), text('cashierName', 1000)]

describe('a sale', () => {
  showsBounds('sale', SaleBody, [
    ...BY_CASHIER,
    text('receiptNumber', 255),
    yesOrNo('isReturn'),
    maybeId('originalSaleId'),
    id('storeId'),
    maybeId('shiftId'),
    moment('soldAt'),
    text('currencyCode', 255),
    yesOrNo('vatIncluded'),
    ['lines', [[]], [undefined]],
    fromOne('lines.1.lineNo'),
    id('lines.1.productId'),
    text('lines.1.name', 1000),
    maybeText('lines.1.code', 255),
    maybeText('lines.1.barcode', 255),
    maybeText('lines.1.unitName', 255),
    ['lines.1.quantity', [0.001], [0, -1, 0.0001, undefined], 'must be above 0'],
    notNegative('lines.1.price'),
    ['lines.1.listPrice', [0, 12.34, null, undefined], [0.001]],
    notNegative('lines.1.discountAmount'),
    money('lines.1.sum'),
    ['lines.1.vatRate', [0, 12.5, null], [0.001, undefined]],
    money('lines.1.vatSum'),
    fromOne('lines.1.originalLineNo'),
    ['lines.1.originalLineNo', [null, undefined], []],
    money('sum'),
    money('vatSum'),
    money('discountSum'),
    ['roundingSum', [-0.99, 0, undefined], [0.001, null]],
    ['payments', [[]], [undefined]],
    ['payments.1.type', [...TENDER_TYPES], ['Points', undefined]],
    positive('payments.1.amount'),
    maybeText('payments.1.reference', 255),
    notNegative('changeSum'),
    maybeId('customerId'),
    maybeId('loyaltyCardId'),
    maybeText('customerPhone', 255),
    maybeText('customerEmail', 255),
  ])

  it('accepts a sale of products, of vouchers or of both, and rejects a sale of nothing or with invalid vouchers', () => {
    const voucher = { number: 'V1', amount: 50, isReload: false }
    const fits = (rest: object) => SaleBody.safeParse({ ...sale, vouchers: [], ...rest }).success
    expect([fits({}), fits({ vouchers: [voucher] }), fits({ lines: [], vouchers: [voucher] })]).toEqual([
      true,
      true,
      true,
    ])
    expect([fits({ lines: [] }), fits({ vouchers: Array(101).fill(voucher) })]).toEqual([false, false])
    for (const wrong of [
      { number: '' },
      { number: long(256) },
      { amount: 0 },
      { amount: -1 },
      { isReload: 1 },
    ])
      expect([wrong, fits({ vouchers: [{ ...voucher, ...wrong }] })]).toEqual([wrong, false])
  })

  const sale = read('sale') as z.input<typeof SaleBody>
  it('limits the numbers of lines, payments and discounts of a sale to the maximum of a till', () => {
    const fits = (path: string, one: unknown, many: number): boolean =>
      SaleBody.safeParse(withAt(sale, path, Array(many).fill(one))).success
    expect([fits('lines', sale.lines[0], 5000), fits('lines', sale.lines[0], 5001)]).toEqual([true, false])
    const [payment] = sale.payments
    expect([fits('payments', payment, 100), fits('payments', payment, 101)]).toEqual([true, false])
    const discount = { kind: 'Manual', scope: 'Receipt', amount: 1 }
    expect([fits('discounts', discount, 10_000), fits('discounts', discount, 10_001)]).toEqual([true, false])
  })

  it('accepts all known discount sources and rejects invalid discounts', () => {
    const kinds = ['Promotion', 'Loyalty', 'Manual', 'Coupon', 'Rounding'] as const
    const discounts = kinds.map((kind) => ({
      kind,
      scope: 'Line' as const,
      lineNo: 1,
      amount: 0.5,
      percent: 5,
    }))
    expect(SaleBody.parse({ ...sale, discounts }).discounts).toEqual(discounts)
    const fits = (rest: object) =>
      SaleBody.safeParse({ ...sale, discounts: [{ ...discounts[0], ...rest }] }).success
    expect([fits({ kind: 'Gift' }), fits({ scope: 'Cart' }), fits({ lineNo: 0 })]).toEqual([
      false,
      false,
      false,
    ])
    expect([fits({ lineNo: null }), fits({ percent: null }), fits({ refId: ID })]).toEqual([true, true, true])
    expect([fits({ name: long(1000) }), fits({ name: long(1001) })]).toEqual([true, false])
  })

  it('defaults a sale without discounts and rounding to an empty list and 0', () => {
    expect(SaleBody.parse(sale)).toMatchObject({ discounts: [], roundingSum: 0 })
  })
})

describe('a shift opening', () => {
  showsBounds('shift_opened', ShiftOpenedBody, [
    ...BY_CASHIER,
    fromOne('number'),
    moment('openedAt'),
    notNegative('openingCash'),
  ])
})

describe('a shift closing', () => {
  showsBounds('shift_closed', ShiftClosedBody, [
    ...BY_CASHIER,
    id('shiftId'),
    moment('closedAt'),
    ['totals', [], [undefined, {}]],
    ...['salesCash', 'salesCard', 'returnsCash', 'returnsCard', 'cashIn', 'cashOut', 'expectedCash'].map(
      (name) => money(`totals.${name}`),
    ),
    count('totals.receiptsCount'),
    count('totals.returnsCount'),
    ['countedCash', [0, 12.34, null], [-0.01, undefined], 'must not be negative'],
  ])
})

describe('a cash movement of the drawer', () => {
  showsBounds('cash_movement', CashMovementBody, [
    ...BY_CASHIER,
    id('shiftId'),
    ['kind', ['In', 'Out'], ['in', undefined]],
    positive('amount'),
    text('reason', 1000),
    moment('movedAt'),
  ])
})

describe('an event of a till', () => {
  showsBounds('till_event', TillEventBody, [
    ...RECORD,
    ['cashierId', [ID, null], ['x', undefined]],
    ['cashierName', [long(1000), null], [long(1001), undefined]],
    text('kind', 255),
    moment('happenedAt'),
    [
      'details',
      [{}, { [long(100)]: long(1000) }, { a: 1.5, b: false, c: null }],
      [{ [long(101)]: 1 }, { a: long(1001) }, { a: {} }, undefined],
    ],
  ])
})
