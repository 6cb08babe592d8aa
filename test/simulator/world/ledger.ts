import type { Receipt } from '#shared/contracts/till/till.ts'
import type { AgentMachine } from './agent-machine.ts'
import type { ShownShift } from './shifts-shown.ts'
import type { ShownReceipt, Till } from './till.ts'

/** What customers went away with. The same receipt may be shown again: it must say the same. */
export class Ledger {
  readonly shown = new Map<string, ShownReceipt>()
  /** Receipts that nobody can know any more: their disk was lost or set back before the hub had them. */
  readonly goneWithTheDisk = new Set<string>()
  /** Machines whose disk was set back or copied: two receipts of theirs may bear one number. */
  readonly copied = new Set<AgentMachine>()
  /** Machines whose journal was damaged or lost. */
  readonly harmed = new Set<AgentMachine>()

  /** Series of which some numbers went with a disk. */
  readonly holedSeries = new Set<string>()
  /** What the cashiers know of the shifts of their tills, by id. */
  readonly shifts = new Map<string, ShownShift>()

  /** Returns the newest receipt that the till has shown; undefined before its first. */
  lastOf(till: Till): ShownReceipt | undefined {
    return [...this.shown.values()].findLast((shown) => shown.till === till)
  }

  /** False when it was shown before and said something else. */
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

/** What is printed on it and never changes. */
function faceOf({ id, receiptNumber, isReturn, soldAt, lines, sum, payments, changeSum }: Receipt): string {
  const printed = lines.map(({ name, quantity, price, sum: lineSum }) => [name, quantity, price, lineSum])
  return JSON.stringify([id, receiptNumber, isReturn, soldAt, printed, sum, payments, changeSum])
}
