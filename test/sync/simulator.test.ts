import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPlant } from '../plants/planting.ts'
import { breakDeeds } from '../simulator/break-deeds.ts'
import { findPlants, PLANT_SIZE } from '../simulator/find-plants.ts'
import type { SeedReport } from '../simulator/jobs.ts'
import { CHECKS, type Check } from '../simulator/oracle/sight.ts'
import { findPlant } from '../simulator/plants/plant.ts'
import { PLANTS } from '../simulator/plants/plants.ts'
import { type Ground, prepareGround, SeedRunner, simulate } from '../simulator/simulate.ts'
import { shortfallsOf } from '../simulator/summary.ts'

/** Against hanging alone. */
const TIMEOUT = 3_600_000
const SEEDS = 3
const SIZE = { ...PLANT_SIZE, steps: 120 }

let ground: Ground
beforeAll(async () => {
  ground = await prepareGround(PLANT_SIZE)
}, TIMEOUT)
afterAll(() => ground[Symbol.asyncDispose]())

describe('a few schedules of the simulator', () => {
  const reports: SeedReport[] = []
  let again: SeedReport[]

  beforeAll(async () => {
    using one = new SeedRunner(ground)
    for (let seed = 1; seed <= SEEDS; seed++) reports.push(await one.run(seed, { size: SIZE }))
    again = await simulate(ground, { from: SEEDS, seeds: 1, size: SIZE })
  }, TIMEOUT)

  it('find nothing wrong', () => {
    expect(reports).toHaveLength(SEEDS)
    expect(reports.flatMap(({ seed, failures }) => failures.map((what) => `seed ${seed}: ${what}`))).toEqual(
      [],
    )
    expect(reports.filter(({ sales, faults }) => sales === 0 || Object.keys(faults).length === 0)).toEqual([])
  })

  it('show what they are to show: deeds take effect, and the oracles have something to compare', () => {
    expect(shortfallsOf(reports)).toEqual([])
  })

  it('differ by their seed and by nothing else, such as what ran before in their database', () => {
    expect(new Set(reports.map(({ traceHash }) => traceHash)).size).toBe(SEEDS)
    expect(again[0]?.trace).toEqual(reports.at(-1)?.trace)
    expect(again[0]?.traceHash).toBe(reports.at(-1)?.traceHash)
  })
})

/** The rest of them, and each by each: `npm run simulate -- --break all` and `--plant all`. */
const BROKEN = ['edit product: price']
const PLANTED = ['last-by-the-clock', 'shift-kept-in-memory', 'repeated-upload-in-conflict']

describe('a run that shows nothing', () => {
  it('because the deeds of one kind come to nothing fails', { timeout: TIMEOUT }, async () => {
    const broken = await breakDeeds(ground, BROKEN)
    expect(broken).toHaveLength(BROKEN.length)
    expect(broken.filter(({ seed }) => seed === null).map(({ kind }) => kind)).toEqual([])
  })

  it('because its oracles see nothing fails, each by its name', { timeout: TIMEOUT }, async () => {
    using one = new SeedRunner(ground)
    const blind = await one.run(1, { size: { ...PLANT_SIZE, steps: 20 }, breaks: { blind: 'all' } })
    const steps = Math.max(...Object.values(CHECKS))
    expect(shortfallsOf([{ ...blind, steps }])).toEqual(
      expect.arrayContaining(
        Object.keys(CHECKS).map((check) => `${check}: none were compared in ${steps} steps`),
      ),
    )
  })
})

describe('a mistake that was planted', () => {
  it('is found', { timeout: TIMEOUT }, async () => {
    // That schedules are clean without one is shown above, and plant by plant by `npm run simulate`.
    const found = await findPlants(ground, PLANTED.map(findPlant), {
      seeds: 20,
      size: PLANT_SIZE,
      isCompared: false,
    })
    expect(found).toHaveLength(PLANTED.length)
    expect(found.filter(({ seed }) => seed === null).map(({ name }) => name)).toEqual([])
  })

  it('is one that the source still has the place for', () => {
    for (const plant of PLANTS) expect(() => checkPlant(plant)).not.toThrow()
  })

  it('is seen by the check that it was made for, and each check has one', () => {
    const seeing = new Set(PLANTS.flatMap(({ seenBy }) => seenBy))
    expect(Object.keys(CHECKS).filter((check) => !seeing.has(check as Check))).toEqual([])
  })

  it('is not looked for when the source is no longer the one it was made for', () => {
    const plant = findPlant('last-by-the-clock')
    const edits = plant.edits.map((edit) => ({ ...edit, find: `${edit.find} and more` }))
    expect(() => checkPlant({ ...plant, edits })).toThrow(`the plant ${plant.name} does not apply`)
  })
})
