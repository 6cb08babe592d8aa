import type { ZeroLines } from '#shared/contracts/catalog/retail-points.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'
import { type CashRoundingRule, NO_ROUNDING } from '#shared/pricing/cash-rounding.ts'
import type { ManualDiscount } from '#shared/pricing/manual-discounts.ts'
import type { LineCut, Trace } from '#shared/pricing/promotions/model.ts'
import type { NumberedTender } from '#shared/pricing/refunds.ts'
import type { SoldLine } from '#shared/pricing/returned-line.ts'
import type { TenderType } from '#shared/pricing/tenders.ts'
import type { ReplicaProgram } from '#shared/sync/download.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { Db } from '../sqlite/open.ts'

/** A line keeps its own copy of what it was added with: the product may change or go meanwhile (docs/faults.md F43). */
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
  /** Its own; that of the whole receipt is the cart's. */
  discount: ManualDiscount | null
  /** What promotions, the card and the cashier take off it; null: only the cashier does. */
  cuts: readonly LineCut[] | null
  /** It earns points of the card. */
  earnsPoints: boolean
  vatRate: Percent | null
  /** Set in a return with a basis. */
  originalLineNo: number | null
  /** In a return with a basis: what was still returnable when it began. */
  returnable: Quantity | null
  /** In a return with a basis: as it was sold; an older agent has not kept the VAT, nor what had no discount. */
  sold: (Omit<SoldLine, 'vatSum'> & Partial<SoldLine>) | null
  /** NotTracked, or what kind of marking its pieces have. */
  trackingType: string
  paymentSubject: string
  ntin: string | null
  /** Of the one piece that the line is of. */
  markingCode: string | null
}

/** A gift voucher that is sold or reloaded; in a return: taken back. */
export interface CartVoucher {
  id: string
  number: string
  amount: Amount
  /** More is put on a voucher that is there already. */
  isReload: boolean
}

/** Under what the cart is sold; kept with it, so that it can be paid while the replica is being rebuilt. */
export interface CartTerms {
  retailPointId: string
  storeId: string
  currencyCode: string
  vatIncluded: boolean
  /** The most that may come off a line; 0 where no discounts are given. */
  maxDiscountPercent: Percent
  rounding: CashRoundingRule
  /** The ways to pay that are taken. */
  paymentTypes: readonly TenderType[]
  /** A return may be paid back otherwise than it was paid. */
  allowRefundOtherTender: boolean
  /** Allow: a discount may take a line down to 0. */
  zeroLines: ZeroLines
  /** The most that a gift voucher pays while head office does not tell its balance. */
  offlineVoucherLimit: Amount
  /** The most that a gift voucher is sold or reloaded for without a supervisor; 0: none is sold. */
  maxVoucherSale: Amount
  /** Of the retail point; null: that of the organization. */
  taxSystem: string | null
  /** It is paid in an open shift only. */
  requireShift: boolean
}

/** A receipt as far as goods are returned with it. */
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

/** A loyalty card as it was when the cart was last changed: it can be paid while the replica is being rebuilt. */
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

/** Who buys, and where the electronic receipt goes. */
export interface CartBuyer {
  card: CartCard | null
  customer: { id: string; name: string } | null
  phone: string | null
  email: string | null
}

export const NOBODY: CartBuyer = { card: null, customer: null, phone: null, email: null }

export interface CartOriginal {
  id: string
  receiptNumber: string
  /** Of another till: kept here, so that the return can be paid while the replica is being rebuilt. */
  ofAnotherTill?: BasisSale
}

export interface Cart {
  id: string
  version: number
  terms: CartTerms
  isReturn: boolean
  original: CartOriginal | null
  /** A return with a basis: what is left of what was paid for it. */
  refundable: Amount | null
  /** A return with a basis: how much of its goods was left when it began, all lines together. */
  goodsLeft: Quantity | null
  /** A return with a basis: what of it can be given back each way, as it was when it began. */
  refunds: readonly NumberedTender[] | null
  /** Of the whole receipt. */
  discount: ManualDiscount | null
  /** A supervisor has allowed what is given by hand; null: nobody was asked. */
  discountApproval: DiscountApproval | null
  /** That the customer shows. */
  coupons: readonly string[]
  /** What each promotion and the card give, or why they give nothing. */
  trace: readonly Trace[]
  buyer: CartBuyer
  /** What comes back in exchange for the lines: a return of its own. */
  back: Cart | null
  lines: CartLine[]
  vouchers: readonly CartVoucher[]
  /** Years: the cashier has said that the customer is that old; 0: nobody has asked. */
  confirmedAge: number
  /** What can be put back, the latest last. */
  removed: readonly RemovedLine[]
}

export interface DiscountApproval {
  supervisorId: string
  supervisorName: string
  /** What was given by hand then, on the whole cart. */
  discountSum: Amount
}

export interface RemovedLine {
  line: CartLine
  /** Where it stood, from 0. */
  at: number
  /** Of the receipt, which an empty cart has none of. */
  discount: ManualDiscount | null
}

export interface ParkedCart {
  cart: Cart
  label: string | null
  cashierName: string
  parkedAt: string
}

/** What carts have not that an older agent has left. */
const OLD_CART = {
  ...{ refundable: null, goodsLeft: null, refunds: null, discount: null, removed: [], coupons: [] },
  trace: [],
  discountApproval: null,
  confirmedAge: 0,
  buyer: NOBODY,
  back: null,
  vouchers: [],
}
const OLD_TERMS = {
  ...{ maxDiscountPercent: 0 as Percent, rounding: NO_ROUNDING },
  paymentTypes: ['Cash', 'Card'] satisfies TenderType[],
  ...{ allowRefundOtherTender: false, offlineVoucherLimit: 0 as Amount, taxSystem: null },
  maxVoucherSale: 0 as Amount,
  zeroLines: 'Cent' as const,
  requireShift: false,
}
const OLD_LINE = {
  ...{ minPrice: null, isDiscountProhibited: false, discount: null, cuts: null, sold: null },
  earnsPoints: false,
  ...{ trackingType: 'NotTracked', paymentSubject: 'Good', ntin: null, markingCode: null },
}

interface CartRow {
  id: string
  /** The cart without its lines. */
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

  /** Of all tills: a customer may come back to another one. */
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

/** With what an older agent has not written. */
function complete(cart: Cart): Cart {
  return {
    ...{ ...OLD_CART, ...cart },
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

  /** Makes it the open cart of the till. */
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
