import { must } from '#shared/std/must.ts'
import type { World } from '../world/world.ts'

/** Hubs up, agents enrolled and downloaded, cashiers signed in. */
export async function openShopfloor(world: World): Promise<void> {
  const { size } = world
  for (let n = 0; n < size.hub; n++) await world.addHub().start()
  for (let n = 0; n < size.agents; n++) {
    const machine = world.addMachine(size.tills)
    machine.retailPoint = n % world.shop.retailPoints.length
    const point = must(world.shop.retailPoints[machine.retailPoint])
    const pairing = await world.office.send('POST', `/api/catalog/retail-points/${point}/pairing-code`)
    const code = must(pairing).body.code as string
    machine.link.isDisturbed = false
    await machine.start(code)
    const [first] = world.tillsOf(machine)
    const till = must(first)
    for (let tries = 0; tries < 60; tries++) {
      const status = await world.await(till.send('GET', '/status'))
      if (status?.body.settings) break
      await world.pass(500)
    }
    for (const each of world.tillsOf(machine))
      world.trace.say(`${each.name} ${await world.await(each.signIn())}`)
    machine.link.isDisturbed = true
  }
}
