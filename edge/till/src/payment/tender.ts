import { type Amount, amount, sumAmounts } from '#shared/money/decimal.ts'
import { type CashRoundingRule, roundingOf } from '#shared/pricing/cash-rounding.ts'
import { settle } from '#shared/pricing/sale.ts'
import { isCash, needsReference, type Tender, type TenderType } from '#shared/pricing/tenders.ts'
import { emptyEntry, entryValue, type NumberEntry } from '#shared/ui/controls/number-entry.ts'

/** What is to be paid, and how that is rounded. */
export interface Bill {
  sum: Amount
  rounding: CashRoundingRule
  /** The most that is given back in a return. */
  most: Amount | null
  /** The ways to pay that are taken; at least one. */
  types: readonly TenderType[]
}

/** A payment in the making: the parts already taken, and the one being entered. */
export interface Tendering {
  parts: TenderPart[]
  type: TenderType
  /** Empty means all that is left. */
  entry: NumberEntry
  reference: string
}

export interface TenderPart extends Tender {
  reference: string
}

export const noTender: Tendering = { parts: [], type: 'Cash', entry: emptyEntry, reference: '' }

/** When it is all paid the chosen way. */
export function leftToPay({ sum, rounding, most }: Bill, { parts, type }: Tendering): Amount {
  const known = type === 'Cash' ? parts : []
  const put = roundingOf(sum, [...known, { type, amount: 0 as Amount }], rounding, most)
  return (sum + put - sumAmounts(parts.map((part) => part.amount))) as Amount
}

/** What rounding puts on the sum, paid as it is being entered. */
export function roundingAt(bill: Bill, tendering: Tendering): Amount {
  return roundingOf(bill.sum, tendersOf(bill, tendering), bill.rounding, bill.most)
}

/** The amount being entered; all that is left while nothing is entered. */
export function enteredAmount(bill: Bill, tendering: Tendering): Amount {
  const value = entryValue(tendering.entry)
  return value === null ? leftToPay(bill, tendering) : amount(value)
}

/** Takes what is entered as one part; the rest is paid another way Null where there would be no rest. */
export function takePart(bill: Bill, tendering: Tendering): Tendering | null {
  const entered = enteredAmount(bill, tendering)
  if (entered <= 0 || entered >= leftToPay(bill, tendering)) return null
  const { parts, type, reference } = tendering
  const rest = restType(bill, tendering)
  if (!rest) return null
  const part = { type, amount: entered, reference: isCash({ type }) ? '' : reference }
  return { ...noTender, parts: [...parts, part], type: rest }
}

/** How the rest is paid at first, when a part is taken this way; undefined where there is one way only. */
export function restType({ types }: Bill, { type }: Tendering): TenderType | undefined {
  return types.find((other) => other !== type)
}

export function dropPart(tendering: Tendering, index: number): Tendering {
  return { ...tendering, parts: tendering.parts.filter((_, at) => at !== index) }
}

export function tendersOf(bill: Bill, tendering: Tendering): TenderPart[] {
  const { parts, type, reference } = tendering
  const entered = enteredAmount(bill, tendering)
  return entered > 0
    ? [...parts, { type, amount: entered, reference: isCash({ type }) ? '' : reference }]
    : parts
}

export type TenderOutcome = ReturnType<typeof settle> | { ok: false; reason: 'not_exact' | 'no_reference' }

/** What the tenders come to. A refund gives out exactly the sum: there is no change from a refund. */
export function outcomeOf(bill: Bill, tendering: Tendering, isReturn: boolean): TenderOutcome {
  const tenders = tendersOf(bill, tendering)
  if (tenders.some(({ type, reference }) => needsReference(type) && reference.trim() === ''))
    return { ok: false, reason: 'no_reference' }
  const settlement = settle((bill.sum + roundingAt(bill, tendering)) as Amount, tenders)
  const isRefundTooMuch = isReturn && settlement.ok && settlement.changeSum > 0
  return isRefundTooMuch ? { ok: false, reason: 'not_exact' } : settlement
}
