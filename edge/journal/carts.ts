import type { TenderType } from '#shared/domain/tenders.ts'
import type { ZeroLines } from '#shared/domain/zero-lines.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'
import { type CashRoundingRule, NO_ROUNDING } from '#shared/pricing/cash-rounding.ts'
import type { ManualDiscount } from '#shared/pricing/manual-discounts.ts'
import type { LineCut, Trace } from '#shared/pricing/promotions/model.ts'
import type { NumberedTender } from '#shared/pricing/refunds.ts'
import type { SoldLine } from '#shared/pricing/returned-line.ts'
import type { ReplicaProgram } from '#shared/sync/download.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { Db } from '../sqlite/open.ts'

/**
 * A line keeps its own copy of the product data: the product may change or be deleted meanwhile
 * (docs/faults.md F43).
 */
export interface CartLine {
  id: string
  productId: string
  name: string
  code: string | null
  barcode: string | null
  unitName: string
  isFractional: boolean
  quantity: Quantity
  price: Amount
  listPrice: Amount
  minPrice: Amount | null
  isDiscountProhibited: boolean
  /** Discount of the line itself; the discount of the whole receipt is in the cart. */
  discount: ManualDiscount | null
  /** Discounts by promotions, the card and the cashier; null: only the cashier's. */
  cuts: readonly LineCut[] | null
  /** True when the line earns points for the card. */
  earnsPoints: boolean
  vatRate: Percent | null
  /** Set in a return with a basis. */
  originalLineNo: number | null
  /** In a return with a basis: the returnable quantity when it began. */
  returnable: Quantity | null
  /**
   * In a return with a basis: the line as it was sold. An older agent has stored neither the VAT nor lines
   * without discount.
   */
  sold: (Omit<SoldLine, 'vatSum'> & Partial<SoldLine>) | null
  /** NotTracked, or the kind of marking of its pieces. */
  trackingType: string
  paymentSubject: string
  ntin: string | null
  /** Marking code of the line's only piece. */
  markingCode: string | null
}

/** A gift voucher that is sold or reloaded; in a return: taken back. */
export interface CartVoucher {
  id: string
  number: string
  amount: Amount
  /** True when an existing voucher is loaded with more money. */
  isReload: boolean
}

/** Terms of the sale; stored in the cart, so that it can be paid while the replica is being rebuilt. */
export interface CartTerms {
  retailPointId: string
  storeId: string
  currencyCode: string
  vatIncluded: boolean
  /** Largest discount of a line; 0 where no discounts are given. */
  maxDiscountPercent: Percent
  rounding: CashRoundingRule
  /** Accepted tenders. */
  paymentTypes: readonly TenderType[]
  /** True when a return may be paid back in another tender. */
  allowRefundOtherTender: boolean
  /** Allow: a discount may take a line down to 0. */
  zeroLines: ZeroLines
  /** Largest payment by a gift voucher while head office does not report its balance. */
  offlineVoucherLimit: Amount
  /** Largest sum for which a gift voucher is sold or reloaded without a supervisor; 0: none is sold. */
  maxVoucherSale: Amount
  /** Tax system of the retail point; null: that of the organization. */
  taxSystem: string | null
  /** True when the cart can only be paid in an open shift. */
  requireShift: boolean
}

/** The fields of a receipt that its returns need. */
export type BasisSale = Pick<
  SaleBody,
  | 'receiptNumber'
  | 'isReturn'
  | 'shiftId'
  | 'soldAt'
  | 'cashierName'
  | 'currencyCode'
  | 'vatIncluded'
  | 'lines'
  | 'sum'
  | 'vatSum'
  | 'discountSum'
  | 'discounts'
  | 'roundingSum'
  | 'payments'
  | 'changeSum'
  | 'loyaltyCardId'
  | 'customerId'
  | 'points'
  | 'trace'
  | 'vouchers'
>

/**
 * A loyalty card as of the last change of the cart, so that the cart can be paid while the replica is being
 * rebuilt.
 */
export interface CartCard {
  id: string
  cardNumber: string
  holderName: string | null
  programId: string
  program: ReplicaProgram
  turnover: Amount
  balance: Amount
  countedAt: string
}

/** The buyer, and the address of the electronic receipt. */
export interface CartBuyer {
  card: CartCard | null
  customer: { id: string; name: string } | null
  phone: string | null
  email: string | null
}

export const NOBODY: CartBuyer = { card: null, customer: null, phone: null, email: null }

interface CartOriginal {
  id: string
  receiptNumber: string
  /** Sale of another till: stored here, so that the return can be paid while the replica is being rebuilt. */
  ofAnotherTill?: BasisSale
}

export interface Cart {
  id: string
  version: number
  terms: CartTerms
  isReturn: boolean
  original: CartOriginal | null
  /** Return with a basis: remainder of the payment for its goods. */
  refundable: Amount | null
  /** Return with a basis: remaining quantity of its goods when it began, all lines together. */
  goodsLeft: Quantity | null
  /** Return with a basis: largest refund by tender when it began. */
  refunds: readonly NumberedTender[] | null
  /** Discount of the whole receipt. */
  discount: ManualDiscount | null
  /** A supervisor's approval of the manual discounts; null: none was needed. */
  discountApproval: DiscountApproval | null
  /** Coupons that the customer shows. */
  coupons: readonly string[]
  /** Result of each promotion and of the card, with the reason when they give nothing. */
  trace: readonly Trace[]
  buyer: CartBuyer
  /** Goods returned in exchange for the lines: a return of its own. */
  back: Cart | null
  lines: CartLine[]
  vouchers: readonly CartVoucher[]
  /** Customer's age in years that the cashier has confirmed; 0: not asked. */
  confirmedAge: number
  /** Lines that can be restored, the latest last. */
  removed: readonly RemovedLine[]
}

interface DiscountApproval {
  supervisorId: string
  supervisorName: string
  /** Sum of the manual discounts at that time, on the whole cart. */
  discountSum: Amount
}

interface RemovedLine {
  line: CartLine
  /** Index of the line, from 0. */
  at: number
  /** Discount of the receipt, which an emptied cart loses. */
  discount: ManualDiscount | null
}

export interface ParkedCart {
  cart: Cart
  label: string | null
  cashierName: string
  parkedAt: string
}

/** Defaults for fields that carts of an older agent lack. */
const OLD_CART = {
  refundable: null,
  goodsLeft: null,
  refunds: null,
  discount: null,
  removed: [],
  coupons: [],
  trace: [],
  discountApproval: null,
  confirmedAge: 0,
  buyer: NOBODY,
  back: null,
  vouchers: [],
}
const OLD_TERMS = {
  maxDiscountPercent: 0 as Percent,
  rounding: NO_ROUNDING,
  paymentTypes: ['Cash', 'Card'] satisfies TenderType[],
  allowRefundOtherTender: false,
  offlineVoucherLimit: 0 as Amount,
  taxSystem: null,
  maxVoucherSale: 0 as Amount,
  zeroLines: 'Cent' as const,
  requireShift: false,
}
const OLD_LINE = {
  minPrice: null,
  isDiscountProhibited: false,
  discount: null,
  cuts: null,
  sold: null,
  earnsPoints: false,
  trackingType: 'NotTracked',
  paymentSubject: 'Good',
  ntin: null,
  markingCode: null,
}

interface CartRow {
  id: string
  /** The cart without its lines, as JSON. */
  body: string
}

interface ParkedRow extends CartRow {
  label: string | null
  cashierName: string
  parkedAt: string
}

export class CartsReader {
  protected readonly lines
  readonly #open
  readonly #parked
  readonly #listParked
  readonly #countParked

  constructor(db: Db) {
    this.lines = db
      .prepare<[string], string>('SELECT body FROM cart_lines WHERE cart_id = ? ORDER BY position')
      .pluck()
    this.#open = db.prepare<[string], CartRow>(
      `SELECT id, body FROM carts WHERE till_id = ? AND state = 'open'`,
    )
    this.#parked = db.prepare<[string], CartRow>(
      `SELECT id, body FROM carts WHERE id = ? AND state = 'parked'`,
    )
    this.#countParked = db.prepare<[], number>(`SELECT count(*) FROM carts WHERE state = 'parked'`).pluck()
    this.#listParked = db.prepare<[], ParkedRow>(
      `SELECT id, body, label, cashier_name AS cashierName, parked_at AS parkedAt
       FROM carts WHERE state = 'parked' ORDER BY parked_at, id`,
    )
  }

  findOpen(tillId: string): Cart | null {
    return this.#find(this.#open.get(tillId))
  }

  findParked(cartId: string): Cart | null {
    return this.#find(this.#parked.get(cartId))
  }

  countParked(): number {
    return this.#countParked.get() ?? 0
  }

  /** Lists the parked carts of all tills: a customer may come back to another one. */
  listParked(): ParkedCart[] {
    return this.#listParked
      .all()
      .map(({ id, body, ...rest }) => ({ ...rest, cart: this.#read({ id, body }) }))
  }

  #find(row: CartRow | undefined): Cart | null {
    return row ? this.#read(row) : null
  }

  #read({ id, body }: CartRow): Cart {
    const lines = this.lines.all(id).map((line) => JSON.parse(line) as CartLine)
    return complete({ ...(JSON.parse(body) as Omit<Cart, 'lines'>), lines })
  }
}

/** Adds the fields that an older agent has not written. */
function complete(cart: Cart): Cart {
  return {
    ...OLD_CART,
    ...cart,
    terms: { ...OLD_TERMS, ...cart.terms },
    lines: cart.lines.map((line) => ({ ...OLD_LINE, ...line })),
    back: cart.back ? complete(cart.back) : null,
  }
}

export class CartsWriter extends CartsReader {
  readonly #save
  readonly #saveLine
  readonly #removeLinesFrom
  readonly #park
  readonly #remove

  constructor(db: Db) {
    super(db)
    this.#save = db.prepare<[string, string, string]>(
      `INSERT INTO carts (id, till_id, state, body) VALUES (?, ?, 'open', ?)
       ON CONFLICT (id) DO UPDATE SET
         till_id = excluded.till_id, state = 'open', body = excluded.body,
         label = NULL, cashier_name = NULL, parked_at = NULL`,
    )
    this.#saveLine = db.prepare<[string, number, string]>(
      `INSERT INTO cart_lines (cart_id, position, body) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET body = excluded.body`,
    )
    this.#removeLinesFrom = db.prepare<[string, number]>(
      'DELETE FROM cart_lines WHERE cart_id = ? AND position >= ?',
    )
    this.#park = db.prepare<[string | null, string, string, string]>(
      `UPDATE carts SET state = 'parked', label = ?, cashier_name = ?, parked_at = ? WHERE id = ?`,
    )
    this.#remove = db.prepare<[string]>('DELETE FROM carts WHERE id = ?')
  }

  /** Saves the cart as the open cart of the till. */
  saveOpen(tillId: string, { lines, ...cart }: Cart): void {
    const written = this.lines.all(cart.id)
    this.#save.run(cart.id, tillId, JSON.stringify(cart))
    for (const [position, line] of lines.entries()) {
      const body = JSON.stringify(line)
      if (body !== written[position]) this.#saveLine.run(cart.id, position, body)
    }
    if (lines.length < written.length) this.#removeLinesFrom.run(cart.id, lines.length)
  }

  park(cartId: string, { label, cashierName, parkedAt }: Omit<ParkedCart, 'cart'>): void {
    this.#park.run(label, cashierName, parkedAt, cartId)
  }

  remove(cartId: string): void {
    this.#remove.run(cartId)
  }
}
