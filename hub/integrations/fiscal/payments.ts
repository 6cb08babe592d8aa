import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import { failed } from './adapter.ts'
import { Refused } from './exchange.ts'
import type { FiscalPayment } from './receipt.ts'

/** Provider's names of tenders. */
export type PaymentNames<Name> = Partial<Record<FiscalPayment['type'], Name>>

/**
 * Adds up payments by name, as providers require. Throws `Refused` for a tender that the provider does not
 * support.
 */
export function paymentsByName<Name extends string | number>(
  payments: readonly FiscalPayment[],
  names: PaymentNames<Name>,
): { name: Name; sum: Amount }[] {
  const sums = new Map<Name, Amount>()
  for (const { type, amount } of payments) {
    const name = names[type]
    if (name === undefined)
      throw new Refused(failed('Limit', `The provider does not take payments of the type ${type}`, 'Person'))
    sums.set(name, sumAmounts([sums.get(name) ?? (0 as Amount), amount]))
  }
  return [...sums].map(([name, sum]) => ({ name, sum }))
}
