import type { World } from '../world/world.ts'
import { checkBookings, checkLedger } from './books.ts'
import type { Check } from './coverage.ts'
import { checkFiscal } from './fiscal.ts'
import { readHub } from './hub-state.ts'
import { checkNumbers } from './numbers.ts'
import { checkPoints } from './points.ts'
import { checkReceipts } from './receipts.ts'
import { checkReplicas } from './replicas.ts'
import { checkShifts } from './shifts.ts'
import { checkNothingStuck } from './stuck.ts'
import { checkTillReceipts } from './till-receipts.ts'
import { checkTillStock } from './till-stock.ts'
import { checkVouchers } from './vouchers.ts'

/** A defect found by an oracle. `kind` selects the counter in the report. */
export interface Finding {
  kind: 'lost' | 'doubled' | 'missed' | 'stuck' | 'unexpected'
  by: Check | 'the schedule'
  what: string
}

/** Runs the global oracle of docs/faults.md and adds every violated invariant to the findings of the world. */
export async function judge(world: World): Promise<void> {
  const hub = await readHub(world)
  world.findings.push(
    ...checkReceipts(world, hub),
    ...checkNumbers(world, hub),
    ...(await checkShifts(world, hub)),
    ...(await checkLedger(world)),
    ...checkBookings(world, hub),
    ...(await checkPoints(world, hub)),
    ...(await checkVouchers(world, hub)),
    ...(await checkNothingStuck(world, hub)),
    ...(await checkFiscal(world, hub)),
    ...(await checkTillStock(world)),
    ...(await checkTillReceipts(world)),
    ...(await checkReplicas(world)),
  )
}
