import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import type { Receipt } from '#shared/contracts/till/till.ts'
import type { ShownShift } from '../world/shifts-shown.ts'
import type { World } from '../world/world.ts'

interface Tally {
  count: number
  sum: number
}

function tally(sums: readonly number[]): Tally {
  const cents = sums.reduce((total, sum) => total + Math.round(sum * 100), 0)
  return { count: sums.length, sum: cents / 100 }
}

/**
 * Checks right after an X or Z report that it separates goods and vouchers, and matches the sums of the
 * customers' receipts.
 */
export function checkReport(world: World, shift: ShownShift, { sums }: ShiftReport): void {
  if (sums === null) return
  const { receipts, opened, till } = shift
  for (const of of world.coverage.of('vouchers in reports', [sums])) {
    const is = JSON.stringify([of.sales, of.returns, of.vouchers])
    const [sales, returns] = [goods(receipts, false), goods(receipts, true)]
    const due = JSON.stringify([sales, returns, vouchersIn(receipts)])
    if (is === due) continue
    const what = `the report of shift ${opened.number} of ${till.name} has ${is} and should have ${due}`
    world.find({ kind: 'missed', by: 'vouchers in reports', what })
  }
}

const goods = (receipts: readonly Receipt[], isReturn: boolean): number =>
  tally(receipts.filter((receipt) => receipt.isReturn === isReturn).map(({ sum }) => sum)).sum

function vouchersIn(receipts: readonly Receipt[]): { sold: Tally; reloaded: Tally; takenBack: Tally } {
  const moved = receipts.flatMap(({ isReturn, vouchers }) =>
    vouchers.map((voucher) => ({ ...voucher, isReturn })),
  )
  const sums = (of: (voucher: (typeof moved)[number]) => boolean): Tally =>
    tally(moved.filter(of).map(({ amount }) => amount))
  return {
    sold: sums(({ isReturn, isReload }) => !isReturn && !isReload),
    reloaded: sums(({ isReturn, isReload }) => !isReturn && isReload),
    takenBack: sums(({ isReturn }) => isReturn),
  }
}
