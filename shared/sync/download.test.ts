import { describe, expect, it } from 'vitest'
import { TillReasons } from '#shared/domain/till-reasons.ts'
import { DEFAULT_WEIGHT_MASKS } from '#shared/domain/weight-masks.ts'
import {
  Cursor,
  DOWNLOAD_CONTENT_TYPE,
  DownloadFooter,
  DownloadHeader,
  DownloadLine,
  DownloadQuery,
  MAX_WAIT_SECONDS,
  type ReplicaSettings,
} from './download.ts'

const ID = '0198c000-0000-7000-8000-00000000000a'
const NOW = '2026-05-01T09:30:15.250Z'
const long = (length: number): string => 'x'.repeat(length)

describe('the download query of a till', () => {
  it('defaults to a snapshot in the oldest schema without a long poll', () => {
    expect(DownloadQuery.parse({})).toEqual({ wait: 0, schema: 1, digest: false })
  })

  it('parses the query parameters from text', () => {
    const query = { cursor: 'c', wait: '25', schema: '4', digest: 'true', repair: 'unit:00,product:3f' }
    expect(DownloadQuery.parse(query)).toEqual({ ...query, wait: 25, schema: 4, digest: true })
  })

  const buckets = (count: number): string => Array(count).fill('unit:0a').join(',')
  it.each([
    ['cursor', [long(1000)], [long(1001)]],
    ['wait', ['0', String(MAX_WAIT_SECONDS)], ['-1', String(MAX_WAIT_SECONDS + 1), '0.5', 'x']],
    ['schema', ['1', '99'], ['0', '1.5', 'x']],
    ['digest', ['false', 'true'], ['x']],
    [
      'repair',
      ['unit:00', buckets(2), buckets(100)],
      [
        '',
        buckets(101),
        'unit:0',
        'unit:000',
        'unit:0A',
        ':00',
        'unit',
        ' unit:00',
        'unit:00,',
        'unit:00;unit:01',
      ],
    ],
  ])('checks the bounds of the query parameter %s', (member, fits, doesNotFit) => {
    const isQuery = (value: string) => DownloadQuery.safeParse({ [member]: value }).success
    expect(fits.map(isQuery)).toEqual(fits.map(() => true))
    expect(doesNotFit.map(isQuery)).toEqual(doesNotFit.map(() => false))
  })
})

it('accepts only visible ASCII as a cursor, so that disk damage is detected', () => {
  const isCursor = (text: string) => Cursor.safeParse(text).success
  expect(['c', '!~', long(1000)].map(isCursor)).toEqual([true, true, true])
  const damaged = ['', ' c', 'c ', 'c\0', '\0c', 'c\n', 'cé', 'c\x7f', long(1001)]
  expect(damaged.filter(isCursor)).toEqual([])
})

it('keeps the NDJSON content type that deployed tills request', () => {
  expect(DOWNLOAD_CONTENT_TYPE).toBe('application/x-ndjson')
})

const product = {
  name: 'Tea',
  code: '1',
  article: null,
  groupId: null,
  unitId: ID,
  kind: 'Good',
  price: 5.6,
  minPrice: null,
  vatRate: 12,
  isWeighed: false,
  weightCode: null,
  isDiscountProhibited: false,
  barcodes: ['4870000000012'],
  useGroupVat: false,
  nextPrices: [{ from: NOW, price: 6 }],
  trackingType: 'NotTracked',
  paymentSubject: 'Good',
  ntin: null,
  packs: [],
  minimumAge: null,
  thumbUrl: null,
}
const group = { name: 'Tea', parentId: null, sortOrder: 1, vatRate: 12, useParentVat: false }
const settings: ReplicaSettings = {
  organizationName: 'Tea and more',
  taxId: null,
  timeZone: 'Asia/Almaty',
  currencyCode: 'KZT',
  currencySymbol: '₸',
  retailPointId: ID,
  retailPointName: 'Corner',
  address: null,
  storeId: ID,
  priceTypeId: ID,
  isActive: true,
  allowCustomPrice: false,
  allowReturnWithoutBasis: false,
  vatIncluded: true,
  receiptHeader: null,
  receiptFooter: null,
  paperWidth: 80,
  allowDiscount: true,
  maxDiscountPercent: 100,
  allowDeleteLines: true,
  allowReturnFromClosedShift: true,
  requireCashierChoice: false,
  printAlways: false,
  controlStock: false,
  onlyInStock: false,
  taxSystem: null,
  cashRounding: 'None',
  cashRoundingStep: 0.01,
  productGroupIds: [],
  cashierIds: [],
  cashRoundingAppliesTo: 'CashOnly',
  isStockKnown: false,
  paymentTypes: ['Cash', 'Card'],
  enforceMinPrice: true,
  returnPeriodDays: null,
  allowRefundOtherTender: false,
  weightBarcodePrefixes: [...DEFAULT_WEIGHT_MASKS],
  requireShift: false,
  tillReasons: TillReasons.parse({}),
  onlyListedReasons: false,
  discountStrategy: 'BySum',
  blindClose: false,
  offlineVoucherLimit: 0,
  maxVoucherSale: 0,
  favouriteProductIds: [],
  favouritesArrangedAt: null,
  logoPath: null,
  receiptQr: false,
  isFiscal: false,
  zeroLines: 'Cent',
  receiptLanguage: 'ru',
}

describe('a download line', () => {
  const put = (t: string, v: object): object => ({ t, op: 'put', id: ID, v })

  it.each<[string, object]>([
    ['settings', put('settings', settings)],
    ['a unit', put('unit', { name: 'kg', isFractional: true })],
    ['a group', put('group', group)],
    ['a product', put('product', product)],
    [
      'a cashier',
      put('cashier', { name: 'Aigul', pinHash: '$argon2id$', permissions: ['pos.sell'], limits: {} }),
    ],
    ['stock', put('stock', { quantity: 1.255 })],
    ['a deletion', { t: 'product', op: 'del', id: ID }],
    ['a bucket to empty', { t: 'product', op: 'empty', bucket: '0a' }],
  ])('accepts a download line with %s', (_, line) => {
    expect(DownloadLine.safeParse(line).error).toBeUndefined()
  })

  it('converts amounts and quantities of a download line to whole steps', () => {
    expect(DownloadLine.parse(put('stock', { quantity: 1.255 }))).toMatchObject({ v: { quantity: 1255 } })
    expect(DownloadLine.parse(put('product', product))).toMatchObject({
      v: { price: 560, vatRate: 1200, nextPrices: [{ price: 600 }] },
    })
  })

  it.each<[string, object]>([
    ['an unknown kind', put('gift', {})],
    ['a value of another kind', put('unit', { quantity: 1 })],
    ['a deletion without an id', { t: 'unit', op: 'del' }],
    ['an unknown operation', { t: 'unit', op: 'get', id: ID }],
    ['a deletion of an unknown kind', { t: 'gift', op: 'del', id: ID }],
    ['no bucket to empty', { t: 'unit', op: 'empty' }],
    ['an invalid bucket', { t: 'unit', op: 'empty', bucket: 'xx' }],
    ['a value and an unknown operation', { ...put('unit', { name: 'kg', isFractional: true }), op: 'set' }],
  ])('refuses a download line with %s as malformed', (_, line) => {
    expect(DownloadLine.safeParse(line).success).toBe(false)
  })
})

describe('header and footer', () => {
  const header = { kind: 'snapshot', schema: 4, epoch: ID, serverTime: NOW, total: 0, custody: [] }
  const footer = { end: true, cursor: 'c', more: false, counts: { unit: 2 }, hash: 'ab' }

  it.each([
    [{}, true],
    [{ kind: 'delta' }, true],
    ...['unreadable', 'epoch', 'history', 'horizon'].map(
      (reason) => [{ kind: 'reset', reason }, true] as const,
    ),
    [{ kind: 'other' }, false],
    [{ reason: 'other' }, false],
    [{ epoch: 'x' }, false],
    [{ serverTime: 'today' }, false],
    [{ total: 0.5 }, false],
    [{ custody: [{ chain: ID, watermark: 1, highest: 3, holes: [2] }] }, true],
    [{ custody: [{ chain: ID }] }, false],
  ] as const)('validates a header with %j: %s', (rest, isOne) => {
    expect(DownloadHeader.safeParse({ ...header, ...rest }).success).toBe(isOne)
  })

  it.each([
    [{}, true],
    [{ cursor: null }, true],
    [{ digest: { unit: { '0a': '1:00000000000000ff' } } }, true],
    [{ end: false }, false],
    [{ cursor: undefined }, false],
    [{ more: undefined }, false],
    [{ counts: { gift: 1 } }, false],
    [{ counts: { unit: 0.5 } }, false],
    [{ hash: undefined }, false],
    [{ digest: { unit: { '0a': 'x' } } }, false],
  ])('validates a footer with %j: %s', (rest, isOne) => {
    expect(DownloadFooter.safeParse({ ...footer, ...rest }).success).toBe(isOne)
  })
})
