import type { TillShift } from '#shared/contracts/till/shift.ts'
import type { Receipt } from '#shared/contracts/till/till.ts'
import type { AgentMachine } from './agent-machine.ts'
import type { Till } from './till.ts'

/** A shift as shown to the cashiers of its till. */
export interface ShownShift {
  till: Till
  machine: AgentMachine
  opened: TillShift
  receipts: Receipt[]
  movements: Movement[]
  /** The shift as shown at closing, or `unseen` when the shift is closed but that response never arrived. */
  closed: TillShift | 'unseen' | null
  /** True when the disk was lost, reset or copied, so that the contents are not fully known any more. */
  isTorn: boolean
}

export interface Movement {
  kind: 'In' | 'Out'
  amount: number
}

/** Payments of a sale or a return. */
interface Paid {
  isReturn: boolean
  payments: readonly { type: string; amount: number }[]
  changeSum: number
}

export type Totals = NonNullable<TillShift['totals']>

const OTHER_WAYS = ['Qr', 'Transfer', 'GiftCard', 'Prepayment', 'Credit', 'Bonus', 'Other'] as const

/** Returns the totals of a shift in cents, calculated without product code. */
export function totalsOf(
  openingCash: number,
  receipts: readonly Paid[],
  movements: readonly Movement[],
): Totals {
  const cents = (value: number): number => Math.round(value * 100)
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
  const paid = (isReturn: boolean, type: string): number =>
    sum(
      receipts
        .filter((receipt) => receipt.isReturn === isReturn)
        .flatMap(({ payments, changeSum }) => [
          ...payments.filter((payment) => payment.type === type).map(({ amount }) => cents(amount)),
          type === 'Cash' ? -cents(changeSum) : 0,
        ]),
    )
  const moved = (kind: Movement['kind']): number =>
    sum(movements.filter((movement) => movement.kind === kind).map(({ amount }) => cents(amount)))
  const [salesCash, returnsCash] = [paid(false, 'Cash'), paid(true, 'Cash')]
  const others = OTHER_WAYS.map((type) => ({
    type,
    sales: paid(false, type),
    returns: paid(true, type),
  })).filter(({ sales, returns }) => sales !== 0 || returns !== 0)
  const [cashIn, cashOut] = [moved('In'), moved('Out')]
  return {
    salesCash: salesCash / 100,
    salesCard: paid(false, 'Card') / 100,
    returnsCash: returnsCash / 100,
    returnsCard: paid(true, 'Card') / 100,
    salesOther: sum(others.map(({ sales }) => sales)) / 100,
    returnsOther: sum(others.map(({ returns }) => returns)) / 100,
    otherTenders: others.map(({ type, sales, returns }) => ({
      type,
      sales: sales / 100,
      returns: returns / 100,
    })),
    cashIn: cashIn / 100,
    cashOut: cashOut / 100,
    receiptsCount: receipts.filter(({ isReturn }) => !isReturn).length,
    returnsCount: receipts.filter(({ isReturn }) => isReturn).length,
    expectedCash: (cents(openingCash) + cashIn - cashOut + salesCash - returnsCash) / 100,
  }
}

/** Returns the names of the totals that differ, with both values. */
export function differingTotals(
  due: Totals,
  is: { [Name in keyof Totals]?: Totals[Name] | undefined },
): string[] {
  return (Object.keys(due) as (keyof Totals)[])
    .map((name) => ({ name, must: JSON.stringify(due[name]), has: JSON.stringify(is[name]) }))
    .filter(({ must, has }) => has !== must)
    .map(({ name, must, has }) => `${name} ${has} instead of ${must}`)
}
