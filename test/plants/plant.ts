import type { Planted } from './planting.ts'
import { PLANTS } from './plants.ts'

/** A realistic mistake that tests must notice. */
export interface Plant extends Planted {
  /** What the product then does wrong. */
  mistake: string
  /** The test files of which at least one must fail. */
  noticedBy: readonly [string, ...string[]]
  /** Of their tests, the one that must: a part of its title. Left out: whichever. */
  test?: string
}

/** Its name, for a run of tests in which the mistake is planted; the programs that tests start inherit it. */
export const PLANT_VARIABLE = 'PLANT'

/** That of this run of tests; null, as nearly always, for the product as it is. */
export function currentPlant(): Plant | null {
  const name = process.env[PLANT_VARIABLE]
  return name === undefined ? null : findPlant(name)
}

export function findPlant(name: string): Plant {
  const plant = PLANTS.find((each) => each.name === name)
  if (!plant) throw new Error(`there is no plant ${name}`)
  return plant
}
