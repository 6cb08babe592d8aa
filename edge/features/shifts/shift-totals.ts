import { type Amount, amount } from '#shared/money/decimal.ts'
import { type ShiftFacts, shiftTotals } from '#shared/pricing/shift-totals.ts'
import { sumTenders, type TenderType } from '#shared/pricing/tenders.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { CashMovementBody, ShiftOpenedBody, ShiftTotals } from '#shared/sync/shift.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { OpenShift } from '../../journal/shifts.ts'

/** The entry with which the shift was opened. */
export function openedBodyOf({ shifts }: Pick<JournalReader, 'shifts'>, { id }: OpenShift): ShiftOpenedBody {
  return JSON.parse(must(shifts.openedBody(id), 'opening of the shift')) as ShiftOpenedBody
}

/** What the shift adds up to by the entries of the journal; change counts as not received. */
export function totalsOf(reader: Pick<JournalReader, 'shifts'>, shift: OpenShift): ShiftTotals {
  const sum = new ShiftSums()
  for (const { type, body } of reader.shifts.entries(shift)) {
    if (type === 'sale') sum.addSale(JSON.parse(body) as SaleBody)
    else sum.addMovement(JSON.parse(body) as CashMovementBody)
  }
  return shiftTotals(sum.facts(amount(openedBodyOf(reader, shift).openingCash)))
}

const ZERO = 0 as Amount

class ShiftSums {
  readonly #paid = { sales: new Map<TenderType, Amount>(), returns: new Map<TenderType, Amount>() }
  readonly #moved = { In: ZERO, Out: ZERO }
  readonly #counts = { sales: 0, returns: 0 }

  addSale({ isReturn, payments, changeSum }: SaleBody): void {
    const way = isReturn ? 'returns' : 'sales'
    const tenders = payments.map((payment) => ({ type: payment.type, amount: amount(payment.amount) }))
    for (const { type, amount: paid } of sumTenders(tenders, amount(changeSum)))
      this.#paid[way].set(type, ((this.#paid[way].get(type) ?? ZERO) + paid) as Amount)
    this.#counts[way]++
  }

  addMovement({ kind, amount: moved }: CashMovementBody): void {
    this.#moved[kind] = (this.#moved[kind] + amount(moved)) as Amount
  }

  facts(openingCash: Amount): ShiftFacts {
    const [{ In: cashIn, Out: cashOut }, counts] = [this.#moved, this.#counts]
    const { sales: receiptsCount, returns: returnsCount } = counts
    return { openingCash, ...this.#paid, cashIn, cashOut, receiptsCount, returnsCount }
  }
}
