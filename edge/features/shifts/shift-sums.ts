import { sumTenders, type TenderType } from '#shared/domain/tenders.ts'
import {
  type Amount,
  amount,
  multiplyDivide,
  type Percent,
  percent,
  quantity,
} from '#shared/money/decimal.ts'
import { shiftTotals } from '#shared/pricing/shift-totals.ts'
import { vatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody, SaleDiscount } from '#shared/sync/sale.ts'
import type {
  CashMovementBody,
  ShiftClosedBody,
  ShiftOpenedBody,
  ShiftTotals,
  TillEventBody,
} from '#shared/sync/shift.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Shift } from '../../journal/shifts.ts'

type ShiftsSource = Pick<JournalReader, 'shifts'>

export function openedBodyOf({ shifts }: ShiftsSource, shift: Shift): ShiftOpenedBody {
  return JSON.parse(must(shifts.openedBody(shift), 'opening of the shift')) as ShiftOpenedBody
}

/** Returns the entry that closed the shift, or null when the shift is open. */
export function closedBodyOf({ shifts }: ShiftsSource, shift: Shift): ShiftClosedBody | null {
  const body = shifts.closedBody(shift)
  return body === undefined ? null : (JSON.parse(body) as ShiftClosedBody)
}

/** Returns the totals of the shift from the entries of the journal. Change is subtracted from the payments. */
export const totalsOf = (reader: ShiftsSource, shift: Shift): ShiftTotals =>
  addUp(reader, shift).totals(openedBodyOf(reader, shift))

export function addUp({ shifts }: ShiftsSource, shift: Shift): ShiftSums {
  const sums = new ShiftSums()
  for (const { type, body } of shifts.entries(shift)) sums.add(type, JSON.parse(body))
  return sums
}

const ZERO = 0 as Amount
const plus = (one: Amount, other: Amount): Amount => (one + other) as Amount

export class Tally {
  count = 0
  sum: Amount = ZERO

  add(value: Amount): void {
    this.count++
    this.sum = plus(this.sum, value)
  }

  /**
   * Subtracts a value. Does nothing when the tally is empty, because the value was then added before the
   * shift began.
   */
  takeBack(value: Amount): void {
    if (this.count === 0) return
    this.count--
    this.sum = (this.sum - value) as Amount
  }
}

interface CashierSums {
  id: string
  name: string
  sales: Tally
  returns: Tally
  discounts: Amount
  voids: Tally
}

interface VatSums {
  rate: Percent
  sales: { base: Amount; vat: Amount }
  returns: { base: Amount; vat: Amount }
}

type Way = 'sales' | 'returns'
const wayOf = ({ isReturn }: SaleBody): Way => (isReturn ? 'returns' : 'sales')

/** Running totals of a shift in minor units, updated with each entry. */
export class ShiftSums {
  readonly paid = { sales: new Map<TenderType, Amount>(), returns: new Map<TenderType, Amount>() }
  readonly receipts = { sales: new Tally(), returns: new Tally() }
  /** Number of receipts with goods. */
  goodsReceipts = 0
  readonly vouchers = { sold: new Tally(), reloaded: new Tally(), takenBack: new Tally() }
  readonly moved = { In: ZERO, Out: ZERO }
  readonly movements: CashMovementBody[] = []
  readonly discounts = new Map<string, { kind: SaleDiscount['kind']; name: string | null; tally: Tally }>()
  readonly vat = new Map<Percent, VatSums>()
  readonly cashiers = new Map<string, CashierSums>()
  readonly voids = new Tally()
  readonly priceChanges = new Tally()
  /** Number of events by kind. */
  readonly events = new Map<string, number>()
  readonly approvals = new Map<string, { limit: string; supervisorName: string; count: number }>()
  rounding: Amount = ZERO
  firstReceipt: string | null = null
  lastReceipt: string | null = null

  add(type: string, body: unknown): void {
    if (type === 'sale') this.#addSale(body as SaleBody)
    else if (type === 'cash_movement') this.#addMovement(body as CashMovementBody)
    else this.#addEvent(body as TillEventBody)
  }

  totals({ openingCash }: ShiftOpenedBody): ShiftTotals {
    const { In: cashIn, Out: cashOut } = this.moved
    const { sales, returns } = this.receipts
    return shiftTotals({
      openingCash: amount(openingCash),
      ...this.paid,
      cashIn,
      cashOut,
      receiptsCount: sales.count,
      returnsCount: returns.count,
    })
  }

  #addSale(sale: SaleBody): void {
    const way = wayOf(sale)
    const sum = amount(sale.sum)
    const paid = sale.payments.map((payment) => ({ type: payment.type, amount: amount(payment.amount) }))
    for (const tender of sumTenders(paid, amount(sale.changeSum)))
      this.paid[way].set(tender.type, plus(this.paid[way].get(tender.type) ?? ZERO, tender.amount))
    this.receipts[way].add(sum)
    this.#cashier(sale)[way].add(sum)
    const rounding = amount(sale.roundingSum ?? 0)
    this.rounding = plus(this.rounding, (way === 'sales' ? rounding : -rounding) as Amount)
    this.firstReceipt ??= sale.receiptNumber
    this.lastReceipt = sale.receiptNumber
    if (way === 'sales') for (const discount of sale.discounts ?? []) this.#addDiscount(sale, discount)
    this.#addVat(way, sale)
    if (way === 'sales' && sale.lines.length > 0) this.goodsReceipts++
    this.#addVouchers(sale)
  }

  #addVouchers({ isReturn, vouchers = [] }: SaleBody): void {
    for (const voucher of vouchers) {
      const kind = voucher.isReload ? 'reloaded' : 'sold'
      this.vouchers[isReturn ? 'takenBack' : kind].add(amount(voucher.amount))
    }
  }

  #addDiscount(sale: SaleBody, { kind, name = null, amount: off }: SaleDiscount): void {
    const key = JSON.stringify([kind, name])
    const discount = this.discounts.get(key) ?? { kind, name, tally: new Tally() }
    this.discounts.set(key, discount)
    discount.tally.add(amount(off))
    const cashier = this.#cashier(sale)
    if (kind === 'Manual') cashier.discounts = plus(cashier.discounts, amount(off))
  }

  #addVat(way: Way, { lines }: SaleBody): void {
    const read = lines.map(({ vatRate, sum, vatSum }) => ({
      vatRate: vatRate === null ? null : percent(vatRate),
      sum: amount(sum),
      vatSum: amount(vatSum),
    }))
    for (const { rate, base, vat } of vatBreakdown(read)) {
      const none = { base: ZERO, vat: ZERO }
      const known = this.vat.get(rate) ?? { rate, sales: none, returns: none }
      const before = known[way]
      this.vat.set(rate, { ...known, [way]: { base: plus(before.base, base), vat: plus(before.vat, vat) } })
    }
  }

  #addMovement(movement: CashMovementBody): void {
    this.moved[movement.kind] = plus(this.moved[movement.kind], amount(movement.amount))
    this.movements.push(movement)
  }

  #addEvent(event: TillEventBody): void {
    const { kind, details } = event
    this.events.set(kind, (this.events.get(kind) ?? 0) + 1)
    const voided = voidedSum(event)
    if (voided !== null) {
      const own = this.#cashier(event).voids
      for (const voids of [this.voids, own])
        kind === 'line_restored' ? voids.takeBack(voided) : voids.add(voided)
    }
    if (kind === 'price_changed')
      this.priceChanges.add(
        costOf(Number(details.quantity), Number(details.newPrice) - Number(details.price)),
      )
    if (kind === 'limit_lifted') this.#addApproval(String(details.limit), String(details.supervisorName))
  }

  #addApproval(limit: string, supervisorName: string): void {
    const key = JSON.stringify([limit, supervisorName])
    const approval = this.approvals.get(key) ?? { limit, supervisorName, count: 0 }
    this.approvals.set(key, { ...approval, count: approval.count + 1 })
  }

  #cashier({
    cashierId,
    cashierName,
  }: {
    cashierId: string | null
    cashierName: string | null
  }): CashierSums {
    const id = must(cashierId, 'cashier')
    const known = this.cashiers.get(id) ?? {
      id,
      name: cashierName ?? '',
      sales: new Tally(),
      returns: new Tally(),
      discounts: ZERO,
      voids: new Tally(),
    }
    this.cashiers.set(id, known)
    return known
  }
}

/**
 * Returns the amount that an event removed from a sale or restored to it, or null for other events. It is
 * positive in both cases.
 */
function voidedSum({ kind, details }: TillEventBody): Amount | null {
  const { quantity: count, price, newQuantity = 0, sum, isReturn = false } = details
  if (isReturn) return null
  if (kind === 'cart_cleared') return amount(Number(sum))
  if (['line_removed', 'line_reduced', 'line_restored'].includes(kind))
    return (costOf(Number(count), Number(price)) - costOf(Number(newQuantity), Number(price))) as Amount
  return null
}

const costOf = (count: number, price: number): Amount =>
  multiplyDivide(quantity(count), Math.round(price * 100), 1000) as Amount
