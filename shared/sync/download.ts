import { z } from 'zod'
import { CashRounding, CashRoundingScope } from '#shared/domain/cash-rounding.ts'
import { DiscountStrategy } from '#shared/domain/discount-strategy.ts'
import { Count, Day, Id, integer, integerQuery, UtcTime } from '#shared/domain/fields.ts'
import { Permission } from '#shared/domain/permissions.ts'
import { ProgramKind } from '#shared/domain/program-kind.ts'
import { PromotionKind } from '#shared/domain/promotion.ts'
import { RECEIPT_LANGUAGES } from '#shared/domain/receipt-languages.ts'
import { ReceiptFiscal } from '#shared/domain/sale-fiscal.ts'
import { TaxSystem } from '#shared/domain/tax-system.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import { TillReasons } from '#shared/domain/till-reasons.ts'
import { VatRateKind } from '#shared/domain/vat-rate-kinds.ts'
import { WeightMask } from '#shared/domain/weight-masks.ts'
import { ZeroLines } from '#shared/domain/zero-lines.ts'
import { AmountIn, PercentIn, QuantityIn } from '#shared/money/wire.ts'
import { AuditSeal } from './audit-seals.ts'
import { Bucket, Digest } from './digest.ts'
import { REPLICA_KINDS, type ReplicaKind } from './replica-kinds.ts'
import { ChainCustody } from './upload.ts'

/**
 * Content type of the response of GET /api/pos/v1/sync: NDJSON with a header line, data lines and a footer
 * line. Without a cursor, the response is a snapshot. With a cursor, it contains the changes since then, in
 * whole commits only. A response without a footer counts as not received, because some HTTP clients cannot
 * tell a truncated body from a complete one (docs/sync.md#download).
 *
 * A snapshot is also available as a finished replica file, which can be downloaded in parts: see snapshot.ts.
 */
export const DOWNLOAD_CONTENT_TYPE = 'application/x-ndjson'
/**
 * Range of supported download schemas. A till requests the newest schema that it supports. The hub responds
 * in the newest schema that both support, without members added later (members.ts). Kinds that gained members
 * since the schema of a cursor are sent again completely. A member of a later schema gets a default here, for
 * records of an older hub.
 */
export const DOWNLOAD_SCHEMAS = { oldest: 1, newest: 1 }
/** Longest time for which a till can wait for a change, in seconds. */
export const MAX_WAIT_SECONDS = 25

/**
 * Position in the download, opaque to a till. It consists of visible ASCII, so any other text results from
 * disk damage.
 */
export const Cursor = z.string().regex(/^[\x21-\x7e]{1,1000}$/)

export const DownloadQuery = z.object({
  cursor: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'The cursor of the last footer; omit it for a snapshot' }),
  since: z.string().max(1000).optional().meta({ description: 'Alias of `cursor`' }),
  retailPointId: Id.optional().meta({ description: 'Id of the device; the id of another device is refused' }),
  limit: integerQuery(1, 2000)
    .optional()
    .meta({ description: 'Number of records in a JSON page; defaults to 500' }),
  wait: integerQuery(0, MAX_WAIT_SECONDS)
    .default(0)
    .meta({ description: 'Seconds to wait while there is no change' }),
  schema: integerQuery(1).default(1).meta({ description: 'The newest schema the till understands' }),
  digest: z
    .stringbool()
    .default(false)
    .meta({ description: 'Adds the digest of the whole replica to the footer' }),
  repair: z
    .string()
    .regex(/^[a-zA-Z]+:[0-9a-f]{2}(,[a-zA-Z]+:[0-9a-f]{2}){0,99}$/)
    .optional()
    .meta({ description: 'Buckets to send again as a whole: product:3f,unit:00' }),
})
export type DownloadQuery = z.output<typeof DownloadQuery>

/** Seals of the audit log of the organization (docs/security/audit-log.md). */
export const SealNews = z.object({
  newest: AuditSeal.nullable().meta({ description: 'Must be kept forever; covers all earlier seals' }),
  isAskedFor: z.boolean().meta({ description: 'True when the till must send back all seals it holds' }),
})
export type SealNews = z.infer<typeof SealNews>

export const DownloadHeader = z
  .object({
    kind: z.enum(['snapshot', 'delta', 'reset']).meta({
      description: 'reset: the cursor belongs to another history; request again without one',
    }),
    reason: z.enum(['unreadable', 'epoch', 'history', 'horizon']).optional().meta({
      description:
        'Reason of a reset. unreadable: this hub did not issue the cursor; epoch: the hub was restored; history: the history of the hub diverged; horizon: the cursor is too old',
    }),
    schema: integer(),
    epoch: Id.meta({ description: 'Changes when the hub is restored from a backup' }),
    serverTime: UtcTime,
    total: Count.meta({ description: 'Number of data lines that follow' }),
    custody: z.array(ChainCustody).meta({
      description:
        'Custody of the chains of this device; when it is less than the hub once acknowledged, the till uploads the difference again',
    }),
    receiptsSince: UtcTime.optional().meta({
      description:
        'Receipts sold before this moment must be deleted; nothing else announces it (docs/sync.md#receipts)',
    }),
    seals: SealNews.optional(),
    publicUrl: z.string().max(1000).optional().meta({
      description: 'Base of the receipt URLs; omitted while it is not configured',
    }),
  })
  .meta({ id: 'DownloadHeader' })
export type DownloadHeader = z.infer<typeof DownloadHeader>

/** Settings of the till: a single record under the id of the retail point. */
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
  allowDiscount: z.boolean(),
  /** Maximum discount, in percent. */
  maxDiscountPercent: z.number(),
  allowDeleteLines: z.boolean(),
  allowReturnFromClosedShift: z.boolean(),
  requireCashierChoice: z.boolean(),
  printAlways: z.boolean(),
  controlStock: z.boolean(),
  onlyInStock: z.boolean(),
  taxSystem: TaxSystem.nullable(),
  cashRounding: CashRounding,
  /** Smallest coin, in major units. */
  cashRoundingStep: z.number(),
  /** Assortment: these groups with all their subgroups. Empty: all products. */
  productGroupIds: z.array(Id),
  /** Cashiers of the retail point. Empty: all permitted cashiers. */
  cashierIds: z.array(Id),
  cashRoundingAppliesTo: CashRoundingScope,
  /**
   * True when the till receives the stock of all products, because the retail point controls stock or shows
   * only products in stock.
   */
  isStockKnown: z.boolean(),
  paymentTypes: z.array(z.enum(TENDER_TYPES)),
  /** True when no product can be sold below its minimum price. */
  enforceMinPrice: z.boolean(),
  /** Language of receipts and other documents for customers. */
  receiptLanguage: z.enum(RECEIPT_LANGUAGES),
  /** Days after a sale during which products can be returned; null for no limit. */
  returnPeriodDays: Count.nullable(),
  /** Layouts of barcodes printed by scales. */
  weightBarcodePrefixes: z.array(WeightMask),
  /**
   * True when a return can be refunded with another tender than the sale, provided that the cashier gives a
   * reason.
   */
  allowRefundOtherTender: z.boolean(),
  /** Rule for combining card discounts with promotions (docs/domain.md#promotions). */
  discountStrategy: DiscountStrategy,
  /**
   * True when the cashier must count the drawer before the till shows the expected amount
   * (docs/domain.md#shifts).
   */
  blindClose: z.boolean(),
  /**
   * Maximum part of a receipt, in major units, that a gift voucher can pay while the till cannot check its
   * balance.
   */
  offlineVoucherLimit: z.number(),
  /** Products pinned as the first tiles, in order, and the time of this arrangement (docs/domain.md#favourites). */
  favouriteProductIds: z.array(Id),
  favouritesArrangedAt: UtcTime.nullable(),
  /**
   * Folder of the logo at the hub, unique to each logo, with the files `/58.pbm` and `/80.pbm` for the two
   * paper widths (shared/receipts/bitmap.ts); null without a logo.
   */
  logoPath: z.string().nullable(),
  /** True when receipts have a QR code that links to their page. */
  receiptQr: z.boolean(),
  /**
   * Maximum amount, in major units, for which a cashier can sell or reload a gift voucher without a
   * supervisor; 0 when the till sells none.
   */
  maxVoucherSale: z.number(),
  /** True when sales at this retail point get a fiscal receipt, issued by the hub. */
  isFiscal: z.boolean(),
  /** Rule for discounts that would reduce a line to 0. */
  zeroLines: ZeroLines,
  /** True when receipts can only be completed in an open shift (docs/domain.md#shifts). */
  requireShift: z.boolean(),
  /** Reasons that the till offers. */
  tillReasons: TillReasons,
  /** True when only listed reasons are accepted, where a list exists. */
  onlyListedReasons: z.boolean(),
})
export type ReplicaSettings = z.output<typeof ReplicaSettings>

export const ReplicaUnit = z.object({ name: z.string(), isFractional: z.boolean() })
export type ReplicaUnit = z.infer<typeof ReplicaUnit>

export const ReplicaGroup = z.object({
  name: z.string(),
  parentId: Id.nullable(),
  sortOrder: integer(),
  vatRate: PercentIn.nullable(),
  useParentVat: z.boolean(),
})
export type ReplicaGroup = z.input<typeof ReplicaGroup>

/** Price that applies from a given time on, by the clock of the hub. */
const ReplicaNextPrice = z.object({ from: UtcTime, price: AmountIn })

/** Pack of a product. Scanning its barcode sells `quantity` of the product. */
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
  vatRate: PercentIn.nullable().meta({
    description: 'VAT rate of the product itself: see shared/catalog/effective-vat.ts',
  }),
  isWeighed: z.boolean(),
  weightCode: z.string().nullable(),
  isDiscountProhibited: z.boolean(),
  barcodes: z.array(z.string()),
  useGroupVat: z.boolean(),
  nextPrices: z
    .array(ReplicaNextPrice)
    .meta({ description: 'In order of time; `price` applies until the first of them' }),
  trackingType: z.string().meta({ description: 'Any other value: each piece has a marking code' }),
  paymentSubject: z.string(),
  ntin: z.string().nullable().meta({ description: 'Code of the national catalog' }),
  packs: z.array(ReplicaPack).meta({ description: 'Packs: `quantity` base units make one pack unit' }),
  minimumAge: integer().nullable().meta({ description: 'Minimum age of the buyer in years' }),
  thumbUrl: z.string().nullable().meta({
    description:
      'Path of the product picture at the hub (shared/contracts/catalog/product-images.ts), at most 200 pixels',
  }),
})
export type ReplicaProduct = z.input<typeof ReplicaProduct>

export const ReplicaCashier = z.object({
  name: z.string(),
  pinHash: z.string().meta({ description: 'argon2id, PHC string' }),
  permissions: z.array(Permission),
  limits: TillLimits,
})
export type ReplicaCashier = z.infer<typeof ReplicaCashier>

/**
 * Stock of a product in the store of the retail point, as known at head office a few seconds ago, under the
 * id of the product. Sent only to retail points that control stock or show only products in stock. A product
 * without a record has no stock.
 */
export const ReplicaStock = z.object({ quantity: QuantityIn })
export type ReplicaStock = z.input<typeof ReplicaStock>

export const ReplicaPriceType = z.object({
  name: z.string(),
  isDefault: z.boolean(),
  sortOrder: integer(),
  currencyCode: z.string(),
  currencySymbol: z.string(),
})
export type ReplicaPriceType = z.infer<typeof ReplicaPriceType>

/**
 * VAT rate of the country of the organization, with the first and the last day on which it applies
 * (docs/domain.md#vat-rates).
 */
export const ReplicaVatRate = z.object({
  rate: z.number(),
  kind: VatRateKind,
  validFrom: Day,
  /** Last day; null when no end is known. */
  validTo: Day.nullable(),
})
export type ReplicaVatRate = z.infer<typeof ReplicaVatRate>

/**
 * Customer record, sent to retail points with `syncCustomers`. It contains the data by which a cashier finds
 * a customer, the address for the receipt, and the data used by discounts. No other personal data leaves the
 * hub.
 */
export const ReplicaCustomer = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  phoneNumber: z.string().nullable().meta({ description: 'E.164; null: `phone` is not a valid number' }),
  email: z.string().nullable(),
  tags: z.array(z.string()),
})
export type ReplicaCustomer = z.infer<typeof ReplicaCustomer>

/**
 * Receipt or return of the store, with the data that its other tills need for a return
 * (docs/sync.md#receipts). It contains no phone or email of the buyer, and no line totals, which
 * shared/pricing/ calculates. Amounts are in major units. Empty members of a line are left out to save space,
 * because most records are receipts.
 */
export const ReplicaReceipt = z.object({
  number: z
    .string()
    .meta({ description: 'Receipt number; for a return of the back office, the number of its document' }),
  soldAt: UtcTime.meta({ description: 'Time of the sale by the clock of the hub, as far as it is known' }),
  isReturn: z.boolean(),
  originalId: Id.nullable().meta({ description: 'For a return: the returned receipt' }),
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
  loyaltyCardId: Id.nullable(),
  fiscal: ReceiptFiscal.nullable().meta({ description: 'null: the sale gets no fiscal receipt' }),
})
export type ReplicaReceipt = z.infer<typeof ReplicaReceipt>

/** Data of a loyalty program that tills need, with amounts in major units. */
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

/** Promotion record, with amounts in major units. Inactive promotions are also sent. */
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
 * Loyalty card, as known at head office a few seconds ago (docs/sync.md#cards), with amounts in major units.
 * Its program limits the points that can be spent at an offline till.
 */
export const ReplicaCard = z.object({
  cardNumber: z.string(),
  programId: Id,
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  phone: z.string().nullable(),
  phoneNumber: z.string().nullable().meta({ description: 'E.164; null: `phone` is not a valid number' }),
  isBlocked: z.boolean(),
  expiresAt: UtcTime.nullable(),
  turnover: z.number().meta({ description: 'Turnover that decides the level in an accumulative program' }),
  balance: z.number().meta({ description: 'Points that can be spent' }),
  countedAt: UtcTime.meta({ description: 'Time of turnover and balance' }),
})
export type ReplicaCard = z.infer<typeof ReplicaCard>

/**
 * Gift voucher that tills recognize offline, as known at head office a few seconds ago
 * (docs/sync.md#vouchers), with amounts in major units.
 */
export const ReplicaVoucher = z.object({
  tag: z.string().meta({ description: 'Hash of the voucher number: shared/loyalty/voucher-tag.ts' }),
  isBlocked: z.boolean(),
  expiresAt: UtcTime.nullable(),
  balance: z.number(),
  countedAt: UtcTime.meta({ description: 'Time of the balance' }),
})
export type ReplicaVoucher = z.infer<typeof ReplicaVoucher>

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
/**
 * Line in a response to `repair`. The till deletes the records of the bucket. The `put` lines that follow
 * contain all its current records.
 */
export const DownloadEmpty = z.object({ t: z.enum(REPLICA_KINDS), op: z.literal('empty'), bucket: Bucket })
export const DownloadLine = z.union([DownloadPut, DownloadDelete, DownloadEmpty])
export type DownloadLine = z.input<typeof DownloadLine>

export const DownloadFooter = z
  .object({
    end: z.literal(true),
    cursor: Cursor.nullable().meta({ description: 'null after a reset' }),
    more: z.boolean().meta({ description: 'More changes are available now: request again without waiting' }),
    counts: z.partialRecord(z.enum(REPLICA_KINDS), Count).meta({ description: 'Data lines sent, by kind' }),
    hash: z.string().meta({ description: 'SHA-256 in hex of everything before the footer line' }),
    digest: Digest.optional(),
  })
  .meta({ id: 'DownloadFooter' })
export type DownloadFooter = z.infer<typeof DownloadFooter>
