import { type CloseShift, sumCounted } from '#shared/contracts/till/shift.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'

type Counted = CloseShift['counted']

/** Throws `invalid_request` when the notes and coins do not add up to the given total. */
export function refuseOtherSum(field: string, sum: Amount | undefined, counted: Counted): void {
  if (!counted || counted.length === 0 || sumCounted(counted) === sum) return
  throw invalidField([field], 'is not the sum of the notes and coins')
}

/** Converts the count to the recorded form, in major units. */
export const presentCounted = (counted: Counted = []) =>
  counted.map(({ value, count }) => ({ value: amountToNumber(value), count }))
