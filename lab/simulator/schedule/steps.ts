import type { World } from '../world/world.ts'
import { DISASTER_STEPS } from './disaster-steps.ts'
import { FAULT_STEPS } from './fault-steps.ts'
import { FISCAL_STEPS } from './fiscal-steps.ts'
import { OFFICE_STEPS } from './office-steps.ts'
import { POINTS_STEPS } from './points-steps.ts'
import { TILL_STEPS } from './till-steps.ts'
import { VOUCHER_STEPS } from './voucher-steps.ts'

/** A possible step of the schedule. `do` describes its actions in the trace. */
export interface Step {
  name: string
  /** Relative frequency, 0 when the step is not possible now. */
  weight(world: World): number
  do(world: World): Promise<void>
}

const STEPS: readonly Step[] = [
  ...TILL_STEPS,
  ...POINTS_STEPS,
  ...VOUCHER_STEPS,
  ...OFFICE_STEPS,
  ...FISCAL_STEPS,
  ...FAULT_STEPS,
  ...DISASTER_STEPS,
]

/** Takes one step, then usually lets a little time pass. */
export async function takeStep(world: World): Promise<void> {
  const { random } = world
  const step = random.weighted(
    STEPS.map((each) => [each, each.weight(world) * (world.emphasis[each.name] ?? 1)]),
  )
  await step.do(world)
  await world.settle()
  if (random.chance(0.7)) await world.pass(random.spread(1, 1500))
}
