import type { TenderType } from '#shared/domain/tenders.ts'
import type { ZeroLines } from '#shared/domain/zero-lines.ts'
import type { Amount, Percent, Quantity } from '#shared/money/decimal.ts'
import type { CashRoundingRule } from '#shared/pricing/cash-rounding.ts'
import type { ManualDiscount } from '#shared/pricing/manual-discounts.ts'
import type { LineCut, Trace } from '#shared/pricing/promotions/model.ts'
import type { NumberedTender } from '#shared/pricing/refunds.ts'
import type { SoldLine } from '#shared/pricing/returned-line.ts'
import type { ReplicaProgram } from '#shared/sync/download.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { Db } from '../sqlite/open.ts'

/**
 * A cart line. It has its own copy of the product data, because the product can be changed or deleted in the
 * meantime (docs/faults.md F43).
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
  /** Manual discount of this line. The discount of the whole receipt is stored in the cart. */
  discount: ManualDiscount | null
  /** Discounts from promotions, the card and the cashier. Null when only the cashier's discount applies. */
  cuts: readonly LineCut[] | null
  /** True when the line earns points for the card. */
  earnsPoints: boolean
  vatRate: Percent | null
  /** Line number on the returned receipt. Set only in a return with a basis. */
  originalLineNo: number | null
  /** Quantity that was returnable when the return began. Set only in a return with a basis. */
  returnable: Quantity | null
  /** The line as it was sold. Set only in a return with a basis. */
  sold: SoldLine | null
  /** NotTracked, or the marking category of its pieces. */
  trackingType: string
  paymentSubject: string
  ntin: string | null
  /** Marking code of the line's single piece. */
  markingCode: string | null
}

/** A gift voucher that is sold or reloaded. In a return, a voucher that is taken back. */
export interface CartVoucher {
  id: string
  number: string
  amount: Amount
  /** True when an existing voucher is reloaded. */
  isReload: boolean
}

/** Terms of the sale. They are stored in the cart, so that it can be paid while the replica is being rebuilt. */
export interface CartTerms {
  retailPointId: string
  storeId: string
  currencyCode: string
  vatIncluded: boolean
  /** Maximum discount of a line. 0 where discounts are not allowed. */
  maxDiscountPercent: Percent
  rounding: CashRoundingRule
  /** Accepted payment methods. */
  paymentTypes: readonly TenderType[]
  /** True when a return can be refunded in another payment method. */
  allowRefundOtherTender: boolean
  /** `Allow` means that a discount can reduce a line to 0. */
  zeroLines: ZeroLines
  /** Maximum payment by a gift voucher while its balance is not available from head office. */
  offlineVoucherLimit: Amount
  /**
   * Maximum amount for which a gift voucher can be sold or reloaded without a supervisor. 0 means that no
   * vouchers are sold.
   */
  maxVoucherSale: Amount
  /** Tax system of the retail point. Null means that of the organization. */
  taxSystem: string | null
  /** True when the cart can only be paid in an open shift. */
  requireShift: boolean
}

/** Fields of a receipt that its returns need. */
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
 * A loyalty card as of the last change of the cart. It is stored so that the cart can be paid while the
 * replica is being rebuilt.
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

/** Buyer of the cart, with the address for the electronic receipt. */
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
  /** Sale of another till. It is stored here, so that the return can be paid while the replica is being rebuilt. */
  ofAnotherTill?: BasisSale
}

export interface Cart {
  id: string
  version: number
  terms: CartTerms
  isReturn: boolean
  original: CartOriginal | null
  /** Amount paid for the goods that was not yet refunded when the return began. Set only in a return with a basis. */
  refundable: Amount | null
  /**
   * Total quantity of goods on the receipt that was returnable when the return began. Set only in a return
   * with a basis.
   */
  goodsLeft: Quantity | null
  /** Maximum refund by payment method when the return began. Set only in a return with a basis. */
  refunds: readonly NumberedTender[] | null
  /** Discount of the whole receipt. */
  discount: ManualDiscount | null
  /** Supervisor's approval of the manual discounts. Null when none was needed. */
  discountApproval: DiscountApproval | null
  /** Coupons presented by the customer. */
  coupons: readonly string[]
  /** Result of each promotion and of the card, with the reason when there is no discount. */
  trace: readonly Trace[]
  buyer: CartBuyer
  /** Goods returned in exchange, as a separate return cart. */
  back: Cart | null
  lines: CartLine[]
  vouchers: readonly CartVoucher[]
  /** Customer's age in years confirmed by the cashier. 0 when it was not checked. */
  confirmedAge: number
  /** Removed lines that can be restored, the latest last. */
  removed: readonly RemovedLine[]
}

interface DiscountApproval {
  supervisorId: string
  supervisorName: string
  /** Total of all manual discounts of the cart at the time of the approval. */
  discountSum: Amount
}

interface RemovedLine {
  line: CartLine
  /** Zero-based index of the line. */
  at: number
  /** Discount of the receipt at the removal, because an emptied cart loses it. */
  discount: ManualDiscount | null
}

export interface ParkedCart {
  cart: Cart
  label: string | null
  cashierName: string
  parkedAt: string
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

  /** Lists the parked carts of all tills, because a customer can continue at another till. */
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
    return { ...(JSON.parse(body) as Omit<Cart, 'lines'>), lines }
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
