import { type Amount, amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
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
export function shiftTotals(reader: Pick<JournalReader, 'shifts'>, shift: OpenShift): ShiftTotals {
  const sum = new Sums()
  for (const { type, body } of reader.shifts.entries(shift)) {
    if (type === 'sale') sum.addSale(JSON.parse(body) as SaleBody)
    else sum.addMovement(JSON.parse(body) as CashMovementBody)
  }
  return sum.totals(amount(openedBodyOf(reader, shift).openingCash))
}

const ZERO = 0 as Amount

type Summed = 'salesCash' | 'salesCard' | 'returnsCash' | 'returnsCard' | 'cashIn' | 'cashOut'

class Sums {
  readonly #amounts: Record<Summed, Amount> = {
    salesCash: ZERO,
    salesCard: ZERO,
    returnsCash: ZERO,
    returnsCard: ZERO,
    cashIn: ZERO,
    cashOut: ZERO,
  }
  #receiptsCount = 0
  #returnsCount = 0

  addSale({ isReturn, payments, changeSum }: SaleBody): void {
    const paid = (type: 'Cash' | 'Card'): Amount =>
      sumAmounts(payments.filter((payment) => payment.type === type).map((payment) => amount(payment.amount)))
    const cash = (paid('Cash') - amount(changeSum)) as Amount
    this.#add(isReturn ? 'returnsCash' : 'salesCash', cash)
    this.#add(isReturn ? 'returnsCard' : 'salesCard', paid('Card'))
    if (isReturn) this.#returnsCount++
    else this.#receiptsCount++
  }

  addMovement(movement: CashMovementBody): void {
    this.#add(movement.kind === 'In' ? 'cashIn' : 'cashOut', amount(movement.amount))
  }

  totals(openingCash: Amount): ShiftTotals {
    const { salesCash, salesCard, returnsCash, returnsCard, cashIn, cashOut } = this.#amounts
    return {
      salesCash: amountToNumber(salesCash),
      salesCard: amountToNumber(salesCard),
      returnsCash: amountToNumber(returnsCash),
      returnsCard: amountToNumber(returnsCard),
      cashIn: amountToNumber(cashIn),
      cashOut: amountToNumber(cashOut),
      receiptsCount: this.#receiptsCount,
      returnsCount: this.#returnsCount,
      expectedCash: amountToNumber((openingCash + cashIn - cashOut + salesCash - returnsCash) as Amount),
    }
  }

  #add(name: Summed, value: Amount): void {
    this.#amounts[name] = (this.#amounts[name] + value) as Amount
  }
}
