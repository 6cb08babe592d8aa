import { must } from '#shared/std/must.ts'
import { copyFolder } from '../world/disk.ts'
import { FiscalProvider, type ProviderKind } from '../world/fiscal-provider.ts'
import type { EnrolledMachine } from '../world/shop.ts'
import type { World } from '../world/world.ts'
import { stopInOrder } from './fault-steps.ts'

/** Once for all schedules: agents enrolled and downloaded, cashiers signed in, and all of it stopped again. */
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

/** In how many schedules sales get fiscal receipts. */
const HAS_PROVIDER = 0.5

const CASH_BOXES = {
  Emulator: { provider: 'Emulator' },
  Webkassa: {
    ...{ provider: 'Webkassa', baseUrl: null, login: 'shop', cashboxUniqueNumber: 'SWK00000001' },
    ...{ apiKey: 'WKD-1', password: 'secret' },
  },
} as const satisfies Record<ProviderKind, object>

/** Before anything is sold: each sale gets its fiscal receipt. */
async function chooseProvider(world: World, { kind, url }: FiscalProvider): Promise<void> {
  const { office } = world
  const path = '/api/organization/fiscal'
  const { version } = must(await office.send('GET', path)).body
  const answer = await office.send('PUT', path, { version, cashBox: CASH_BOXES[kind], retailPoints: [] })
  if (answer?.status !== 200) throw new Error(`no fiscal provider: ${JSON.stringify(answer)}`)
  // No organization may name an address of a private network.
  if (kind !== 'Emulator')
    await world.sql(`UPDATE fiscal_cash_boxes SET settings = jsonb_set(settings, '{baseUrl}', '"${url}"')`)
}

/** Hubs up, and agents with their cashiers as they were enrolled. */
export async function openShopfloor(world: World): Promise<void> {
  const { size, shop } = world
  if (world.randomFor('fiscal').chance(HAS_PROVIDER * (world.emphasis.fiscal ?? 1)))
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
