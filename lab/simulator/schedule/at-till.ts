import type { Cart } from '#shared/contracts/till/till.ts'
import type { Random } from '#test/support/random.ts'
import { checkOffers } from '../oracle/offers.ts'
import type { Till } from '../world/till.ts'
import type { World } from '../world/world.ts'
import type { Action } from './actions.ts'
import { outcomeOf } from './outcome-of.ts'
import type { Step } from './steps.ts'
import { settleAtTill } from './till-refusals.ts'

/** Returns the tills whose agent is running. */
const ready = (world: World): Till[] => world.tills.filter(({ machine }) => machine.isUp)

export type Work = (world: World, till: Till, random: Random) => Promise<string>

export function atTill(name: string, weight: number, work: Work): Step {
  return {
    name,
    weight: (world) => (ready(world).length > 0 ? weight : 0),
    do: async (world) => {
      const { random } = world
      const till = random.pick(ready(world))
      const done = await world.await(inOrder(world, till, random, work))
      world.trace.say(`${till.name} ${done ?? 'waits for ever'}`)
      if (done === null) world.unexpected(`${till.name}: the local API does not answer`)
    },
  }
}

/** Does the work. If the cashier is missing a response or the session, resolves that first instead. */
export async function inOrder(world: World, till: Till, random: Random, work: Work): Promise<string> {
  if (!till.isSignedIn) return till.signIn()
  if (till.shift.isUncertain) await till.shift.look()
  if (till.shift.isUncertain) return 'does not hear whether a shift is open'
  if (till.unanswered) return `asks again and ${await till.pay(till.unanswered)}`
  return work(world, till, random)
}

/** Returns two tills of different agents, or undefined for a missing one. */
export function twoMachines(world: World, random: Random): [Till | undefined, Till | undefined] {
  const tills = ready(world)
  if (tills.length === 0) return [undefined, undefined]
  const one = random.pick(tills)
  const others = tills.filter(({ machine }) => machine !== one.machine)
  return others.length === 0 ? [one, undefined] : [one, random.pick(others)]
}

export const hasTwo = (world: World): boolean => new Set(ready(world).map(({ machine }) => machine)).size > 1

interface Change {
  method: string
  path: string
  body?: object
  /** Returns true when the intended effect can be seen in the cart. By default, any change counts. */
  isSeen?: (after: Cart) => boolean
}

/** Changes the open cart and checks that it has changed. */
export async function changeCart(world: World, till: Till, action: Action, change: Change): Promise<string> {
  const before = await till.cart()
  const answer = await action.send(till, change.method, change.path, change.body)
  const after = await till.cart()
  const isDone = answer !== null && answer.status < 300
  const isAnother = after !== null && (after.id !== before?.id || after.version !== before?.version)
  if (isDone && isAnother) checkOffers(world, till, after)
  if (isDone && isAnother && (change.isSeen?.(after) ?? true)) action.tookEffect()
  else
    settleAtTill(world, till, action, isDone && after === null ? null : answer, {
      body: change.body,
      cart: before,
    })
  return outcomeOf(answer)
}
