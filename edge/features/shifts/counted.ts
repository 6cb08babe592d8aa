import { type CloseShift, sumCounted } from '#shared/contracts/till/shift.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'

type Counted = CloseShift['counted']

/** Notes and coins that come to another sum than the one that is told. Throws invalid_request. */
export function refuseOtherSum(field: string, sum: Amount | undefined, counted: Counted): void {
  if (!counted || counted.length === 0 || sumCounted(counted) === sum) return
  throw invalidField([field], 'is not what the notes and coins come to')
}

/** As it is written down, in major units. */
export const presentCounted = (counted: Counted = []) =>
  counted.map(({ value, count }) => ({ value: amountToNumber(value), count }))
