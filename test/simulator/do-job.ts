import { migrate } from '#hub/db/migrate.ts'
import type { Job, Result } from './jobs.ts'
import { seedProduct } from './process/random.ts'
import { reset } from './process/time.ts'
import { runSeed } from './run-seed.ts'
import { makeVirtual, SimDatabase } from './world/database.ts'
import { EMPTY_SHOP, furnish } from './world/shop.ts'
import { World } from './world/world.ts'

export async function doJob(job: Job): Promise<Result> {
  if (job.type === 'seed') return { type: 'seed', report: await runSeed(job) }
  reset()
  seedProduct('shop')
  await migrate(job.templateUrl)
  await makeVirtual(job.templateUrl)
  const database = await SimDatabase.open(job.templateUrl)
  const world = new World('shop', `${job.folder}/shop`, database, EMPTY_SHOP, {
    hub: 1,
    agents: 0,
    tills: 0,
    steps: 0,
  })
  const hub = world.addHub()
  await hub.start()
  const shop = await furnish(world, job.templateUrl)
  await hub.stop()
  await database.keepFurnished()
  await database.close()
  return { type: 'furnished', shop }
}
