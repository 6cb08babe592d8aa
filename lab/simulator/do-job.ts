import { HUB_ROLE } from '#hub/db/embedded-postgres.ts'
import { migrate } from '#hub/db/migrate.ts'
import type { Job, Result } from './jobs.ts'
import { seedProduct } from './process/random.ts'
import { runSeed } from './run-seed.ts'
import { enrolMachines } from './schedule/open.ts'
import { makeVirtual, SimDatabase } from './world/database.ts'
import { EMPTY_SHOP, furnish } from './world/shop.ts'
import { World } from './world/world.ts'

export async function doJob(job: Job): Promise<Result> {
  if (job.type === 'seed') return { type: 'seed', report: await runSeed(job) }
  seedProduct('shop')
  await migrate(job.templateUrl, HUB_ROLE)
  await makeVirtual(job.templateUrl)
  const database = await SimDatabase.open(job.templateUrl)
  const world = new World('shop', `${job.folder}/shop`, database, { ...EMPTY_SHOP }, job.size)
  const hub = world.addHub()
  await hub.start()
  await furnish(world, job.templateUrl)
  const machines = await enrolMachines(world)
  await hub.stop()
  await database.keepFurnished()
  await database.close()
  return { type: 'furnished', shop: { ...world.shop, machines } }
}
