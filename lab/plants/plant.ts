import type { Planted } from './planting.ts'
import { PLANTS } from './plants.ts'

/** A realistic mistake that tests must detect. */
export interface Plant extends Planted {
  /** Wrong behavior of the product with this mistake. */
  mistake: string
  /** Test files, at least one of which must fail. */
  noticedBy: readonly [string, ...string[]]
  /** Part of the title of the test that must fail. By default any test. */
  test?: string
}

/** Environment variable with the name of the plant. Programs started by tests inherit it. */
export const PLANT_VARIABLE = 'PLANT'

/** Returns the plant of this test run, or null for the unchanged product, as in nearly all runs. */
export function currentPlant(): Plant | null {
  const name = process.env[PLANT_VARIABLE]
  return name === undefined ? null : findPlant(name)
}

function findPlant(name: string): Plant {
  const plant = PLANTS.find((each) => each.name === name)
  if (!plant) throw new Error(`there is no plant ${name}`)
  return plant
}
