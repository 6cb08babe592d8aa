import { availableParallelism } from 'node:os'
import { checkPlant } from '../plants/planting.ts'
import type { Size } from './jobs.ts'
import type { Plant } from './plants/plant.ts'
import { type Ground, SeedRunner } from './simulate.ts'

export interface Found {
  name: string
  about: Plant['about']
  /** First seed that has detected the mistake, or null when none has. */
  seed: number | null
  /** Number of seeds that were run. */
  seeds: number
  seconds: number
  /** First finding of the oracle. */
  missed: string
  /** Checks that reported findings. */
  by: string[]
}

/** World size for plants. Small worlds reveal the mistakes too. The number of steps is stated with each plant. */
export const PLANT_SIZE: Omit<Size, 'steps'> = { hub: 2, agents: 2, tills: 2 }

export interface Range {
  /** Maximum number of seeds for each plant. */
  seeds: number
  /** First seed. By default the search starts at the seed known to detect the plant. */
  from?: number
  size: Omit<Size, 'steps'>
  /** False to skip the comparison run, which shows that the schedule passes without the mistake. */
  isCompared?: boolean
}

/** Runs seeds with each plant until one detects it. Searches as many plants concurrently as there are cores. */
export async function findPlants(
  ground: Ground,
  plants: readonly Plant[],
  range: Range,
  onFound: (found: Found) => void = () => {},
): Promise<Found[]> {
  for (const plant of plants) checkPlant(plant)
  const waiting = [...plants]
  const all: Found[] = []
  const work = async (): Promise<void> => {
    using clean = new SeedRunner(ground)
    for (let plant = waiting.shift(); plant; plant = waiting.shift()) {
      const found = await findPlant(ground, clean, plant, range)
      all.push(found)
      onFound(found)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), plants.length) }, work))
  return all
}

/** Searches for a seed that fails with the mistake in all required checks, and passes without it. */
async function findPlant(
  ground: Ground,
  clean: SeedRunner,
  { name, about, foundBy, steps, seenBy }: Plant,
  { seeds, from = foundBy, isCompared = true, ...range }: Range,
): Promise<Found> {
  const startedAt = performance.now()
  const size = { ...range.size, steps }
  const found: Found = { name, about, seed: null, seeds: 0, seconds: 0, missed: '', by: [] }
  using planted = new SeedRunner(ground, name)
  for (let seed = from; seed < from + seeds && found.seed === null; seed++) {
    const { failures, foundBy: by } = await planted.run(seed, { size, scheduleOf: name })
    found.seeds++
    if (failures.length === 0 || !seenBy.every((check) => by.includes(check))) continue
    if (isCompared && (await clean.run(seed, { size, scheduleOf: name })).failures.length > 0) continue
    found.seed = seed
    found.missed = failures[0] ?? ''
    found.by = by
  }
  found.seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return found
}
