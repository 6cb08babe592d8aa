import type { World } from '../world/world.ts'
import { bringBackOrganization } from './disaster-steps.ts'
import { startMachine, stopInOrder } from './fault-steps.ts'
import { endLong } from './office-steps.ts'

/** Everything is put right, and time goes by until nothing is left to do. */
export async function settleWorld(world: World): Promise<void> {
  world.trace.say('all is put right')
  await endLong(world, 'COMMIT')
  for (const hub of world.hubs) {
    hub.endPlan()
    if (!hub.isUp) await hub.start()
  }
  for (const machine of world.machines) {
    machine.endPlan()
    machine.skewMs = 0
    machine.link.weather = 'fine'
    machine.link.isDisturbed = false
    await stopInOrder(world, machine)
    await startMachine(world, machine)
  }
  await bringBackOrganization(world)
  await world.pass(20_000)
  // A disk that was full is told of until something has been written again.
  for (const till of world.tills) await world.await(till.takeUp())
  await world.pass(100_000)
}
