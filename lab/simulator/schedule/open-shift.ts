import type { Random } from '#test/support/random.ts'
import type { Till } from '../world/till.ts'
import type { World } from '../world/world.ts'
import { outcomeOf } from './outcome-of.ts'
import { settleAtTill } from './till-refusals.ts'

/** Returns a random amount of money in a drawer. */
export const someMoney = (random: Random): number => random.between(1, 50_000) / 100

export async function openShift(world: World, till: Till, random: Random): Promise<string> {
  const action = world.actions.begin('shift: open')
  const answer = await till.shift.begin(action, someMoney(random))
  if (till.shift.open) action.tookEffect()
  else settleAtTill(world, till, action, answer)
  return `opens shift ${till.shift.open?.opened.number ?? ''}: ${outcomeOf(answer)}`
}
