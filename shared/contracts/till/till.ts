import { z } from 'zod'
import {
  AmountIn,
  AmountOut,
  amountIn,
  PercentOut,
  percentIn,
  QuantityIn,
  QuantityOut,
} from '#shared/money/wire.ts'
import { REASONS } from '#shared/pricing/promotions/model.ts'
import { TENDER_TYPES } from '#shared/pricing/tenders.ts'
import { RECEIPT_LANGUAGES } from '#shared/receipts/document.ts'
import { Email, Pin } from '../account/auth.ts'
import { calledAddress } from '../called-address.ts'
import { CashRounding, CashRoundingScope } from '../catalog/retail-points.ts'
import {
  BooleanQuery,
  Count,
  codeText,
  Id,
  integer,
  integerQuery,
  Position,
  SearchText,
  text,
  textOrEmpty,
  UtcTime,
  Version,
} from '../common.ts'
import { Permission } from '../permissions.ts'
import { ReceiptFiscal, ReceiptFiscalState } from '../sales/sale-fiscal.ts'
import { TillLimits } from '../till-limits.ts'
import { TillReasons } from '../till-reasons.ts'
import { VatBreakdown } from '../vat.ts'
import { Buyer, CartPoints } from './loyalty.ts'

export const TillId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/)

/* --- Status: what is waiting, since when, and what is wrong --- */

/** What the page translates; each has a next step for the cashier or for IT. */
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
  /** A receipt is completed in an open shift only. */
  requireShift: z.boolean(),
  tillReasons: TillReasons,
  onlyListedReasons: z.boolean(),
  printAlways: z.boolean(),
  vatIncluded: z.boolean(),
  receiptHeader: z.string().nullable(),
  receiptFooter: z.string().nullable(),
  receiptLanguage: z.enum(RECEIPT_LANGUAGES),
  paperWidth: integer(),
  /** Key of the picture of the logo for this paper (shared/receipts/bitmap.ts); null: there is none here. */
  logo: z.string().nullable(),
})

export const TillStatus = z.object({
  agentVersion: z.string(),
  enrolled: z.boolean(),
  deviceId: Id.nullable(),
  series: z.string().nullable(),
  /** null until the first download is complete. */
  settings: TillSettings.nullable(),
  /** "offline" is a normal state; "trouble" wants a person (see `trouble`). */
  connection: z.enum(['online', 'offline', 'connecting', 'trouble']),
  /** Until the hub is asked again after a failure; null: nothing is waited for. */
  nextTryInMs: Count.nullable(),
  /** When the hub last answered anything. */
  lastContactAt: UtcTime.nullable(),
  upload: z.object({
    waiting: Count,
    oldestWaitingAt: UtcTime.nullable(),
    lastUploadedAt: UtcTime.nullable(),
    /** Sales the hub keeps for a person to look at. */
    needAttention: Count,
  }),
  download: z.object({
    state: z.enum(['never', 'first-download', 'up-to-date', 'behind']),
    /** Progress of a snapshot under way, in records, or in kilobytes where it comes as a file. */
    received: Count.nullable(),
    total: Count.nullable(),
    unit: z.enum(['records', 'kilobytes']),
    products: Count,
    /** Another one when products, prices, stock or pictures have changed. */
    revision: Count,
    /** When the replica was last known to equal the hub. */
    freshAt: UtcTime.nullable(),
  }),
  /** Parked carts of all tills of this agent. */
  parkedCarts: Count,
  /** Hub time minus local time at the last contact. */
  hubOffsetMs: z.number().nullable(),
  /** What is wrong, each as a code the page translates and a sentence for the log and for IT. */
  trouble: z.array(z.object({ code: TroubleCode, detail: z.string(), since: UtcTime })),
})
export type TillStatus = z.infer<typeof TillStatus>

export const EnrolRequest = z.strictObject({
  pairingCode: text(32),
  /** Left out when the configuration names the hub. */
  hubUrl: calledAddress(/^https?$/).optional(),
})
export type EnrolRequest = z.output<typeof EnrolRequest>

/* --- Tills of the agent: one window at a time is one of them (docs/domain.md#tills) --- */

const KnownTill = z.object({
  /** The name that head office sees; sent as TILL_ID_HEADER. */
  id: TillId,
  /** Its name, from 1. */
  number: Position,
})
export type KnownTill = z.infer<typeof KnownTill>

export const TillList = z.object({
  items: z.array(
    KnownTill.extend({
      /** This window is the till. */
      isHere: z.boolean(),
      /** No window has become it yet. */
      isFree: z.boolean(),
      /** The cashier who is signed in; null: nobody is. */
      cashierName: z.string().nullable(),
      /** The opening of its open shift; null: it has none. */
      shiftOpenedAt: UtcTime.nullable(),
      /** The number of lines in its open cart. */
      linesCount: Count,
    }),
  ),
})
export type TillList = z.infer<typeof TillList>

/* --- Cashiers --- */

export const TillCashier = z.object({ id: Id, name: z.string() })
export type TillCashier = z.infer<typeof TillCashier>
export const TillCashiers = z.object({ items: z.array(TillCashier) })

/** Without `cashierId` it is whoever has the PIN: no two employees have the same. */
export const SignIn = z.strictObject({ cashierId: Id.optional(), pin: Pin })
export type SignIn = z.output<typeof SignIn>

export const TillSession = z.object({
  /** What they may: the agent sees to it. */
  cashier: TillCashier.extend({ permissions: z.array(Permission), limits: TillLimits }).nullable(),
  /** Nothing is sold at this till: what is done is practice, and leaves no trace (docs/domain.md#training). */
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
  /** Sold by weight: how much is asked for each time. */
  isWeighed: z.boolean(),
  price: AmountOut,
  vatRate: PercentOut.nullable(),
  /** Names its picture (GET /pictures/:key); null: it has none, or none that is here yet. */
  picture: z.string().nullable(),
  /**
   * What is left of it as far as the till knows: what head office last said, less what was sold here since. null: it is
   * not kept, or this retail point is not told of stock.
   */
  inStock: QuantityOut.nullable(),
})
export type TillProduct = z.infer<typeof TillProduct>

/** Words or parts of them, a code, an article or a part of a barcode; mistyped or in the other keyboard layout too. */
export const ProductSearchQuery = z.strictObject({
  search: SearchText.default(''),
  limit: integerQuery(1, 100).default(30),
})
export const ProductSearchResult = z.object({ items: z.array(TillProduct), total: Count })
export type ProductSearchResult = z.infer<typeof ProductSearchResult>

/* --- Cart --- */

/** What a cashier takes off: so many percent of it, or a sum off the whole of it. */
const DiscountOut = z.union([z.object({ percent: PercentOut }), z.object({ amount: AmountOut })])
export type TillDiscount = z.infer<typeof DiscountOut>

const percentOff = percentIn({ above: 0, max: 100 })
const amountOff = amountIn({ above: 0 })
/** Null takes the discount off again. */
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
  /** The price in the catalog when the line was added. */
  listPrice: AmountOut,
  minPrice: AmountOut.nullable(),
  isDiscountProhibited: z.boolean(),
  /** Its own. */
  discount: DiscountOut.nullable(),
  /** The most that its own may be. */
  maxDiscount: AmountOut,
  /** What comes off it, its share of the discount of the receipt and promotions included. */
  discountAmount: AmountOut,
  /** What of that promotions take off. */
  promotions: z.array(z.object({ name: z.string(), amount: AmountOut })),
  sum: AmountOut,
  vatRate: PercentOut.nullable(),
  /** Set in a return with a basis. */
  originalLineNo: Position.nullable(),
  /** In a return with a basis: the most that can still be returned. */
  returnable: QuantityOut.nullable(),
  /** Of the one piece that the line is of. */
  markingCode: z.string().nullable(),
})
export type CartLine = z.infer<typeof CartLine>

/** A gift voucher that is sold or reloaded; in a return: taken back. */
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
  /** What it takes off. */
  amount: AmountOut,
  points: AmountOut,
})
export type CartTrace = z.infer<typeof CartTrace>

/** What comes back in exchange for the lines of the cart, and what that leaves to pay or to give back. */
const ExchangeOut = z.object({
  /** null: it comes back without a receipt. */
  originalReceiptNumber: z.string().nullable(),
  isOriginalOfAnotherTill: z.boolean(),
  lines: z.array(CartLine).min(1),
  sum: AmountOut,
  /** What of it pays for the lines of the cart. */
  setOff: AmountOut,
  /** What of it goes back to the card in points. */
  pointsBack: AmountOut,
  /** Of these two at least one is 0; before cash is rounded. */
  toPay: AmountOut,
  toRefund: AmountOut,
  /** The most that is given back; null: no receipt tells. */
  refundable: AmountOut.nullable(),
  /** As of a return. */
  isLastReturn: z.boolean(),
  /** What can be given back in the ways that it was paid, as `refunds` of a return. */
  refunds: RefundsOut,
  /** The ways in which the rest can be given back. */
  paymentTypes: z.array(z.enum(TENDER_TYPES)),
})
export type CartExchange = z.infer<typeof ExchangeOut>

export const Cart = z.object({
  id: Id,
  /** Goes up with each change; paying names the version that the cashier saw (docs/faults.md F51). */
  version: Version,
  isReturn: z.boolean(),
  /** A return with a basis: the receipt it returns. */
  originalReceiptNumber: z.string().nullable(),
  /** That receipt is of another till of the store. */
  isOriginalOfAnotherTill: z.boolean(),
  lines: z.array(CartLine),
  vouchers: z.array(CartVoucher),
  /** What they come to: paid, or paid back, besides `sum`. */
  voucherSum: AmountOut,
  /** The most that one is sold or reloaded for without a supervisor; 0: none is sold here. */
  maxVoucherSale: AmountOut,
  /** Of the whole receipt. */
  discount: DiscountOut.nullable(),
  /** That the customer shows. */
  coupons: z.array(z.string()),
  /** What each promotion and the card give, or why they give nothing. */
  trace: z.array(CartTrace),
  buyer: Buyer,
  /** As far as the files of the agent know. */
  points: CartPoints.nullable(),
  /** The most that may come off a line; 0: nothing may. */
  maxDiscountPercent: PercentOut,
  /** A return with a basis: what is left of what was paid for it, the most that is given back. */
  refundable: AmountOut.nullable(),
  /** All goods that were left of the receipt come back: `refundable` is given back, whatever it is rounded to. */
  isLastReturn: z.boolean(),
  /**
   * A return with a basis: what can be given back in the ways that it was paid, `reference` being the number of a
   * voucher, if it is known; null also for one begun by an older agent.
   */
  refunds: RefundsOut,
  /** Another till has taken back since what comes back here: it cannot be given back. */
  isTakenBack: z.boolean(),
  /** What comes back in exchange; null: nothing does. */
  exchange: ExchangeOut.nullable(),
  /** It can be paid back otherwise too, with a reason. */
  allowRefundOtherTender: z.boolean(),
  rounding: z.object({ mode: CashRounding, step: AmountOut, appliesTo: CashRoundingScope }),
  /** The ways to pay that are taken, or to be paid back. */
  paymentTypes: z.array(z.enum(TENDER_TYPES)),
  /** Of the goods, before rounding, which depends on how it is paid (shared/pricing/cash-rounding.ts). */
  sum: AmountOut,
  vatSum: AmountOut,
  vatBreakdown: VatBreakdown,
  discountSum: AmountOut,
  /** The most that a discount on the whole receipt can take off, as a sum; 0: it can take nothing. */
  maxReceiptDiscount: AmountOut,
  currencyCode: z.string(),
})
export type Cart = z.infer<typeof Cart>

/** Where the retail point controls stock: more may be sold than is known to be there. */
const beyondStock = z.boolean().default(false)

/** The most of one product that is added at once: more is a slip of the finger, or a barcode in the wrong field. */
export const MOST_TIMES = 10_000

/** `code` is what a scanner read: barcode, marking code, or else code or article. */
export const AddLine = z.strictObject({
  productId: Id.optional(),
  code: codeText(255).optional(),
  /** Of a product whose pieces have them, where `code` is not it already; as the scanner reads it. */
  markingCode: codeText(255).optional(),
  /** Of a weighed product what one piece weighs. */
  quantity: QuantityIn.optional(),
  /** So many times that quantity: packs, labels of a scale, pieces of one weight. */
  times: integer(1, MOST_TIMES).default(1),
  /** Needs allowCustomPrice. */
  price: AmountIn.optional(),
  beyondStock,
  /** What came of looking whether the customer is as old as the goods ask for; Refused: nothing is added. */
  ageCheck: z.enum(['Confirmed', 'Refused']).optional(),
})
export type AddLine = z.output<typeof AddLine>

/** With it the answer is the cart as it would become, and nothing is written down. */
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
  /** All that the customer shows. */
  coupons: z.array(text(64)).max(20).optional(),
})
export type ChangeCart = z.output<typeof ChangeCart>

/** Which goods of the receipt come back, by line, each once; left out: all that it has left. */
const ReturnedLines = z
  .array(z.strictObject({ lineNo: Position, quantity: QuantityIn }))
  .min(1)
  .max(5000)
  .optional()

/** Begins a return: with the receipt it returns, or without one where the retail point allows it. */
export const BeginReturn = z.strictObject({
  receiptNumber: text(64).optional(),
  /** Their places on the receipt, from 1: these vouchers come back, and no goods. */
  vouchers: z.array(Position).min(1).max(100).optional(),
  lines: ReturnedLines,
})
export type BeginReturn = z.output<typeof BeginReturn>

/**
 * Takes goods back in exchange for what is in the cart, or will be. Without the number of their receipt the return that is
 * open goes on as an exchange.
 */
export const BeginExchange = z.strictObject({ receiptNumber: text(64).optional(), lines: ReturnedLines })
export type BeginExchange = z.output<typeof BeginExchange>

export const ParkCart = z.strictObject({ label: textOrEmpty(100).optional() })
export const ParkedCart = z.object({
  id: Id,
  label: z.string().nullable(),
  cashierName: z.string(),
  linesCount: Count,
  /** What is in it, vouchers aside, in the order of the cart. */
  lines: z.array(
    z.object({
      name: z.string(),
      quantity: QuantityOut,
      unitName: z.string(),
      /** Below 0: it comes back in exchange. */
      sum: AmountOut,
    }),
  ),
  /** Of an exchange what is left to pay; below 0 it is given back. */
  sum: AmountOut,
  isReturn: z.boolean(),
  isExchange: z.boolean(),
  parkedAt: UtcTime,
})
export type ParkedCart = z.infer<typeof ParkedCart>
export const ParkedCarts = z.object({ items: z.array(ParkedCart) })
/** Throws a parked cart away; needs what clearing the cart needs. */
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
  /** A return, in exchange too: why more is given back in some way than was paid so. Needs allowRefundOtherTender. */
  refundReason: textOrEmpty(255).optional(),
})
export type PayCart = z.output<typeof PayCart>

/* --- Receipts --- */

/** Where the customer wants the receipt; head office mails it once it has the sale. */
export const EmailReceipt = z.strictObject({ email: Email })
export type EmailReceipt = z.output<typeof EmailReceipt>

const receipt = {
  id: Id,
  receiptNumber: z.string(),
  isReturn: z.boolean(),
  /** Made in training: nothing was sold. */
  isTraining: z.boolean(),
  /** Of another till of the store: it can be looked at and returned, not printed. */
  isOfAnotherTill: z.boolean(),
  originalReceiptNumber: z.string().nullable(),
  /** Where the customer finds it online; null: no QR code is printed. */
  link: z.string().nullable(),
  /** null: it gets none. */
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
      /** Of the national catalog. */
      ntin: z.string().nullable(),
      markingCodes: z.array(z.string()),
      unitName: z.string(),
      quantity: QuantityOut,
      price: AmountOut,
      discountAmount: AmountOut,
      sum: AmountOut,
      vatRate: PercentOut.nullable(),
      vatSum: AmountOut,
      /** What is left to return of the line; 0 in a return. */
      returnable: QuantityOut,
    }),
  ),
  /** That it sold or reloaded; of a return: took back. */
  vouchers: z.array(
    z.object({
      /** Its end alone (shared/loyalty/voucher-number.ts). */
      number: z.string(),
      /** The whole number of one that is new and can be spent with the paper; null: not shown. */
      barcode: z.string().nullable(),
      amount: AmountOut,
      isReload: z.boolean(),
      /** It was not taken back yet. */
      isReturnable: z.boolean(),
    }),
  ),
  /** What they come to: paid, or paid back, besides `sum`. */
  voucherSum: AmountOut,
  sum: AmountOut,
  vatSum: AmountOut,
  vatBreakdown: VatBreakdown,
  discountSum: AmountOut,
  /** What of it promotions and the card gave, each once. */
  promotions: z.array(z.object({ name: z.string(), amount: AmountOut })),
  /** What promotions and the card gave, and why others gave nothing. */
  trace: z.array(CartTrace),
  /** What it did to the points of the card; null: it has none. Of a return: what it gave back and took back. */
  points: z
    .object({
      spent: AmountOut,
      earned: AmountOut,
      /** What the till knows to be left now, without points that do not count yet; null: it does not know. */
      left: AmountOut.nullable(),
      /** When head office has counted that; what the till has done since is in it. */
      asOf: UtcTime.nullable(),
    })
    .nullable(),
  /** `sum` is the sums of the lines and this. */
  roundingSum: AmountOut,
  payments: z.array(
    z.object({
      type: z.enum(TENDER_TYPES),
      amount: AmountOut,
      /** Of a voucher its end alone (shared/loyalty/voucher-number.ts). */
      reference: z.string().nullable(),
      /** Of a voucher, after the sale; null: the till could not ask. */
      balanceLeft: AmountOut.nullable(),
    }),
  ),
  changeSum: AmountOut,
  /** How often it was printed: from the second on, it is marked as a copy. */
  printedCount: Count,
  /** Proof per receipt: is it at head office, and since when. */
  upload: z.object({
    state: z.enum(['waiting', 'accepted', 'held', 'quarantined', 'duplicate', 'conflict']),
    at: UtcTime.nullable(),
  }),
}
export const Receipt = z.object({
  ...receipt,
  /** The other half of an exchange; null: it is none, or this till does not know that half. */
  exchange: z.object(receipt).nullable(),
})
export type Receipt = z.infer<typeof Receipt>

export const ReceiptSummary = z.object({
  id: Id,
  receiptNumber: z.string(),
  isReturn: z.boolean(),
  /** Found by its number among the receipts that head office told of. */
  isOfAnotherTill: z.boolean(),
  soldAt: UtcTime,
  cashierName: z.string(),
  sum: AmountOut,
  uploadState: receipt.upload.shape.state,
  /** null: it gets no fiscal receipt. */
  fiscalState: ReceiptFiscalState.nullable(),
})
export type ReceiptSummary = z.infer<typeof ReceiptSummary>
/** All, sales or returns alone, or what waits to be sent. */
export const RECEIPT_KINDS = ['all', 'sales', 'returns', 'waiting'] as const
/**
 * Newest first; `before` is the id of the last one seen. `search`: the number however it is typed or a part of it, the
 * sum, or words of a product on it (docs/domain.md#finding-a-receipt).
 */
export const ReceiptListQuery = z.strictObject({
  search: textOrEmpty(64).optional(),
  kind: z.enum(RECEIPT_KINDS).default('all'),
  /** Sold at this time or later. */
  from: UtcTime.optional(),
  /** Sold before this time. */
  until: UtcTime.optional(),
  before: Id.optional(),
  limit: integerQuery(1, 100).default(50),
})
export const ReceiptList = z.object({ items: z.array(ReceiptSummary) })
export type ReceiptList = z.infer<typeof ReceiptList>
