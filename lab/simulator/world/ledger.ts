import type { Receipt } from '#shared/contracts/till/till.ts'
import type { AgentMachine } from './agent-machine.ts'
import type { ShownShift } from './shifts-shown.ts'
import type { ShownReceipt, Till } from './till.ts'

/** Receipts given to customers. A receipt shown again must be identical. */
export class Ledger {
  readonly shown = new Map<string, ShownReceipt>()
  /** Receipts that are permanently lost, because their disk was lost or reset before the hub had them. */
  readonly goneWithTheDisk = new Set<string>()
  /** Machines whose disk was reset or copied, so that two receipts can have the same number. */
  readonly copied = new Set<AgentMachine>()
  /** Machines whose journal was damaged or lost. */
  readonly harmed = new Set<AgentMachine>()

  /** Series in which numbers were lost with a disk. */
  readonly holedSeries = new Set<string>()
  /** Shifts of tills as known to their cashiers, by id. */
  readonly shifts = new Map<string, ShownShift>()

  /** Returns the newest receipt that the till has shown, or undefined before the first one. */
  lastOf(till: Till): ShownReceipt | undefined {
    return [...this.shown.values()].findLast((shown) => shown.till === till)
  }

  /** Records a receipt. Returns false when it was shown before with different contents. */
  show(shown: ShownReceipt): boolean {
    const { receipt } = shown
    const before = this.shown.get(receipt.id)
    if (!before) {
      this.shown.set(receipt.id, shown)
      shown.till.shift.addReceipt(receipt)
    }
    return !before || faceOf(before.receipt) === faceOf(receipt)
  }
}

/** Returns the printed contents, which must never change. */
function faceOf({ id, receiptNumber, isReturn, soldAt, lines, sum, payments, changeSum }: Receipt): string {
  const printed = lines.map(({ name, quantity, price, sum: lineSum }) => [name, quantity, price, lineSum])
  return JSON.stringify([id, receiptNumber, isReturn, soldAt, printed, sum, payments, changeSum])
}
