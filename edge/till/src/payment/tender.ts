import { type Amount, amount, sumAmounts } from '#shared/money/decimal.ts'
import { type PaymentType, settle, type Tender } from '#shared/pricing/sale.ts'
import { emptyEntry, entryValue, type NumberEntry } from '../controls/number-entry.ts'

/** A payment in the making: the parts already taken, and the one being entered. */
export interface Tendering {
  parts: TenderPart[]
  type: PaymentType
  /** Empty means all that is left. */
  entry: NumberEntry
  reference: string
}

export interface TenderPart extends Tender {
  reference: string
}

export const noTender: Tendering = { parts: [], type: 'Cash', entry: emptyEntry, reference: '' }

export function leftToPay(sum: Amount, { parts }: Tendering): Amount {
  return (sum - sumAmounts(parts.map((part) => part.amount))) as Amount
}

/** The amount being entered; all that is left while nothing is entered. */
export function enteredAmount(sum: Amount, tendering: Tendering): Amount {
  const value = entryValue(tendering.entry)
  return value === null ? leftToPay(sum, tendering) : amount(value)
}

/** Takes what is entered as one part; the rest is paid another way. Null where there would be no rest. */
export function takePart(sum: Amount, tendering: Tendering): Tendering | null {
  const entered = enteredAmount(sum, tendering)
  if (entered <= 0 || entered >= leftToPay(sum, tendering)) return null
  const { parts, type, reference } = tendering
  const part = { type, amount: entered, reference: type === 'Card' ? reference : '' }
  return { ...noTender, parts: [...parts, part], type: type === 'Card' ? 'Cash' : 'Card' }
}

export function dropPart(tendering: Tendering, index: number): Tendering {
  return { ...tendering, parts: tendering.parts.filter((_, at) => at !== index) }
}

export function tendersOf(sum: Amount, tendering: Tendering): TenderPart[] {
  const { parts, type, reference } = tendering
  const entered = enteredAmount(sum, tendering)
  return entered > 0
    ? [...parts, { type, amount: entered, reference: type === 'Card' ? reference : '' }]
    : parts
}

export type TenderOutcome = ReturnType<typeof settle> | { ok: false; reason: 'not_exact' }

/** What the tenders come to. A refund gives out exactly the sum: there is no change from a refund. */
export function outcomeOf(sum: Amount, tendering: Tendering, isReturn: boolean): TenderOutcome {
  const settlement = settle(sum, tendersOf(sum, tendering))
  const isRefundTooMuch = isReturn && settlement.ok && settlement.changeSum > 0
  return isRefundTooMuch ? { ok: false, reason: 'not_exact' } : settlement
}
