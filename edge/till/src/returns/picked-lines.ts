import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import {
  type Amount,
  amount,
  amountToNumber,
  type Quantity,
  quantity,
  sumAmounts,
} from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { returnedLine } from '#shared/pricing/returned-line.ts'

type ReceiptLine = Receipt['lines'][number]

/** How much of each line is returned, by line number; a line that is not named is not returned. */
export type PickedLines = Readonly<Record<number, number>>

export const pickEverything = (lines: readonly ReceiptLine[]): PickedLines =>
  Object.fromEntries(
    lines.filter((line) => line.returnable > 0).map((line) => [line.lineNo, line.returnable]),
  )

export const isAnythingPicked = (picked: PickedLines): boolean =>
  Object.values(picked).some((value) => value > 0)

export const isEverythingPicked = (lines: readonly ReceiptLine[], picked: PickedLines): boolean =>
  lines.every((line) => (picked[line.lineNo] ?? 0) >= line.returnable)

/** About what goes back to the customer, in major units: VAT on top is worked out in the cart. */
export function pickedSum(lines: readonly ReceiptLine[], picked: PickedLines): number {
  const sums = lines.map((line): Amount => {
    const value = picked[line.lineNo] ?? 0
    return value === line.quantity ? amount(line.sum) : partOf(line, quantity(value))
  })
  return amountToNumber(sumAmounts(sums))
}

function partOf(line: ReceiptLine, part: Quantity): Amount {
  const price = amount(line.price)
  const whole = quantity(line.quantity)
  const net = lineSum(whole, price, amount(line.discountAmount))
  const before = (whole - quantity(line.returnable)) as Quantity
  return returnedLine({ quantity: whole, net, vatSum: amount(0) }, { before, quantity: part, price }).net
}

export interface ReturnChange {
  lineId: string
  /** 0 takes the line out of the return. */
  quantity: number
}

/** What is to change in a return that was begun with everything, so that it holds what was picked. */
export function returnChanges(lines: Cart['lines'], picked: PickedLines): ReturnChange[] {
  return lines
    .map((line) => ({
      lineId: line.id,
      quantity: picked[line.originalLineNo ?? -1] ?? 0,
      before: line.quantity,
    }))
    .filter((change) => change.quantity !== change.before)
    .map(({ lineId, quantity }) => ({ lineId, quantity }))
}
