import { readHub } from '../oracle/hub-state.ts'
import { checkNothingStuck } from '../oracle/stuck.ts'
import { now } from '../process/time.ts'
import type { World } from '../world/world.ts'
import { endArchive } from './disaster-steps.ts'
import { startMachine, stopInOrder } from './fault-steps.ts'
import { tryAllAgain } from './fiscal-steps.ts'
import { endLong } from './office-steps.ts'

const LONGEST_MS = 100_000
const LOOK_EVERY_MS = 10_000
/** Time in ms for which the hub holds a long poll without changes. */
const POLL_MS = 25_000

/** Ends all faults and lets up to two minutes pass until nothing is left to do. */
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
  await endArchive(world)
  await world.pass(20_000)
  await tryAllAgain(world)
  // A disk that was full is reported until the next successful write.
  for (const till of world.tills) await world.await(till.takeUp())
  for (let passedMs = 0; passedMs < LONGEST_MS; passedMs += LOOK_EVERY_MS) {
    await world.pass(LOOK_EVERY_MS)
    if (await isAtRest(world, startedAt)) break
  }
  // The latest changes may still be on their way to tills. A card's balance arrives with the next response
  // (docs/sync.md#cards).
  do await world.pass(POLL_MS + 1000)
  while (await isCardFresh(world))
}

/**
 * Returns true when a card has changed since the last response that tills must have received. Points dated in
 * the future by a till's fast clock count only from that time, which may be now.
 */
async function isCardFresh({ database }: World): Promise<boolean> {
  const [since, until] = [now() - POLL_MS - 1000, now()].map((ms) => new Date(ms).toISOString())
  const fresh = await database.read(
    'SELECT FROM till_cards WHERE counted_at > $1 OR due_at BETWEEN $1 AND $2',
    [since, until],
  )
  return fresh.length > 0
}

/** Returns true when each catalog has been compared with the hub's since the given time, and nothing is pending. */
async function isAtRest(world: World, since: number): Promise<boolean> {
  const owing = world.machines.filter((each) => !world.revoked.has(each) && each.wasEqualAt < since)
  return owing.length === 0 && (await checkNothingStuck(world, await readHub(world))).length === 0
}
