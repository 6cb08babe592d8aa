import { z } from 'zod'
import { CashRounding, CashRoundingScope } from '#shared/domain/cash-rounding.ts'
import {
  Count,
  codeText,
  Id,
  integer,
  integerQuery,
  Position,
  text,
  textOrEmpty,
  UtcTime,
  Version,
} from '#shared/domain/fields.ts'
import { Permission } from '#shared/domain/permissions.ts'
import { REASONS } from '#shared/domain/promotion-reasons.ts'
import { RECEIPT_LANGUAGES } from '#shared/domain/receipt-languages.ts'
import { ReceiptFiscal, ReceiptFiscalState } from '#shared/domain/sale-fiscal.ts'
import { TENDER_TYPES } from '#shared/domain/tenders.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import { TillReasons } from '#shared/domain/till-reasons.ts'
import {
  AmountIn,
  AmountOut,
  amountIn,
  PercentOut,
  percentIn,
  QuantityIn,
  QuantityOut,
} from '#shared/money/wire.ts'
import { Email, Pin } from '../account/auth.ts'
import { calledAddress } from '../called-address.ts'
import { BooleanQuery, SearchText } from '../common.ts'
import { VatBreakdown } from '../vat.ts'
import { Buyer, CartPoints } from './loyalty.ts'

export const TillId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/)

/* --- Status: what is waiting, since when, and what is wrong --- */

/** Problem code that the page translates. Each has a next step for the cashier or for IT. */
export const TroubleCode = z.enum([
  'not_enrolled',
  'hub_unreachable',
  'hub_refused_device',
  'captive_portal',
  'hub_error',
  'clock_wrong',
  'replica_damaged',
  'disk',
  'journal_restored',
  'backup_failed',
  'held_at_hub',
  'retail_point_inactive',
  'agent_too_old',
  'sync_stuck',
  'sale_too_large',
  'printer_lacks_letters',
])
export type TroubleCode = z.infer<typeof TroubleCode>

export const TillSettings = z.object({
  organizationName: z.string(),
  taxId: z.string().nullable(),
  retailPointName: z.string(),
  address: z.string().nullable(),
  currencyCode: z.string(),
  currencySymbol: z.string(),
  timeZone: z.string(),
  isActive: z.boolean(),
  allowCustomPrice: z.boolean(),
  allowReturnWithoutBasis: z.boolean(),
  allowReturnFromClosedShift: z.boolean(),
  allowDeleteLines: z.boolean(),
  requireCashierChoice: z.boolean(),
  /** True when a sale can be completed only in an open shift. */
  requireShift: z.boolean(),
  tillReasons: TillReasons,
  onlyListedReasons: z.boolean(),
  printAlways: z.boolean(),
  vatIncluded: z.boolean(),
  receiptHeader: z.string().nullable(),
  receiptFooter: z.string().nullable(),
  receiptLanguage: z.enum(RECEIPT_LANGUAGES),
  paperWidth: integer(),
  /** Key of the logo image for this paper width (shared/receipts/bitmap.ts), or null when the agent has none. */
  logo: z.string().nullable(),
})

export const TillStatus = z.object({
  agentVersion: z.string(),
  enrolled: z.boolean(),
  deviceId: Id.nullable(),
  series: z.string().nullable(),
  /** Settings, or null until the first download is complete. */
  settings: TillSettings.nullable(),
  /**
   * Connection to the hub. `offline` is a normal state. `trouble` requires a user to act (see the member
   * `trouble`).
   */
  connection: z.enum(['online', 'offline', 'connecting', 'trouble']),
  /** Time until the next retry in ms, or null when no retry is pending. */
  nextTryInMs: Count.nullable(),
  /** Time of the hub's last response (UTC, ISO 8601). */
  lastContactAt: UtcTime.nullable(),
  upload: z.object({
    waiting: Count,
    oldestWaitingAt: UtcTime.nullable(),
    lastUploadedAt: UtcTime.nullable(),
    /** Number of sales that the hub holds for review. */
    needAttention: Count,
  }),
  download: z.object({
    state: z.enum(['never', 'first-download', 'up-to-date', 'behind']),
    /** Progress of a running snapshot, in records, or in kilobytes when it is downloaded as a file. */
    received: Count.nullable(),
    total: Count.nullable(),
    unit: z.enum(['records', 'kilobytes']),
    products: Count,
    /** Counter that changes whenever products, prices, stock or pictures change. */
    revision: Count,
    /** Last time when the replica was known to equal the hub's data (UTC, ISO 8601). */
    freshAt: UtcTime.nullable(),
  }),
  /** Number of parked carts of all tills of this agent. */
  parkedCarts: Count,
  /** Hub time minus local time at the last contact, in ms. */
  hubOffsetMs: z.number().nullable(),
  /** Current problems. The page translates `code`, and `detail` is for the log and for IT. */
  trouble: z.array(z.object({ code: TroubleCode, detail: z.string(), since: UtcTime })),
})
export type TillStatus = z.infer<typeof TillStatus>

export const EnrolRequest = z.strictObject({
  pairingCode: text(32),
  /** Address of the hub, omitted when the configuration defines it. */
  hubUrl: calledAddress(/^https?$/).optional(),
})
export type EnrolRequest = z.output<typeof EnrolRequest>

/* --- Tills of the agent: each till belongs to at most one window at a time (docs/domain.md#tills) --- */

const KnownTill = z.object({
  /** Id of the till at head office, sent in the header `TILL_ID_HEADER`. */
  id: TillId,
  /** Number of the till, starting at 1. */
  number: Position,
})
export type KnownTill = z.infer<typeof KnownTill>

export const TillList = z.object({
  items: z.array(
    KnownTill.extend({
      /** True when this window is assigned to the till. */
      isHere: z.boolean(),
      /** True when no window is assigned to the till yet. */
      isFree: z.boolean(),
      /** Name of the signed-in cashier, or null when nobody is signed in. */
      cashierName: z.string().nullable(),
      /** Opening time of the till's open shift (UTC, ISO 8601), or null without one. */
      shiftOpenedAt: UtcTime.nullable(),
      /** Number of lines in the till's open cart. */
      linesCount: Count,
    }),
  ),
})
export type TillList = z.infer<typeof TillList>

/* --- Cashiers --- */

export const TillCashier = z.object({ id: Id, name: z.string() })
export type TillCashier = z.infer<typeof TillCashier>
export const TillCashiers = z.object({ items: z.array(TillCashier) })

/** Sign-in of a cashier. Without `cashierId` the PIN identifies the employee, because PINs are unique. */
export const SignIn = z.strictObject({ cashierId: Id.optional(), pin: Pin })
export type SignIn = z.output<typeof SignIn>

export const TillSession = z.object({
  /** Signed-in cashier with the permissions and limits that the agent enforces. */
  cashier: TillCashier.extend({ permissions: z.array(Permission), limits: TillLimits }).nullable(),
  /** True in training mode, in which nothing is sold or recorded (docs/domain.md#training). */
  isTraining: z.boolean(),
})
export type TillSession = z.infer<typeof TillSession>

/* --- Products --- */

export const TillProduct = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  article: z.string().nullable(),
  barcodes: z.array(z.string()),
  groupName: z.string().nullable(),
  unitName: z.string(),
  isFractional: z.boolean(),
  /** True when the product is sold by weight and its quantity is entered each time. */
  isWeighed: z.boolean(),
  price: AmountOut,
  vatRate: PercentOut.nullable(),
  /** Key of the picture (GET /pictures/:key), or null when there is none or it is not downloaded yet. */
  picture: z.string().nullable(),
  /**
   * Last stock from head office less later sales at this agent. Null when the product has no stock or this
   * retail point receives no stock data.
   */
  inStock: QuantityOut.nullable(),
})
export type TillProduct = z.infer<typeof TillProduct>

/**
 * Search by words or parts of words, or by a code, an article or a part of a barcode. It tolerates typing
 * errors and the wrong keyboard layout.
 */
export const ProductSearchQuery = z.strictObject({
  search: SearchText.default(''),
  limit: integerQuery(1, 100).default(30),
})
export const ProductSearchResult = z.object({ items: z.array(TillProduct), total: Count })
export type ProductSearchResult = z.infer<typeof ProductSearchResult>

/* --- Cart --- */

/** Manual discount: a percentage, or an amount off the total. */
const DiscountOut = z.union([z.object({ percent: PercentOut }), z.object({ amount: AmountOut })])
export type TillDiscount = z.infer<typeof DiscountOut>

const percentOff = percentIn({ above: 0, max: 100 })
const amountOff = amountIn({ above: 0 })
/** Discount to set. Null removes it. */
const DiscountIn = z
  .union([z.strictObject({ percent: percentOff }), z.strictObject({ amount: amountOff })])
  .nullable()

export const CartLine = z.object({
  id: Id,
  lineNo: Position,
  productId: Id,
  name: z.string(),
  code: z.string().nullable(),
  barcode: z.string().nullable(),
  unitName: z.string(),
  isFractional: z.boolean(),
  quantity: QuantityOut,
  price: AmountOut,
  /** Catalog price at the time when the line was added. */
  listPrice: AmountOut,
  minPrice: AmountOut.nullable(),
  isDiscountProhibited: z.boolean(),
  /** Manual discount on the line itself. */
  discount: DiscountOut.nullable(),
  /** Maximum manual discount on the line. */
  maxDiscount: AmountOut,
  /** Total discount on the line, including promotions and its share of the receipt discount. */
  discountAmount: AmountOut,
  /** Parts of `discountAmount` given by promotions. */
  promotions: z.array(z.object({ name: z.string(), amount: AmountOut })),
  sum: AmountOut,
  vatRate: PercentOut.nullable(),
  /** Number of the line on the original receipt, in a return with a basis. */
  originalLineNo: Position.nullable(),
  /** Quantity that can still be returned, in a return with a basis. */
  returnable: QuantityOut.nullable(),
  /** Marking code, when the line has exactly one piece. */
  markingCode: z.string().nullable(),
})
export type CartLine = z.infer<typeof CartLine>

/** Gift voucher that is sold or reloaded, or that is taken back in a return. */
const CartVoucher = z.object({ id: Id, number: z.string(), amount: AmountOut, isReload: z.boolean() })
export type CartVoucher = z.infer<typeof CartVoucher>

const RefundsOut = z
  .array(z.object({ type: z.enum(TENDER_TYPES), amount: AmountOut, reference: z.string().optional() }))
  .nullable()

const CartTrace = z.object({
  id: Id,
  kind: z.enum(['Promotion', 'Loyalty']),
  name: z.string(),
  reason: z.enum(REASONS),
  amount: AmountOut,
  points: AmountOut,
})
export type CartTrace = z.infer<typeof CartTrace>

/** Goods returned in exchange for the lines of the cart, with the remainder to pay or to refund. */
const ExchangeOut = z.object({
  /** Number of the receipt of the returned goods, or null for a return without a receipt. */
  originalReceiptNumber: z.string().nullable(),
  isOriginalOfAnotherTill: z.boolean(),
  lines: z.array(CartLine).min(1),
  sum: AmountOut,
  /** Part of the refund that pays for the lines of the cart. */
  setOff: AmountOut,
  /** Part of the refund returned to the card in points. */
  pointsBack: AmountOut,
  /** Remainder before cash rounding. At least one of `toPay` and `toRefund` is 0. */
  toPay: AmountOut,
  toRefund: AmountOut,
  /** Maximum refund, or null when it is unknown because there is no receipt. */
  refundable: AmountOut.nullable(),
  /** Same meaning as in a return. */
  isLastReturn: z.boolean(),
  /** Possible refunds in the original tenders, like `refunds` of a return. */
  refunds: RefundsOut,
  /** Tenders in which the remainder can be refunded. */
  paymentTypes: z.array(z.enum(TENDER_TYPES)),
})
export type CartExchange = z.infer<typeof ExchangeOut>

export const Cart = z.object({
  id: Id,
  /**
   * Version of the cart, increased by each change. A payment sends the version shown to the cashier
   * (docs/faults.md F51).
   */
  version: Version,
  isReturn: z.boolean(),
  /** Number of the original receipt, in a return with a basis. */
  originalReceiptNumber: z.string().nullable(),
  /** True when the original receipt was issued by another till of the store. */
  isOriginalOfAnotherTill: z.boolean(),
  lines: z.array(CartLine),
  vouchers: z.array(CartVoucher),
  /** Total of the vouchers, paid or refunded in addition to `sum`. */
  voucherSum: AmountOut,
  /** Maximum amount for selling or reloading a voucher without a supervisor. 0 when vouchers are not sold here. */
  maxVoucherSale: AmountOut,
  /** Discount on the whole receipt. */
  discount: DiscountOut.nullable(),
  /** Codes of the coupons presented by the customer. */
  coupons: z.array(z.string()),
  /** Effect of each promotion and of the card, or the reason why it has none. */
  trace: z.array(CartTrace),
  buyer: Buyer,
  /** Points according to the agent's files. */
  points: CartPoints.nullable(),
  /** Maximum discount on a line in percent. 0 when discounts are not allowed. */
  maxDiscountPercent: PercentOut,
  /** Maximum refund of a return with a basis: the part of the original payment not refunded yet. */
  refundable: AmountOut.nullable(),
  /**
   * True when all remaining goods of the receipt are returned. `refundable` is then refunded in full,
   * whatever the rounding of the lines.
   */
  isLastReturn: z.boolean(),
  /**
   * Possible refunds in the original tenders, for a return with a basis. `reference` is the voucher number if
   * known.
   */
  refunds: RefundsOut,
  /** True when another till has taken back the same goods since the return began. They cannot be refunded again. */
  isTakenBack: z.boolean(),
  /** Exchange, or null without one. */
  exchange: ExchangeOut.nullable(),
  /** True when the refund can be made in another tender, with a reason. */
  allowRefundOtherTender: z.boolean(),
  rounding: z.object({ mode: CashRounding, step: AmountOut, appliesTo: CashRoundingScope }),
  /** Tenders accepted for payment, or available for the refund. */
  paymentTypes: z.array(z.enum(TENDER_TYPES)),
  /** Total of the lines before cash rounding, which depends on the tender (shared/pricing/cash-rounding.ts). */
  sum: AmountOut,
  vatSum: AmountOut,
  vatBreakdown: VatBreakdown,
  discountSum: AmountOut,
  /** Maximum discount on the whole receipt, as an amount. 0 when none is possible. */
  maxReceiptDiscount: AmountOut,
  currencyCode: z.string(),
})
export type Cart = z.infer<typeof Cart>

/** Confirmation to sell more than the known stock, where the retail point controls stock. */
const beyondStock = z.boolean().default(false)

/** Maximum quantity of one product added at once. A larger one is a typing error, or a barcode in the wrong field. */
export const MOST_TIMES = 10_000

/** Product to add, by id or by scanned `code`: a barcode, a marking code, or else a code or an article. */
export const AddLine = z.strictObject({
  productId: Id.optional(),
  code: codeText(255).optional(),
  /** Scanned marking code for a product that requires one. Omitted when `code` is the marking code. */
  markingCode: codeText(255).optional(),
  /** Quantity, or for a weighed product the weight of one piece. */
  quantity: QuantityIn.optional(),
  /** Number of times to add the quantity, for packs, scale labels or pieces of equal weight. */
  times: integer(1, MOST_TIMES).default(1),
  /** Changed price. Requires `allowCustomPrice`. */
  price: AmountIn.optional(),
  beyondStock,
  /** Result of the customer's age check. `Refused` adds nothing. */
  ageCheck: z.enum(['Confirmed', 'Refused']).optional(),
})
export type AddLine = z.output<typeof AddLine>

/** Query for a dry run: the response is the resulting cart, and nothing is saved. */
export const DryRunQuery = z.strictObject({ dryRun: BooleanQuery.optional() })

export const ChangeLine = z.strictObject({
  quantity: QuantityIn.optional(),
  price: AmountIn.optional(),
  discount: DiscountIn.optional(),
  beyondStock,
})
export type ChangeLine = z.output<typeof ChangeLine>

export const ChangeCart = z.strictObject({
  discount: DiscountIn.optional(),
  /** Codes of all coupons presented by the customer. */
  coupons: z.array(text(64)).max(20).optional(),
})
export type ChangeCart = z.output<typeof ChangeCart>

/** Goods to return, each line of the receipt at most once. Omitted to return everything that remains. */
const ReturnedLines = z
  .array(z.strictObject({ lineNo: Position, quantity: QuantityIn }))
  .min(1)
  .max(5000)
  .optional()

/** Request to start a return: with a receipt, or without one where the retail point allows it. */
export const BeginReturn = z.strictObject({
  receiptNumber: text(64).optional(),
  /** Positions on the receipt, starting at 1, of the vouchers to return. No goods are returned then. */
  vouchers: z.array(Position).min(1).max(100).optional(),
  lines: ReturnedLines,
})
export type BeginReturn = z.output<typeof BeginReturn>

/**
 * Request to start an exchange: the returned products pay for the contents of the cart. Without a receipt
 * number the open return becomes an exchange.
 */
export const BeginExchange = z.strictObject({ receiptNumber: text(64).optional(), lines: ReturnedLines })
export type BeginExchange = z.output<typeof BeginExchange>

export const ParkCart = z.strictObject({ label: textOrEmpty(100).optional() })
export const ParkedCart = z.object({
  id: Id,
  label: z.string().nullable(),
  cashierName: z.string(),
  linesCount: Count,
  /** Contents without vouchers, in the order of the cart. */
  lines: z.array(
    z.object({
      name: z.string(),
      quantity: QuantityOut,
      unitName: z.string(),
      /** Total of the line. Negative when it is returned in exchange. */
      sum: AmountOut,
    }),
  ),
  /** Total of the cart. For an exchange the remainder to pay, or to refund when negative. */
  sum: AmountOut,
  isReturn: z.boolean(),
  isExchange: z.boolean(),
  parkedAt: UtcTime,
})
export type ParkedCart = z.infer<typeof ParkedCart>
export const ParkedCarts = z.object({ items: z.array(ParkedCart) })
/** Request to discard a parked cart. Requires the same permission as clearing the cart. */
export const RemoveParkedCart = z.strictObject({ reason: text(255) })
export type RemoveParkedCart = z.output<typeof RemoveParkedCart>

export const PayCart = z.strictObject({
  cartId: Id,
  cartVersion: Version,
  payments: z
    .array(
      z.strictObject({
        type: z.enum(TENDER_TYPES),
        amount: amountIn({ above: 0 }),
        reference: textOrEmpty(255).optional(),
      }),
    )
    .max(20),
  /**
   * Reason for a refund in a tender other than the original one, in a return or an exchange. Requires
   * `allowRefundOtherTender`.
   */
  refundReason: textOrEmpty(255).optional(),
})
export type PayCart = z.output<typeof PayCart>

/* --- Receipts --- */

/** Email address for the receipt. Head office sends the email once it has received the sale. */
export const EmailReceipt = z.strictObject({ email: Email })
export type EmailReceipt = z.output<typeof EmailReceipt>

const receipt = {
  id: Id,
  receiptNumber: z.string(),
  isReturn: z.boolean(),
  /** True for a training receipt, with which nothing was sold. */
  isTraining: z.boolean(),
  /** True for a receipt of another till of the store. It can be viewed and returned, but not printed. */
  isOfAnotherTill: z.boolean(),
  originalReceiptNumber: z.string().nullable(),
  /** Address of the online receipt, or null when no QR code is printed. */
  link: z.string().nullable(),
  /** Fiscal receipt, or null when there is none. */
  fiscal: ReceiptFiscal.nullable(),
  soldAt: UtcTime,
  cashierName: z.string(),
  currencyCode: z.string(),
  vatIncluded: z.boolean(),
  lines: z.array(
    z.object({
      lineNo: Position,
      name: z.string(),
      code: z.string().nullable(),
      /** Code in the national catalog. */
      ntin: z.string().nullable(),
      markingCodes: z.array(z.string()),
      unitName: z.string(),
      quantity: QuantityOut,
      price: AmountOut,
      discountAmount: AmountOut,
      sum: AmountOut,
      vatRate: PercentOut.nullable(),
      vatSum: AmountOut,
      /** Remaining quantity of the line that can be returned. 0 in a return. */
      returnable: QuantityOut,
    }),
  ),
  /** Vouchers sold or reloaded, or taken back in a return. */
  vouchers: z.array(
    z.object({
      /** Last part of the voucher number only (shared/loyalty/voucher-number.ts). */
      number: z.string(),
      /** Whole number of a new voucher, which can be spent with the printed receipt. Null when it is not shown. */
      barcode: z.string().nullable(),
      amount: AmountOut,
      isReload: z.boolean(),
      /** True when the voucher has not been taken back. */
      isReturnable: z.boolean(),
    }),
  ),
  /** Total of the vouchers, paid or refunded in addition to `sum`. */
  voucherSum: AmountOut,
  sum: AmountOut,
  vatSum: AmountOut,
  vatBreakdown: VatBreakdown,
  discountSum: AmountOut,
  /** Parts of the discount given by each promotion and by the card. */
  promotions: z.array(z.object({ name: z.string(), amount: AmountOut })),
  /** Effects of promotions and of the card, and the reasons why others had none. */
  trace: z.array(CartTrace),
  /** Effect on the card's points, or null without a card. For a return: points given back and taken back. */
  points: z
    .object({
      spent: AmountOut,
      earned: AmountOut,
      /** Remaining points known to the till, without points that are not active yet. Null when unknown. */
      left: AmountOut.nullable(),
      /** Time of the balance at head office (UTC, ISO 8601). Later changes by this till are included in `left`. */
      asOf: UtcTime.nullable(),
    })
    .nullable(),
  /** Cash rounding: `sum` less the totals of the lines. */
  roundingSum: AmountOut,
  payments: z.array(
    z.object({
      type: z.enum(TENDER_TYPES),
      amount: AmountOut,
      /**
       * Reference of the payment. For a voucher only the last part of its number
       * (shared/loyalty/voucher-number.ts).
       */
      reference: z.string().nullable(),
      /** Balance of a voucher after the sale, or null when the till could not request it. */
      balanceLeft: AmountOut.nullable(),
    }),
  ),
  changeSum: AmountOut,
  /** Number of prints. From the second on, the receipt is marked as a copy. */
  printedCount: Count,
  /** State of the receipt's upload to head office, with its time. */
  upload: z.object({
    state: z.enum(['waiting', 'accepted', 'held', 'quarantined', 'duplicate', 'conflict']),
    at: UtcTime.nullable(),
  }),
}
export const Receipt = z.object({
  ...receipt,
  /** Other half of an exchange, or null when there is none or it is unknown to this till. */
  exchange: z.object(receipt).nullable(),
})
export type Receipt = z.infer<typeof Receipt>

export const ReceiptSummary = z.object({
  id: Id,
  receiptNumber: z.string(),
  isReturn: z.boolean(),
  /** True when the receipt was found among the receipts of other tills downloaded from head office. */
  isOfAnotherTill: z.boolean(),
  soldAt: UtcTime,
  cashierName: z.string(),
  sum: AmountOut,
  uploadState: receipt.upload.shape.state,
  /** State of the fiscal receipt, or null when there is none. */
  fiscalState: ReceiptFiscalState.nullable(),
})
export type ReceiptSummary = z.infer<typeof ReceiptSummary>
/** Filters of the receipt list: all, sales only, returns only, or not uploaded yet. */
export const RECEIPT_KINDS = ['all', 'sales', 'returns', 'waiting'] as const
/**
 * Query of the receipt list, newest first. `before` is the id of the last receipt already shown. `search` is
 * the number in any form or a part of it, the total, or words of a product on the receipt
 * (docs/domain.md#finding-a-receipt).
 */
export const ReceiptListQuery = z.strictObject({
  search: textOrEmpty(64).optional(),
  kind: z.enum(RECEIPT_KINDS).default('all'),
  /** Earliest time of the sale, inclusive (UTC, ISO 8601). */
  from: UtcTime.optional(),
  /** Latest time of the sale, exclusive (UTC, ISO 8601). */
  until: UtcTime.optional(),
  before: Id.optional(),
  limit: integerQuery(1, 100).default(50),
})
export const ReceiptList = z.object({ items: z.array(ReceiptSummary) })
export type ReceiptList = z.infer<typeof ReceiptList>
