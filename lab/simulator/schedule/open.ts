import { must } from '#shared/std/must.ts'
import { copyFolder } from '../world/disk.ts'
import { FiscalProvider } from '../world/fiscal-provider.ts'
import type { EnrolledMachine } from '../world/shop.ts'
import type { World } from '../world/world.ts'
import { stopInOrder } from './fault-steps.ts'

/**
 * Enrolls agents, downloads their catalogs and signs in cashiers, once for all schedules. Then stops
 * everything again.
 */
export async function enrolMachines(world: World): Promise<EnrolledMachine[]> {
  const { size, shop, office } = world
  for (let n = 0; n < size.agents; n++) {
    const machine = world.addMachine(size.tills)
    machine.link.isDisturbed = false
    machine.retailPoint = n % shop.retailPoints.length
    const point = must(shop.retailPoints[machine.retailPoint])
    const pairing = await office.send('POST', `/api/catalog/retail-points/${point}/pairing-code`)
    await machine.start(must(pairing).body.code as string)
    const tills = world.tillsOf(machine)
    for (let tries = 0; tries < 60; tries++) {
      const status = await world.await(must(tills[0]).send('GET', '/status'))
      if (status?.body.settings) break
      await world.pass(500)
    }
    for (const till of tills) {
      await world.await(till.signIn())
      if (!till.isSignedIn) throw new Error(`nobody can sign in at ${till.name}`)
    }
    await stopInOrder(world, machine)
  }
  return world.machines.map((machine) => ({
    folder: machine.folder,
    retailPoint: machine.retailPoint,
    cookies: world.tillsOf(machine).map(({ cookie }) => cookie),
  }))
}

/** Fraction of schedules in which sales get fiscal receipts. */
const HAS_PROVIDER = 0.5

/** Configures the provider before the first sale, so that each sale gets a fiscal receipt. */
async function chooseProvider(world: World, fiscal: FiscalProvider): Promise<void> {
  const { office } = world
  const { cashBox, url } = fiscal
  const path = '/api/organization/fiscal'
  fiscal.chosen = world.actions.begin(`fiscal provider: ${fiscal.kind}`)
  const { version } = must(await office.send('GET', path)).body
  const answer = await fiscal.chosen.send(office, 'PUT', path, { version, cashBox, retailPoints: [] })
  if (answer?.status !== 200) world.unexpected(`no fiscal provider: ${JSON.stringify(answer)}`)
  // Set directly, because the API refuses addresses of private networks.
  await world.sql(`UPDATE fiscal_cash_boxes SET settings = jsonb_set(settings, '{baseUrl}', '"${url}"')`)
}

/** Starts the hubs, and the agents in their enrolled state with signed-in cashiers. */
export async function openShopfloor(world: World): Promise<void> {
  const { size, shop } = world
  if (world.randomFor('has a fiscal provider').chance(HAS_PROVIDER * (world.emphasis.fiscal ?? 1)))
    world.fiscal = await FiscalProvider.open(world)
  for (let n = 0; n < size.hub; n++) await world.addHub().start()
  if (world.fiscal) await chooseProvider(world, world.fiscal)
  for (const { folder, retailPoint, cookies } of shop.machines) {
    const machine = world.addMachine(size.tills)
    machine.retailPoint = retailPoint
    copyFolder(folder, machine.folder)
    for (const [n, till] of world.tillsOf(machine).entries()) {
      till.cookie = must(cookies[n])
      till.isSignedIn = true
    }
    await machine.start()
  }
}
