import { readHub } from '../oracle/hub-state.ts'
import { checkNothingStuck } from '../oracle/stuck.ts'
import { now } from '../process/time.ts'
import type { World } from '../world/world.ts'
import { bringBackOrganization } from './disaster-steps.ts'
import { startMachine, stopInOrder } from './fault-steps.ts'
import { tryAllAgain } from './fiscal-steps.ts'
import { endLong } from './office-steps.ts'

const LONGEST_MS = 100_000
const LOOK_EVERY_MS = 10_000
/** So long the hub holds a request that has nothing to say. */
const POLL_MS = 25_000

/** Everything is put right, and time goes by until nothing is left to do; after two minutes it should be so. */
export async function settleWorld(world: World): Promise<void> {
  world.trace.say('all is put right')
  const startedAt = now()
  await endLong(world, 'COMMIT')
  for (const hub of world.hubs) {
    hub.endPlan()
    if (!hub.isUp) await hub.start()
  }
  for (const machine of world.machines) {
    machine.endPlan()
    machine.setClock(0)
    machine.link.turn('fine')
    machine.link.isDisturbed = false
    machine.digestEveryMs = 15_000
    await stopInOrder(world, machine)
    await startMachine(world, machine)
  }
  await bringBackOrganization(world)
  await world.pass(20_000)
  await tryAllAgain(world)
  // A disk that was full is told of until something has been written again.
  for (const till of world.tills) await world.await(till.takeUp())
  for (let passedMs = 0; passedMs < LONGEST_MS; passedMs += LOOK_EVERY_MS) {
    await world.pass(LOOK_EVERY_MS)
    if (await isAtRest(world, startedAt)) break
  }
  // What a till was told last is on its way; of what a card comes to it is told with the next answer (docs/sync.md#cards).
  do await world.pass(POLL_MS + 1000)
  while (await isCardFresh(world))
}

/**
 * Tells whether a card has changed since the last answer that tills are sure to have got: points that a till with a fast clock
 * gave count when their moment comes, maybe only now.
 */
async function isCardFresh({ database }: World): Promise<boolean> {
  const [since, until] = [now() - POLL_MS - 1000, now()].map((ms) => new Date(ms).toISOString())
  const fresh = await database.read(
    'SELECT FROM till_cards WHERE counted_at > $1 OR due_at BETWEEN $1 AND $2',
    [since, until],
  )
  return fresh.length > 0
}

/** Each catalog has been compared with the hub's since then, and nothing is under way any more. */
async function isAtRest(world: World, since: number): Promise<boolean> {
  const owing = world.machines.filter((each) => !world.revoked.has(each) && each.wasEqualAt < since)
  return owing.length === 0 && (await checkNothingStuck(world, await readHub(world))).length === 0
}
