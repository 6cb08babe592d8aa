import { z } from 'zod'
import { DEFAULT_WEIGHT_MASKS, WeightMask } from '#shared/barcodes/weight-masks.ts'
import { VatRateKind } from '#shared/catalog/vat-rate-kinds.ts'
import {
  CashRounding,
  CashRoundingScope,
  TaxSystem,
  ZeroLines,
} from '#shared/contracts/catalog/retail-points.ts'
import { Count, Day, Id, integer, integerQuery, UtcTime } from '#shared/contracts/common.ts'
import { ProgramKind } from '#shared/contracts/loyalty/programs.ts'
import { PromotionKind } from '#shared/contracts/loyalty/promotions.ts'
import { DiscountStrategy } from '#shared/contracts/organization/settings.ts'
import { Permission } from '#shared/contracts/permissions.ts'
import { ReceiptFiscal } from '#shared/contracts/sales/sale-fiscal.ts'
import { ToldLimits } from '#shared/contracts/till-limits.ts'
import { TillReasons } from '#shared/contracts/till-reasons.ts'
import { AmountIn, PercentIn, QuantityIn } from '#shared/money/wire.ts'
import { TENDER_TYPES } from '#shared/pricing/tenders.ts'
import { RECEIPT_LANGUAGES } from '#shared/receipts/document.ts'
import { AuditSeal } from './audit-seals.ts'
import { Bucket, Digest, REPLICA_KINDS, type ReplicaKind } from './digest.ts'
import { ChainCustody } from './upload.ts'

/**
 * GET /api/pos/v1/sync answers with NDJSON: a header line, data lines, a footer line. Without a cursor it is a
 * snapshot; with one, the changes since, whole commits only. No footer means not received: a body cut anywhere looks
 * like a normal end to some HTTP stacks (docs/sync.md#download).
 *
 * A snapshot also exists as a finished replica file, which can be fetched in parts: see snapshot.ts.
 */
export const DOWNLOAD_CONTENT_TYPE = 'application/x-ndjson'
/**
 * The range of schemas this side speaks. A till names the newest it understands, the hub answers in the newest that
 * both know, without the members that came later (members.ts). Kinds that have gained members since the schema of a
 * cursor are sent again as a whole. What an older hub leaves out has a default here.
 */
export const DOWNLOAD_SCHEMAS = { oldest: 1, newest: 20 } as const
/** Longest wait for a change that a till may ask for. */
export const MAX_WAIT_SECONDS = 25

/** Opaque to a till: visible ASCII. Anything else did not come from a hub: the disk has damaged it. */
export const Cursor = z.string().regex(/^[\x21-\x7e]{1,1000}$/)

export const DownloadQuery = z.object({
  cursor: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'From the last footer; left out for a snapshot' }),
  since: z.string().max(1000).optional().meta({ description: 'Another name of `cursor`' }),
  retailPointId: Id.optional().meta({ description: 'That of the device: another one is refused' }),
  limit: integerQuery(1, 2000)
    .optional()
    .meta({ description: 'Records of a page of JSON; 500 when left out' }),
  wait: integerQuery(0, MAX_WAIT_SECONDS)
    .default(0)
    .meta({ description: 'Seconds to wait for a change when there is none' }),
  schema: integerQuery(1).default(1).meta({ description: 'The newest schema the till understands' }),
  digest: z
    .stringbool()
    .default(false)
    .meta({ description: 'Adds the digest of the whole replica to the footer' }),
  repair: z
    .string()
    .regex(/^[a-zA-Z]+:[0-9a-f]{2}(,[a-zA-Z]+:[0-9a-f]{2}){0,99}$/)
    .optional()
    .meta({ description: 'Buckets to be sent again as a whole: product:3f,unit:00' }),
})
export type DownloadQuery = z.output<typeof DownloadQuery>

/** Of schema 12: the audit log of the organization (docs/security/audit-log.md). */
export const ToldOfSeals = z.object({
  newest: AuditSeal.nullable().meta({ description: 'To be kept for ever; it covers all before it' }),
  isAskedFor: z.boolean().meta({ description: 'All that are held are to be handed back' }),
})
export type ToldOfSeals = z.infer<typeof ToldOfSeals>

export const DownloadHeader = z
  .object({
    kind: z.enum(['snapshot', 'delta', 'reset']).meta({
      description: 'reset: the cursor is of another history, ask again without one',
    }),
    reason: z.enum(['unreadable', 'epoch', 'history', 'horizon']).optional().meta({
      description:
        'Why a reset: the cursor was not made here; the hub was restored; its history went another way; it is too old',
    }),
    schema: integer(),
    epoch: Id.meta({ description: 'Changes when the hub is restored from a backup' }),
    serverTime: UtcTime,
    total: Count.meta({ description: 'Data lines to come' }),
    custody: z.array(ChainCustody).meta({
      description:
        'What the hub holds of the chains of this device: less than it once acknowledged is offered again',
    }),
    receiptsSince: UtcTime.optional().meta({
      description:
        'Receipts that were sold before are forgotten: nothing else says so (docs/sync.md#receipts)',
    }),
    seals: ToldOfSeals.optional(),
    publicUrl: z.string().max(1000).optional().meta({
      description: 'Of schema 13: what the addresses of receipts begin with; left out: nobody has set it',
    }),
  })
  .meta({ id: 'DownloadHeader' })
export type DownloadHeader = z.infer<typeof DownloadHeader>

/** The settings that the till obeys: one record, under the id of the retail point. */
export const ReplicaSettings = z.object({
  organizationName: z.string(),
  taxId: z.string().nullable(),
  timeZone: z.string(),
  currencyCode: z.string(),
  currencySymbol: z.string(),
  retailPointId: Id,
  retailPointName: z.string(),
  address: z.string().nullable(),
  storeId: Id,
  priceTypeId: Id,
  isActive: z.boolean(),
  allowCustomPrice: z.boolean(),
  allowReturnWithoutBasis: z.boolean(),
  vatIncluded: z.boolean(),
  receiptHeader: z.string().nullable(),
  receiptFooter: z.string().nullable(),
  paperWidth: integer(),
  allowDiscount: z.boolean().default(true),
  /** Percent. */
  maxDiscountPercent: z.number().default(100),
  allowDeleteLines: z.boolean().default(true),
  allowReturnFromClosedShift: z.boolean().default(true),
  requireCashierChoice: z.boolean().default(false),
  printAlways: z.boolean().default(false),
  controlStock: z.boolean().default(false),
  onlyInStock: z.boolean().default(false),
  taxSystem: TaxSystem.nullable().default(null),
  cashRounding: CashRounding.default('None'),
  /** Major units. */
  cashRoundingStep: z.number().default(0.01),
  /** Older hubs and tills digest it; nothing obeys it. */
  requiredCustomerFields: z.array(z.string()).default(['Phone']),
  /** The assortment: these groups with all below them. Empty: every product. */
  productGroupIds: z.array(Id).default([]),
  /** Who works here. Empty: everybody who may. */
  cashierIds: z.array(Id).default([]),
  cashRoundingAppliesTo: CashRoundingScope.default('CashOnly'),
  /** For a point that controls stock or shows only products in stock: the stock is complete. */
  isStockKnown: z.boolean().default(false),
  /** The ways to pay that the till takes. */
  paymentTypes: z.array(z.enum(TENDER_TYPES)).default(['Cash', 'Card']),
  /** Nothing is sold below the minimum price of its product. */
  enforceMinPrice: z.boolean().default(true),
  /** Of what is printed for customers. */
  receiptLanguage: z.enum(RECEIPT_LANGUAGES).default('ru'),
  /** Days after a sale in which goods may be returned; null: no limit. */
  returnPeriodDays: Count.nullable().default(null),
  /** How the labels of scales are laid out. */
  weightBarcodePrefixes: z.array(WeightMask).default([...DEFAULT_WEIGHT_MASKS]),
  /** A return may be paid back otherwise than it was paid, when the cashier says why. */
  allowRefundOtherTender: z.boolean().default(false),
  /** How the discount of a card stands to promotions (docs/domain.md#promotions). */
  discountStrategy: DiscountStrategy.default('BySum'),
  /** The drawer is counted before the till says what should be in it (docs/domain.md#shifts). */
  blindClose: z.boolean().default(false),
  /** The most that a gift voucher pays of a receipt while the till cannot ask for its balance. Major units. */
  offlineVoucherLimit: z.number().default(0),
  /** The tiles that the shop has put first, in their order, and when it did (docs/domain.md#favourites). */
  favouriteProductIds: z.array(Id).default([]),
  favouritesArrangedAt: UtcTime.nullable().default(null),
  /**
   * The folder of the logo at the hub, which another logo does not have: `/58.pbm` and `/80.pbm` are its files for the two
   * widths of paper (shared/receipts/bitmap.ts). null: none.
   */
  logoPath: z.string().nullable().default(null),
  /** Receipts carry the QR code of their page. */
  receiptQr: z.boolean().default(false),
  /** The most that the till sells or reloads a gift voucher for without a supervisor; 0: it sells none. Major units. */
  maxVoucherSale: z.number().default(0),
  /** What is sold here gets a fiscal receipt, which head office has made. */
  isFiscal: z.boolean().default(false),
  /** A discount may take a line down to 0. */
  zeroLines: ZeroLines.default('Cent'),
  /** A receipt is completed in an open shift only (docs/domain.md#shifts). An older hub does not demand it. */
  requireShift: z.boolean().default(false),
  /** The reasons that the till offers; of an older hub none. */
  tillReasons: TillReasons.prefault({}),
  /** The till takes no other reasons, for what has a list. */
  onlyListedReasons: z.boolean().default(false),
})
export type ReplicaSettings = z.output<typeof ReplicaSettings>

export const ReplicaUnit = z.object({ name: z.string(), isFractional: z.boolean() })
export type ReplicaUnit = z.infer<typeof ReplicaUnit>

export const ReplicaGroup = z.object({
  name: z.string(),
  parentId: Id.nullable(),
  sortOrder: integer(),
  vatRate: PercentIn.nullable().default(null),
  useParentVat: z.boolean().default(true),
})
/** As on the wire. */
export type ReplicaGroup = z.input<typeof ReplicaGroup>

/** A price that is to hold from a moment on, by the clock of the hub. */
export const ReplicaNextPrice = z.object({ from: UtcTime, price: AmountIn })

/** Sold as so many of the product when its barcode is scanned. */
export const ReplicaPack = z.object({ uomId: Id, quantity: QuantityIn, barcode: z.string().nullable() })
export type ReplicaPack = z.output<typeof ReplicaPack>

export const ReplicaProduct = z.object({
  name: z.string(),
  code: z.string(),
  article: z.string().nullable(),
  groupId: Id.nullable(),
  unitId: Id,
  kind: z.string(),
  price: AmountIn,
  minPrice: AmountIn.nullable(),
  vatRate: PercentIn.nullable().meta({ description: 'Its own: see shared/catalog/effective-vat.ts' }),
  isWeighed: z.boolean(),
  weightCode: z.string().nullable(),
  isDiscountProhibited: z.boolean(),
  barcodes: z.array(z.string()),
  useGroupVat: z.boolean().default(false),
  nextPrices: z
    .array(ReplicaNextPrice)
    .default([])
    .meta({ description: 'In the order of their time; `price` holds until the first of them' }),
  trackingType: z
    .string()
    .default('NotTracked')
    .meta({ description: 'Anything else: each piece has a marking code' }),
  paymentSubject: z.string().default('Good'),
  ntin: z.string().nullable().default(null).meta({ description: 'Code of the national catalog' }),
  packs: z.array(ReplicaPack).default([]).meta({ description: 'So many of its unit are one of another' }),
  minimumAge: integer().nullable().default(null).meta({ description: 'Years of age of who is sold it' }),
  thumbUrl: z.string().nullable().default(null).meta({
    description:
      'Path of its picture at the hub (shared/contracts/catalog/product-images.ts), of at most 200 pixels',
  }),
})
/** As on the wire. */
export type ReplicaProduct = z.input<typeof ReplicaProduct>

export const ReplicaCashier = z.object({
  name: z.string(),
  pinHash: z.string().meta({ description: 'argon2id, PHC string' }),
  permissions: z.array(Permission),
  ...ToldLimits.shape,
})
export type ReplicaCashier = z.infer<typeof ReplicaCashier>

/**
 * Under the id of the product: what there is of it in the store of the retail point, as head office knew a few seconds
 * ago. Only for points that control stock or sell only what is in stock; a product that is not named has none.
 */
export const ReplicaStock = z.object({ quantity: QuantityIn })
/** As on the wire. */
export type ReplicaStock = z.input<typeof ReplicaStock>

export const ReplicaPriceType = z.object({
  name: z.string(),
  isDefault: z.boolean(),
  sortOrder: integer(),
  currencyCode: z.string(),
  currencySymbol: z.string(),
})
export type ReplicaPriceType = z.infer<typeof ReplicaPriceType>

/** A rate of the country of the organization, on the days it is law: docs/domain.md#vat-rates. */
export const ReplicaVatRate = z.object({
  /** Percent. */
  rate: z.number(),
  kind: VatRateKind,
  validFrom: Day,
  /** The last day; null: it has no end yet. */
  validTo: Day.nullable(),
})
export type ReplicaVatRate = z.infer<typeof ReplicaVatRate>

/**
 * Who buys here, for points with `syncCustomers`: what a cashier finds a customer by, where the receipt goes, and what
 * discounts look at. No other personal data leaves the hub.
 */
export const ReplicaCustomer = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  phoneNumber: z.string().nullable().meta({ description: 'E.164; null: `phone` is no number' }),
  email: z.string().nullable(),
  tags: z.array(z.string()),
})
export type ReplicaCustomer = z.infer<typeof ReplicaCustomer>

/**
 * A receipt of the store, or the return of one: what the other tills of the store need to take it back
 * (docs/sync.md#receipts). Left out are phone and e-mail of the buyer, and what the lines come to, which
 * shared/pricing/ computes. Major units. Members of a line are left out where they say nothing: most receipts are many.
 */
export const ReplicaReceipt = z.object({
  number: z.string().meta({ description: 'Of a return of the back office: that of its document' }),
  soldAt: UtcTime.meta({ description: 'By the clock of the hub, as far as it is known' }),
  isReturn: z.boolean(),
  originalId: Id.nullable().meta({ description: 'Of a return: the receipt that is taken back' }),
  cashierName: z.string().nullable(),
  customerId: Id.nullable(),
  currencyCode: z.string(),
  vatIncluded: z.boolean(),
  sum: z.number(),
  roundingSum: z.number(),
  changeSum: z.number(),
  payments: z.array(z.object({ type: z.string(), amount: z.number() })),
  lines: z.array(
    z.object({
      lineNo: integer(),
      productId: Id,
      name: z.string(),
      quantity: z.number(),
      price: z.number(),
      discountAmount: z.number().optional(),
      vatRate: z.number().nullable(),
      originalLineNo: integer().optional(),
      trackingType: z.string().optional(),
      paymentSubject: z.string().optional(),
      ntin: z.string().optional(),
      markingCodes: z.array(z.string()).optional(),
    }),
  ),
  loyaltyCardId: Id.nullable().default(null),
  fiscal: ReceiptFiscal.nullable().default(null).meta({ description: 'null: it gets none' }),
})
export type ReplicaReceipt = z.infer<typeof ReplicaReceipt>

/** A loyalty program, as far as tills reckon with it. Major units. */
export const ReplicaProgram = z.object({
  name: z.string(),
  isActive: z.boolean(),
  startsAt: UtcTime.nullable(),
  endsAt: UtcTime.nullable(),
  kind: ProgramKind,
  discountPercent: z.number(),
  levels: z.array(z.object({ fromAmount: z.number(), percent: z.number() })),
  earnPercent: z.number(),
  pointStep: z.enum(['Hundredth', 'Whole']),
  spendRate: z.number(),
  maxSpendPercent: z.number(),
  earnOnBonusPaidPart: z.boolean(),
  offlineSpendLimit: z.number(),
  excludedGroupIds: z.array(Id),
  excludeDiscountedLines: z.boolean(),
})
export type ReplicaProgram = z.infer<typeof ReplicaProgram>

/** A promotion; one that is not active is sent too. Major units. */
export const ReplicaPromotion = z.object({
  name: z.string(),
  isActive: z.boolean(),
  priority: integer(),
  startsAt: UtcTime.nullable(),
  endsAt: UtcTime.nullable(),
  daysOfWeek: z.array(integer()),
  timeFrom: z.string().nullable(),
  timeTo: z.string().nullable(),
  storeIds: z.array(Id),
  retailPointIds: z.array(Id),
  requiresCard: z.boolean(),
  programIds: z.array(Id),
  kind: PromotionKind,
  conditions: z.object({
    productIds: z.array(Id),
    groupIds: z.array(Id),
    minQuantity: z.number().nullable(),
    minAmount: z.number().nullable(),
  }),
  effect: z.object({
    percent: z.number().nullable(),
    amount: z.number().nullable(),
    isPerUnit: z.boolean(),
    price: z.number().nullable(),
    /** Older hubs and tills digest it. */
    priceTypeId: Id.nullable().default(null),
    buyQuantity: z.number().nullable(),
    getQuantity: z.number().nullable(),
    everyNth: z.number().nullable(),
    bundle: z.array(z.object({ productId: Id, quantity: integer() })),
    threshold: z.number().nullable(),
    points: z.number().nullable(),
  }),
  combinable: z.boolean(),
  maxPerReceipt: integer().nullable(),
  couponCode: z.string().nullable(),
})
export type ReplicaPromotion = z.infer<typeof ReplicaPromotion>

/**
 * A loyalty card, as head office knew it a few seconds ago (docs/sync.md#cards). What its points may pay while a till is
 * offline is said by its program. Major units.
 */
export const ReplicaCard = z.object({
  cardNumber: z.string(),
  programId: Id,
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  phone: z.string().nullable(),
  phoneNumber: z.string().nullable().meta({ description: 'E.164; null: `phone` is no number' }),
  isBlocked: z.boolean(),
  expiresAt: UtcTime.nullable(),
  turnover: z.number().meta({ description: 'What decides about the level of an accumulative program' }),
  balance: z.number().meta({ description: 'Points that can be spent' }),
  countedAt: UtcTime.meta({ description: 'The moment of turnover and balance' }),
})
export type ReplicaCard = z.infer<typeof ReplicaCard>

/** A gift voucher that tills know offline, as head office knew it a few seconds ago (docs/sync.md#vouchers). Major units. */
export const ReplicaVoucher = z.object({
  tag: z.string().meta({ description: 'Hash of its number: shared/loyalty/voucher-tag.ts' }),
  isBlocked: z.boolean(),
  expiresAt: UtcTime.nullable(),
  balance: z.number(),
  countedAt: UtcTime.meta({ description: 'The moment of the balance' }),
})
export type ReplicaVoucher = z.infer<typeof ReplicaVoucher>

export interface ReplicaValues {
  settings: ReplicaSettings
  unit: ReplicaUnit
  group: ReplicaGroup
  product: ReplicaProduct
  cashier: ReplicaCashier
  stock: ReplicaStock
  priceType: ReplicaPriceType
  vatRate: ReplicaVatRate
  customer: ReplicaCustomer
  receipt: ReplicaReceipt
  program: ReplicaProgram
  promotion: ReplicaPromotion
  card: ReplicaCard
  voucher: ReplicaVoucher
}

const put = <Kind extends ReplicaKind, Value extends z.ZodType>(kind: Kind, value: Value) =>
  z.object({ t: z.literal(kind), op: z.literal('put'), id: Id, v: value })

export const DownloadPut = z.discriminatedUnion('t', [
  put('settings', ReplicaSettings),
  put('unit', ReplicaUnit),
  put('group', ReplicaGroup),
  put('product', ReplicaProduct),
  put('cashier', ReplicaCashier),
  put('stock', ReplicaStock),
  put('priceType', ReplicaPriceType),
  put('vatRate', ReplicaVatRate),
  put('customer', ReplicaCustomer),
  put('receipt', ReplicaReceipt),
  put('program', ReplicaProgram),
  put('promotion', ReplicaPromotion),
  put('card', ReplicaCard),
  put('voucher', ReplicaVoucher),
])
export const DownloadDelete = z.object({ t: z.enum(REPLICA_KINDS), op: z.literal('del'), id: Id })
/** In an answer to `repair`: the till empties the bucket; the puts that follow are its whole content. */
export const DownloadEmpty = z.object({ t: z.enum(REPLICA_KINDS), op: z.literal('empty'), bucket: Bucket })
export const DownloadLine = z.union([DownloadPut, DownloadDelete, DownloadEmpty])
/** As on the wire. */
export type DownloadLine = z.input<typeof DownloadLine>

export const DownloadFooter = z
  .object({
    end: z.literal(true),
    cursor: Cursor.nullable().meta({ description: 'null after a reset' }),
    more: z.boolean().meta({ description: 'There is more already: ask again without waiting' }),
    counts: z.partialRecord(z.enum(REPLICA_KINDS), Count).meta({ description: 'Data lines sent, by kind' }),
    hash: z.string().meta({ description: 'SHA-256 in hex of everything before the footer line' }),
    digest: Digest.optional(),
  })
  .meta({ id: 'DownloadFooter' })
export type DownloadFooter = z.infer<typeof DownloadFooter>
