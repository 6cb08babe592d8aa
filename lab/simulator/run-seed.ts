import { join } from 'node:path'
import { plantedStatements } from '../plants/planting.ts'
import type { Job, SeedReport } from './jobs.ts'
import { type Finding, judge } from './oracle/judge.ts'
import { findPlant } from './plants/plant.ts'
import { Crash } from './process/process.ts'
import { seedProduct } from './process/random.ts'
import { BEGINNING, now, reset } from './process/time.ts'
import { openShopfloor } from './schedule/open.ts'
import { settleWorld } from './schedule/settle.ts'
import { takeStep } from './schedule/steps.ts'
import { SimDatabase } from './world/database.ts'
import { World } from './world/world.ts'

type SeedJob = Extract<Job, { type: 'seed' }>

const realNow = process.hrtime.bigint

/**
 * Runs one schedule: creates the world, takes the steps chosen by the seed, lets the world settle, and judges
 * the result.
 */
export async function runSeed(job: SeedJob): Promise<SeedReport> {
  const startedAt = realNow()
  reset()
  seedProduct(`product ${job.seed}`)
  const world = await makeWorld(job)
  const stopWatching = watchRejections(world)
  try {
    await openShopfloor(world)
    for (let step = 1; step <= job.size.steps; step++) {
      world.trace.stepNumber = step
      await takeStep(world)
    }
    await settleWorld(world)
    await judge(world)
  } catch (error) {
    world.unexpected(`the schedule could not go on: ${(error as Error).stack}`)
  }
  const virtualMs = now() - BEGINNING
  await world.close()
  stopWatching()
  return { ...reportOf(job, world), virtualMs, realMs: Number((realNow() - startedAt) / 1_000_000n) }
}

async function makeWorld({
  seed,
  shop,
  folder,
  size,
  plant,
  scheduleOf,
  emphasis,
  breaks,
}: SeedJob): Promise<World> {
  database ??= await makeDatabase(shop.templateUrl, plant)
  await database.restart()
  const world = new World(
    String(seed),
    join(folder, `seed-${seed}-${process.pid}`),
    database,
    shop,
    size,
    breaks,
  )
  // A fiscal provider takes time and does not help to detect other mistakes.
  if (scheduleOf !== undefined) Object.assign(world.emphasis, { fiscal: 0 }, findPlant(scheduleOf).emphasis)
  Object.assign(world.emphasis, emphasis)
  return world
}

/** Database shared by all schedules of this worker. */
let database: SimDatabase | undefined

async function makeDatabase(templateUrl: string, plant: string | undefined): Promise<SimDatabase> {
  const made = await SimDatabase.create(templateUrl, `worker_${process.pid}`)
  const planted = plant === undefined ? [] : plantedStatements(findPlant(plant))
  for (const statement of planted) await made.read(statement)
  return made
}

/** Reports uncaught errors, which would end a real process. */
function watchRejections(world: World): () => void {
  const note = (reason: unknown): void => {
    if (!(reason instanceof Crash)) world.unexpected(`uncaught: ${(reason as Error)?.stack ?? reason}`)
  }
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  return () => {
    process.off('unhandledRejection', note)
    process.off('uncaughtException', note)
  }
}

function reportOf({ seed, size }: SeedJob, world: World): Omit<SeedReport, 'virtualMs' | 'realMs'> {
  const { trace, ledger, findings } = world
  const shown = [...ledger.shown.values()]
  const count = (kind: Finding['kind']): number => findings.filter((each) => each.kind === kind).length
  return {
    seed,
    failures: [...new Set(findings.map(({ kind, what }) => `${kind}: ${what}`))],
    sales: shown.filter(({ receipt }) => !receipt.isReturn).length,
    returns: shown.filter(({ receipt }) => receipt.isReturn).length,
    shifts: ledger.shifts.size,
    steps: size.steps,
    faults: Object.fromEntries(trace.faults),
    actions: world.actions.tallies,
    compared: world.coverage.compared,
    foundBy: [...new Set(findings.map(({ by }) => by))],
    lost: count('lost'),
    doubled: count('doubled'),
    missed: count('missed'),
    stuck: count('stuck'),
    traceHash: trace.hash(),
    trace: trace.lines,
  }
}
