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

/** Code that the page translates; each has a next step for the cashier or for IT. */
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
  /** True when a receipt can only be completed in an open shift. */
  requireShift: z.boolean(),
  tillReasons: TillReasons,
  onlyListedReasons: z.boolean(),
  printAlways: z.boolean(),
  vatIncluded: z.boolean(),
  receiptHeader: z.string().nullable(),
  receiptFooter: z.string().nullable(),
  receiptLanguage: z.enum(RECEIPT_LANGUAGES),
  paperWidth: integer(),
  /** Key of the logo image for this paper width (shared/receipts/bitmap.ts); null: there is none here. */
  logo: z.string().nullable(),
})

export const TillStatus = z.object({
  agentVersion: z.string(),
  enrolled: z.boolean(),
  deviceId: Id.nullable(),
  series: z.string().nullable(),
  /** Settings; null until the first download is complete. */
  settings: TillSettings.nullable(),
  /** Connection to the hub. "offline" is a normal state; "trouble" needs a user (see `trouble`). */
  connection: z.enum(['online', 'offline', 'connecting', 'trouble']),
  /** Time until the next try after a failure; null: no retry is pending. */
  nextTryInMs: Count.nullable(),
  /** Moment of the last response of the hub. */
  lastContactAt: UtcTime.nullable(),
  upload: z.object({
    waiting: Count,
    oldestWaitingAt: UtcTime.nullable(),
    lastUploadedAt: UtcTime.nullable(),
    /** Number of sales that the hub keeps for review. */
    needAttention: Count,
  }),
  download: z.object({
    state: z.enum(['never', 'first-download', 'up-to-date', 'behind']),
    /** Progress of a running snapshot, in records, or in kilobytes if it comes as a file. */
    received: Count.nullable(),
    total: Count.nullable(),
    unit: z.enum(['records', 'kilobytes']),
    products: Count,
    /** Changes when products, prices, stock or pictures have changed. */
    revision: Count,
    /** Moment when the replica was last known to equal the hub. */
    freshAt: UtcTime.nullable(),
  }),
  /** Number of parked carts of all tills of this agent. */
  parkedCarts: Count,
  /** Hub time minus local time at the last contact. */
  hubOffsetMs: z.number().nullable(),
  /** Problems, each as a code that the page translates and a sentence for the log and for IT. */
  trouble: z.array(z.object({ code: TroubleCode, detail: z.string(), since: UtcTime })),
})
export type TillStatus = z.infer<typeof TillStatus>

export const EnrolRequest = z.strictObject({
  pairingCode: text(32),
  /** Address of the hub; omitted when the configuration names it. */
  hubUrl: calledAddress(/^https?$/).optional(),
})
export type EnrolRequest = z.output<typeof EnrolRequest>

/* --- Tills of the agent: each till belongs to at most one window at a time (docs/domain.md#tills) --- */

const KnownTill = z.object({
  /** Id of the till at head office, sent as TILL_ID_HEADER. */
  id: TillId,
  /** Number that names the till, from 1. */
  number: Position,
})
export type KnownTill = z.infer<typeof KnownTill>

export const TillList = z.object({
  items: z.array(
    KnownTill.extend({
      /** True when this window is the till. */
      isHere: z.boolean(),
      /** True when no window has become this till yet. */
      isFree: z.boolean(),
      /** Name of the signed-in cashier; null: nobody is signed in. */
      cashierName: z.string().nullable(),
      /** Opening of its open shift; null: it has none. */
      shiftOpenedAt: UtcTime.nullable(),
      /** Number of lines in its open cart. */
      linesCount: Count,
    }),
  ),
})
export type TillList = z.infer<typeof TillList>

/* --- Cashiers --- */

export const TillCashier = z.object({ id: Id, name: z.string() })
export type TillCashier = z.infer<typeof TillCashier>
export const TillCashiers = z.object({ items: z.array(TillCashier) })

/** Sign-in of a cashier. Without `cashierId` the PIN identifies the employee: PINs are unique. */
export const SignIn = z.strictObject({ cashierId: Id.optional(), pin: Pin })
export type SignIn = z.output<typeof SignIn>

export const TillSession = z.object({
  /** Signed-in cashier with permissions, which the agent enforces. */
  cashier: TillCashier.extend({ permissions: z.array(Permission), limits: TillLimits }).nullable(),
  /** True in training mode: nothing is sold, and operations leave no trace (docs/domain.md#training). */
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
  /** True when sold by weight: the quantity is entered each time. */
  isWeighed: z.boolean(),
  price: AmountOut,
  vatRate: PercentOut.nullable(),
  /** Name of its picture (GET /pictures/:key); null: it has none, or it is not downloaded yet. */
  picture: z.string().nullable(),
  /**
   * Known stock: the last value of head office less later sales here. null: the product has no stock, or this
   * retail point does not receive stock.
   */
  inStock: QuantityOut.nullable(),
})
export type TillProduct = z.infer<typeof TillProduct>

/**
 * Words or parts of them, a code, an article or a part of a barcode; tolerates typing errors and the other
 * keyboard layout.
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
/** Discount to set; null removes it. */
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
  /** Catalog price when the line was added. */
  listPrice: AmountOut,
  minPrice: AmountOut.nullable(),
  isDiscountProhibited: z.boolean(),
  /** Own discount of the line. */
  discount: DiscountOut.nullable(),
  /** Maximum of the own discount. */
  maxDiscount: AmountOut,
  /** Total discount of the line, including its share of the receipt discount and promotions. */
  discountAmount: AmountOut,
  /** Part of it given by promotions. */
  promotions: z.array(z.object({ name: z.string(), amount: AmountOut })),
  sum: AmountOut,
  vatRate: PercentOut.nullable(),
  /** Set in a return with a basis. */
  originalLineNo: Position.nullable(),
  /** Quantity that can still be returned, in a return with a basis. */
  returnable: QuantityOut.nullable(),
  /** Marking code of the piece, when the line has one piece. */
  markingCode: z.string().nullable(),
})
export type CartLine = z.infer<typeof CartLine>

/** Gift voucher that is sold or reloaded; in a return: taken back. */
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
  /** Amount of the discount. */
  amount: AmountOut,
  points: AmountOut,
})
export type CartTrace = z.infer<typeof CartTrace>

/** Goods returned in exchange for the lines of the cart, with the remainder to pay or to refund. */
const ExchangeOut = z.object({
  /** Receipt of the returned goods; null: they come back without a receipt. */
  originalReceiptNumber: z.string().nullable(),
  isOriginalOfAnotherTill: z.boolean(),
  lines: z.array(CartLine).min(1),
  sum: AmountOut,
  /** Part that pays for the lines of the cart. */
  setOff: AmountOut,
  /** Part that returns to the card in points. */
  pointsBack: AmountOut,
  /** Remainder before cash rounding: at least one of `toPay` and `toRefund` is 0. */
  toPay: AmountOut,
  toRefund: AmountOut,
  /** Maximum refund; null: unknown without a receipt. */
  refundable: AmountOut.nullable(),
  /** Same meaning as in a return. */
  isLastReturn: z.boolean(),
  /** Possible refunds in the original tenders, like `refunds` of a return. */
  refunds: RefundsOut,
  /** Tenders for the remainder of the refund. */
  paymentTypes: z.array(z.enum(TENDER_TYPES)),
})
export type CartExchange = z.infer<typeof ExchangeOut>

export const Cart = z.object({
  id: Id,
  /** Increases with each change; a payment sends the version that the cashier saw (docs/faults.md F51). */
  version: Version,
  isReturn: z.boolean(),
  /** Number of the receipt that a return with a basis returns. */
  originalReceiptNumber: z.string().nullable(),
  /** True when that receipt is of another till of the store. */
  isOriginalOfAnotherTill: z.boolean(),
  lines: z.array(CartLine),
  vouchers: z.array(CartVoucher),
  /** Total of the vouchers: paid or refunded in addition to `sum`. */
  voucherSum: AmountOut,
  /** Maximum amount for selling or reloading a voucher without a supervisor; 0: none is sold here. */
  maxVoucherSale: AmountOut,
  /** Discount of the whole receipt. */
  discount: DiscountOut.nullable(),
  /** Coupons shown by the customer. */
  coupons: z.array(z.string()),
  /** Effect of each promotion and the card, or the reason why it has none. */
  trace: z.array(CartTrace),
  buyer: Buyer,
  /** Points according to the files of the agent. */
  points: CartPoints.nullable(),
  /** Maximum discount on a line; 0: none is allowed. */
  maxDiscountPercent: PercentOut,
  /** Maximum refund of a return with a basis: the remainder of the original payment. */
  refundable: AmountOut.nullable(),
  /** True when all remaining goods of the receipt come back: `refundable` is refunded, independent of rounding. */
  isLastReturn: z.boolean(),
  /**
   * Possible refunds in the original tenders, for a return with a basis. `reference` is the number of a
   * voucher, if known; null also for a return begun by an older agent.
   */
  refunds: RefundsOut,
  /** True when another till has meanwhile taken back the same goods: they cannot be refunded. */
  isTakenBack: z.boolean(),
  /** Exchange; null: there is none. */
  exchange: ExchangeOut.nullable(),
  /** True when another tender is allowed for the refund, with a reason. */
  allowRefundOtherTender: z.boolean(),
  rounding: z.object({ mode: CashRounding, step: AmountOut, appliesTo: CashRoundingScope }),
  /** Tenders accepted for payment, or available for the refund. */
  paymentTypes: z.array(z.enum(TENDER_TYPES)),
  /** Sum of the goods, before rounding, which depends on the tender (shared/pricing/cash-rounding.ts). */
  sum: AmountOut,
  vatSum: AmountOut,
  vatBreakdown: VatBreakdown,
  discountSum: AmountOut,
  /** Maximum discount on the whole receipt, as an amount; 0: none is possible. */
  maxReceiptDiscount: AmountOut,
  currencyCode: z.string(),
})
export type Cart = z.infer<typeof Cart>

/** Allows selling more than the known stock, where the retail point controls stock. */
const beyondStock = z.boolean().default(false)

/** Maximum quantity of one product added at once: more is a typing error, or a barcode in the wrong field. */
export const MOST_TIMES = 10_000

/** Product to add. `code` is scanned: a barcode, marking code, or else code or article. */
export const AddLine = z.strictObject({
  productId: Id.optional(),
  code: codeText(255).optional(),
  /** Marking code as scanned, for a product that has them, unless `code` is the marking code. */
  markingCode: codeText(255).optional(),
  /** Quantity; for a weighed product the weight of one piece. */
  quantity: QuantityIn.optional(),
  /** Number of times that the quantity is added: packs, scale labels, pieces of one weight. */
  times: integer(1, MOST_TIMES).default(1),
  /** Changed price; requires allowCustomPrice. */
  price: AmountIn.optional(),
  beyondStock,
  /** Result of the age check of the customer; Refused: nothing is added. */
  ageCheck: z.enum(['Confirmed', 'Refused']).optional(),
})
export type AddLine = z.output<typeof AddLine>

/** With `dryRun` the response is the resulting cart, and nothing is saved. */
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
  /** All coupons shown by the customer. */
  coupons: z.array(text(64)).max(20).optional(),
})
export type ChangeCart = z.output<typeof ChangeCart>

/** Returned goods by line of the receipt, each line once; omitted: everything that remains. */
const ReturnedLines = z
  .array(z.strictObject({ lineNo: Position, quantity: QuantityIn }))
  .min(1)
  .max(5000)
  .optional()

/** Starts a return: with its receipt, or without one where the retail point allows it. */
export const BeginReturn = z.strictObject({
  receiptNumber: text(64).optional(),
  /** Positions on the receipt, from 1: these vouchers are returned, and no goods. */
  vouchers: z.array(Position).min(1).max(100).optional(),
  lines: ReturnedLines,
})
export type BeginReturn = z.output<typeof BeginReturn>

/**
 * Starts an exchange: returns goods for the contents of the cart. Without a receipt number the open return
 * becomes an exchange.
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
      /** Sum of the line; below 0: it is returned in exchange. */
      sum: AmountOut,
    }),
  ),
  /** Sum; for an exchange the remainder to pay, below 0 to refund. */
  sum: AmountOut,
  isReturn: z.boolean(),
  isExchange: z.boolean(),
  parkedAt: UtcTime,
})
export type ParkedCart = z.infer<typeof ParkedCart>
export const ParkedCarts = z.object({ items: z.array(ParkedCart) })
/** Discards a parked cart; requires the same rights as clearing the cart. */
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
   * Reason for a refund in another tender than was paid, in a return or an exchange. Requires
   * allowRefundOtherTender.
   */
  refundReason: textOrEmpty(255).optional(),
})
export type PayCart = z.output<typeof PayCart>

/* --- Receipts --- */

/** Address for the receipt; head office mails it once it has the sale. */
export const EmailReceipt = z.strictObject({ email: Email })
export type EmailReceipt = z.output<typeof EmailReceipt>

const receipt = {
  id: Id,
  receiptNumber: z.string(),
  isReturn: z.boolean(),
  /** True for a training receipt: nothing was sold. */
  isTraining: z.boolean(),
  /** True for a receipt of another till of the store: it can be viewed and returned, not printed. */
  isOfAnotherTill: z.boolean(),
  originalReceiptNumber: z.string().nullable(),
  /** Address of the online receipt; null: no QR code is printed. */
  link: z.string().nullable(),
  /** Fiscal receipt; null: there is none. */
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
      /** Remaining quantity of the line that can be returned; 0 in a return. */
      returnable: QuantityOut,
    }),
  ),
  /** Vouchers that it sold or reloaded; for a return: took back. */
  vouchers: z.array(
    z.object({
      /** Last part of the number only (shared/loyalty/voucher-number.ts). */
      number: z.string(),
      /** Whole number of a new voucher that can be spent with the printed receipt; null: not shown. */
      barcode: z.string().nullable(),
      amount: AmountOut,
      isReload: z.boolean(),
      /** True when it was not taken back yet. */
      isReturnable: z.boolean(),
    }),
  ),
  /** Total of the vouchers: paid or refunded in addition to `sum`. */
  voucherSum: AmountOut,
  sum: AmountOut,
  vatSum: AmountOut,
  vatBreakdown: VatBreakdown,
  discountSum: AmountOut,
  /** Part of the discount given by promotions and the card, each once. */
  promotions: z.array(z.object({ name: z.string(), amount: AmountOut })),
  /** Effects of promotions and the card, and reasons why others had none. */
  trace: z.array(CartTrace),
  /** Effect on the points of the card; null: there is no card. For a return: points given back and taken back. */
  points: z
    .object({
      spent: AmountOut,
      earned: AmountOut,
      /** Remaining points known to the till, without points that are not active yet; null: unknown. */
      left: AmountOut.nullable(),
      /** Moment of the balance at head office; later changes of this till are included. */
      asOf: UtcTime.nullable(),
    })
    .nullable(),
  /** Rounding: `sum` is the sums of the lines plus this. */
  roundingSum: AmountOut,
  payments: z.array(
    z.object({
      type: z.enum(TENDER_TYPES),
      amount: AmountOut,
      /** Reference; for a voucher only the last part of its number (shared/loyalty/voucher-number.ts). */
      reference: z.string().nullable(),
      /** Balance of a voucher after the sale; null: the till could not request it. */
      balanceLeft: AmountOut.nullable(),
    }),
  ),
  changeSum: AmountOut,
  /** Number of prints: from the second on, the receipt is marked as a copy. */
  printedCount: Count,
  /** Upload state of the receipt at head office, with its moment. */
  upload: z.object({
    state: z.enum(['waiting', 'accepted', 'held', 'quarantined', 'duplicate', 'conflict']),
    at: UtcTime.nullable(),
  }),
}
export const Receipt = z.object({
  ...receipt,
  /** Other half of an exchange; null: there is none, or this till does not know it. */
  exchange: z.object(receipt).nullable(),
})
export type Receipt = z.infer<typeof Receipt>

export const ReceiptSummary = z.object({
  id: Id,
  receiptNumber: z.string(),
  isReturn: z.boolean(),
  /** Found by its number among the receipts received from head office. */
  isOfAnotherTill: z.boolean(),
  soldAt: UtcTime,
  cashierName: z.string(),
  sum: AmountOut,
  uploadState: receipt.upload.shape.state,
  /** State of the fiscal receipt; null: there is none. */
  fiscalState: ReceiptFiscalState.nullable(),
})
export type ReceiptSummary = z.infer<typeof ReceiptSummary>
/** Kinds of receipts in the list: all, only sales, only returns, or not uploaded yet. */
export const RECEIPT_KINDS = ['all', 'sales', 'returns', 'waiting'] as const
/**
 * Query of the list, newest first; `before` is the id of the last receipt seen. `search`: the number in any
 * form or a part of it, the sum, or words of a product on it (docs/domain.md#finding-a-receipt).
 */
export const ReceiptListQuery = z.strictObject({
  search: textOrEmpty(64).optional(),
  kind: z.enum(RECEIPT_KINDS).default('all'),
  /** Earliest moment of the sale, included. */
  from: UtcTime.optional(),
  /** Latest moment of the sale, excluded. */
  until: UtcTime.optional(),
  before: Id.optional(),
  limit: integerQuery(1, 100).default(50),
})
export const ReceiptList = z.object({ items: z.array(ReceiptSummary) })
export type ReceiptList = z.infer<typeof ReceiptList>
