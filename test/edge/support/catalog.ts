import { hash } from '@node-rs/argon2'
import type { Permission } from '#shared/domain/permissions.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import { TillReasons } from '#shared/domain/till-reasons.ts'
import { DEFAULT_WEIGHT_MASKS } from '#shared/domain/weight-masks.ts'
import { voucherTagOf } from '#shared/loyalty/voucher-tag.ts'
import { newId } from '#shared/std/ids.ts'
import type {
  DownloadLine,
  ReplicaCard,
  ReplicaCashier,
  ReplicaCustomer,
  ReplicaGroup,
  ReplicaPriceType,
  ReplicaProduct,
  ReplicaProgram,
  ReplicaPromotion,
  ReplicaReceipt,
  ReplicaSettings,
  ReplicaVatRate,
  ReplicaVoucher,
} from '#shared/sync/download.ts'

/** Organization in which the fake hub enrols agents. */
export const ORGANIZATION = newId()
export const PIECE = newId()
export const KILOGRAM = newId()
export const DRINKS = newId()

/** Record sent by the hub, or its deletion. */
export type RecordLine = Exclude<DownloadLine, { op: 'empty' }>
export type Put<Kind extends DownloadLine['t']> = Extract<DownloadLine, { t: Kind; op: 'put' }>

const DEFAULT_SETTINGS: ReplicaSettings = {
  organizationName: 'Corner shop',
  taxId: null,
  timeZone: 'Europe/London',
  currencyCode: 'GBP',
  currencySymbol: '£',
  retailPointId: newId(),
  retailPointName: 'Till 1',
  address: null,
  storeId: newId(),
  priceTypeId: newId(),
  isActive: true,
  allowCustomPrice: true,
  allowReturnWithoutBasis: true,
  vatIncluded: true,
  receiptHeader: null,
  receiptFooter: null,
  paperWidth: 80,
  allowDiscount: true,
  maxDiscountPercent: 100,
  allowDeleteLines: true,
  allowReturnFromClosedShift: true,
  allowRefundOtherTender: false,
  offlineVoucherLimit: 0,
  maxVoucherSale: 0,
  isFiscal: false,
  zeroLines: 'Cent',
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
  weightBarcodePrefixes: [...DEFAULT_WEIGHT_MASKS],
  enforceMinPrice: true,
  returnPeriodDays: null,
  discountStrategy: 'BySum',
  blindClose: false,
  requireShift: false,
  tillReasons: TillReasons.parse({}),
  onlyListedReasons: false,
  favouriteProductIds: [],
  logoPath: null,
  receiptQr: false,
  favouritesArrangedAt: null,
  receiptLanguage: 'en',
}

export function settings(changes: Partial<ReplicaSettings> = {}): Put<'settings'> {
  const v = { ...DEFAULT_SETTINGS, ...changes }
  return { t: 'settings', op: 'put', id: v.retailPointId, v }
}

export function group(changes: Partial<ReplicaGroup> = {}, id = newId()): Put<'group'> {
  const v = { name: 'Group', parentId: null, sortOrder: 0, vatRate: null, useParentVat: true, ...changes }
  return { t: 'group', op: 'put', id, v }
}

export function product(changes: Partial<ReplicaProduct> = {}, id = newId()): Put<'product'> {
  const v: ReplicaProduct = {
    name: 'Tea',
    code: id.slice(-8),
    article: null,
    groupId: DRINKS,
    unitId: PIECE,
    kind: 'Product',
    price: 10,
    minPrice: null,
    vatRate: null,
    isWeighed: false,
    weightCode: null,
    isDiscountProhibited: false,
    barcodes: [],
    useGroupVat: false,
    nextPrices: [],
    trackingType: 'NotTracked',
    paymentSubject: 'Good',
    ntin: null,
    packs: [],
    minimumAge: null,
    thumbUrl: null,
    ...changes,
  }
  return { t: 'product', op: 'put', id, v }
}

/** Returns the stock of a product in the store of the retail point. */
export function stock(productId: string, quantity: number): Put<'stock'> {
  return { t: 'stock', op: 'put', id: productId, v: { quantity } }
}

export function priceType(changes: Partial<ReplicaPriceType> = {}): Put<'priceType'> {
  const v = { name: 'Retail', isDefault: true, sortOrder: 0, currencyCode: 'GBP', currencySymbol: '£' }
  return { t: 'priceType', op: 'put', id: newId(), v: { ...v, ...changes } }
}

export function vatRate(changes: Partial<ReplicaVatRate> = {}): Put<'vatRate'> {
  const v = { rate: 20, kind: 'Standard' as const, validFrom: '2011-01-04', validTo: null }
  return { t: 'vatRate', op: 'put', id: newId(), v: { ...v, ...changes } }
}

export function customer(changes: Partial<ReplicaCustomer> = {}): Put<'customer'> {
  const v = {
    name: 'Beth',
    phone: '020 7946 0000',
    phoneNumber: '+442079460000',
    email: null,
    tags: ['regular'],
  }
  return { t: 'customer', op: 'put', id: newId(), v: { ...v, ...changes } }
}

/** Returns a receipt of another till of the store: 2 pieces at 5 each, paid in cash. */
export function storeReceipt(changes: Partial<ReplicaReceipt> = {}): Put<'receipt'> {
  const line = { lineNo: 1, productId: newId(), name: 'Tea', quantity: 2, price: 5, vatRate: null }
  const v = {
    number: 'B2-000001',
    soldAt: new Date().toISOString(),
    isReturn: false,
    originalId: null,
    cashierName: 'Timur',
    customerId: null,
    currencyCode: 'GBP',
    vatIncluded: true,
    sum: 10,
    roundingSum: 0,
    changeSum: 0,
    payments: [{ type: 'Cash', amount: 10 }],
    lines: [line],
    loyaltyCardId: null,
    fiscal: null,
  }
  return { t: 'receipt', op: 'put', id: newId(), v: { ...v, ...changes } }
}

/** Returns the record of a promotion of 10 percent, unless `changes` override it. */
export function promotion(
  changes: Partial<Omit<ReplicaPromotion, 'effect' | 'conditions'>> & {
    effect?: Partial<ReplicaPromotion['effect']>
    conditions?: Partial<ReplicaPromotion['conditions']>
  } = {},
): Put<'promotion'> {
  const { effect, conditions, ...others } = changes
  const v: ReplicaPromotion = {
    name: 'A tenth off',
    isActive: true,
    priority: 0,
    startsAt: null,
    endsAt: null,
    daysOfWeek: [],
    timeFrom: null,
    timeTo: null,
    storeIds: [],
    retailPointIds: [],
    requiresCard: false,
    programIds: [],
    kind: 'PercentDiscount',
    conditions: { productIds: [], groupIds: [], minQuantity: null, minAmount: null, ...conditions },
    effect: {
      percent: 10,
      amount: null,
      isPerUnit: true,
      price: null,
      buyQuantity: null,
      getQuantity: null,
      everyNth: null,
      bundle: [],
      threshold: null,
      points: null,
      ...effect,
    },
    combinable: true,
    maxPerReceipt: null,
    couponCode: null,
    ...others,
  }
  return { t: 'promotion', op: 'put', id: newId(), v }
}

export function program(changes: Partial<ReplicaProgram> = {}): Put<'program'> {
  const v: ReplicaProgram = {
    name: 'Regulars',
    isActive: true,
    startsAt: null,
    endsAt: null,
    kind: 'DiscountPercent',
    discountPercent: 5,
    levels: [],
    earnPercent: 0,
    pointStep: 'Hundredth',
    spendRate: 1,
    maxSpendPercent: 0,
    earnOnBonusPaidPart: false,
    offlineSpendLimit: 0,
    excludedGroupIds: [],
    excludeDiscountedLines: false,
    ...changes,
  }
  return { t: 'program', op: 'put', id: newId(), v }
}

/** Returns a loyalty card without a customer record, with 50 points. */
export function card(programId: string, changes: Partial<ReplicaCard> = {}): Put<'card'> {
  const v: ReplicaCard = {
    cardNumber: '2900000001',
    programId,
    customerId: null,
    customerName: 'Beth Ward',
    phone: '020 7946 0000',
    phoneNumber: '+442079460000',
    isBlocked: false,
    expiresAt: null,
    turnover: 0,
    balance: 50,
    countedAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
  return { t: 'card', op: 'put', id: newId(), v }
}

/** Returns the record of a gift voucher that the hub sends to tills. */
export function giftVoucher(
  number: string,
  balance: number,
  changes: Partial<ReplicaVoucher> = {},
): Put<'voucher'> {
  const v = {
    tag: voucherTagOf(ORGANIZATION, number),
    isBlocked: false,
    expiresAt: null,
    balance,
    countedAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
  return { t: 'voucher', op: 'put', id: newId(), v }
}

/** Hashes a PIN at low cost, since the strength of the hash does not matter in tests. */
const hashPin = (pin: string): Promise<string> => hash(pin, { memoryCost: 256, timeCost: 1 })

export async function cashier(pin = '1234', changes: Partial<ReplicaCashier> = {}): Promise<Put<'cashier'>> {
  const permissions: Permission[] = ['pos.sell', 'pos.return']
  const v = { name: 'Ann', permissions, pinHash: await hashPin(pin), limits: NO_LIMITS, ...changes }
  return { t: 'cashier', op: 'put', id: newId(), v }
}

/** Returns the records of every test shop. */
export function base(): RecordLine[] {
  return [
    { t: 'unit', op: 'put', id: PIECE, v: { name: 'pcs', isFractional: false } },
    { t: 'unit', op: 'put', id: KILOGRAM, v: { name: 'kg', isFractional: true } },
    group({ name: 'Drinks' }, DRINKS),
  ]
}
