import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPlant } from '../plants/planting.ts'
import { breakDeeds } from '../simulator/break-deeds.ts'
import { findPlants, PLANT_SIZE } from '../simulator/find-plants.ts'
import type { SeedReport } from '../simulator/jobs.ts'
import { CHECKS } from '../simulator/oracle/sight.ts'
import { PLANTS, type Plant } from '../simulator/plants/plants.ts'
import { EXPECTED } from '../simulator/schedule/expected.ts'
import { type Ground, prepareGround, SeedRunner, simulate } from '../simulator/simulate.ts'
import { shortfallsOf } from '../simulator/summary.ts'

/** Against hanging alone. */
const TIMEOUT = 3_600_000
const SEEDS = 4
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

describe('a run that shows nothing', () => {
  it('because the deeds of one kind come to nothing fails, whichever kind it is', {
    timeout: TIMEOUT,
  }, async () => {
    const broken = await breakDeeds(ground)
    expect(broken).toHaveLength(Object.keys(EXPECTED).length)
    expect(broken.filter(({ seed }) => seed === null).map(({ kind }) => kind)).toEqual([])
  })

  it('because its oracles see nothing fails, each by its name', { timeout: TIMEOUT }, async () => {
    using one = new SeedRunner(ground)
    const reports: SeedReport[] = []
    for (let seed = 1; seed <= SEEDS; seed++)
      reports.push(await one.run(seed, { size: SIZE, breaks: { blind: 'all' } }))
    const steps = SEEDS * SIZE.steps
    const due = Object.entries(CHECKS).filter(([, within]) => within <= steps)
    expect(due.length).toBeGreaterThan(Object.keys(CHECKS).length / 2)
    expect(shortfallsOf(reports)).toEqual(
      due.map(([check]) => `${check}: none were compared in ${steps} steps`),
    )
  })
})

describe('a mistake that was planted', () => {
  it('is found, whichever it is', { timeout: TIMEOUT }, async () => {
    // That schedules are clean without one is shown above, and plant by plant by `npm run simulate`.
    const found = await findPlants(ground, PLANTS, { seeds: 200, size: PLANT_SIZE, isCompared: false })
    expect(found).toHaveLength(PLANTS.length)
    expect(found.filter(({ seed }) => seed === null).map(({ name }) => name)).toEqual([])
    const catching = new Set(found.flatMap(({ by }) => by))
    expect(Object.keys(CHECKS).filter((check) => !catching.has(check))).toEqual([])
  })

  it('is not looked for when the source is no longer the one it was made for', () => {
    const [plant] = PLANTS as [Plant, ...Plant[]]
    const edits = plant.edits.map((edit) => ({ ...edit, find: `${edit.find} and more` }))
    expect(() => checkPlant({ ...plant, edits })).toThrow(`the plant ${plant.name} no longer applies`)
  })
})
