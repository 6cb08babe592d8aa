import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPlant } from '#lab/plants/planting.ts'
import { breakActions } from '#lab/simulator/break-actions.ts'
import { findPlants, PLANT_SIZE } from '#lab/simulator/find-plants.ts'
import type { SeedReport } from '#lab/simulator/jobs.ts'
import { CHECKS, type Check } from '#lab/simulator/oracle/coverage.ts'
import { findPlant } from '#lab/simulator/plants/plant.ts'
import { PLANTS } from '#lab/simulator/plants/plants.ts'
import { type Ground, prepareGround, SeedRunner, simulate } from '#lab/simulator/simulate.ts'
import { shortfallsOf } from '#lab/simulator/summary.ts'

/** Time-out in milliseconds that only guards against hanging. */
const TIMEOUT = 3_600_000
const SEEDS = 3
const SIZE = { ...PLANT_SIZE, steps: 120 }

let ground: Ground
beforeAll(async () => {
  ground = await prepareGround(PLANT_SIZE)
}, TIMEOUT)
afterAll(() => ground[Symbol.asyncDispose]())

describe('simulator runs with a few seeds', () => {
  const reports: SeedReport[] = []
  let again: SeedReport[]

  beforeAll(async () => {
    using one = new SeedRunner(ground)
    for (let seed = 1; seed <= SEEDS; seed++) reports.push(await one.run(seed, { size: SIZE }))
    again = await simulate(ground, { from: SEEDS, seeds: 1, size: SIZE })
  }, TIMEOUT)

  it('reports no failures, and has sales and faults in every run', () => {
    expect(reports).toHaveLength(SEEDS)
    expect(reports.flatMap(({ seed, failures }) => failures.map((what) => `seed ${seed}: ${what}`))).toEqual(
      [],
    )
    expect(reports.filter(({ sales, faults }) => sales === 0 || Object.keys(faults).length === 0)).toEqual([])
  })

  it('executes enough effective actions and comparisons', () => {
    expect(shortfallsOf(reports)).toEqual([])
  })

  it('produces the same trace for the same seed, even in a used database', () => {
    expect(new Set(reports.map(({ traceHash }) => traceHash)).size).toBe(SEEDS)
    expect(again[0]?.trace).toEqual(reports.at(-1)?.trace)
    expect(again[0]?.traceHash).toBe(reports.at(-1)?.traceHash)
  })
})

/** Samples. `npm run simulate -- --break all` and `--plant all` test all of them one by one. */
const BROKEN = ['edit product: price']
const PLANTED = ['last-by-the-clock', 'shift-kept-in-memory', 'repeated-upload-in-conflict']

describe('ineffective simulator runs', () => {
  it('detects that actions of a kind have no effect', { timeout: TIMEOUT }, async () => {
    const broken = await breakActions(ground, BROKEN)
    expect(broken).toHaveLength(BROKEN.length)
    expect(broken.filter(({ seed }) => seed === null).map(({ kind }) => kind)).toEqual([])
  })

  it('reports every oracle that compares nothing', { timeout: TIMEOUT }, async () => {
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

describe('planted mistakes', () => {
  it('detects each sampled plant', { timeout: TIMEOUT }, async () => {
    // The tests above show that runs without a plant are clean. `npm run simulate` also checks this for each
    // plant.
    const found = await findPlants(ground, PLANTED.map(findPlant), {
      seeds: 20,
      size: PLANT_SIZE,
      isCompared: false,
    })
    expect(found).toHaveLength(PLANTED.length)
    expect(found.filter(({ seed }) => seed === null).map(({ name }) => name)).toEqual([])
  })

  it('applies every plant to the current source', () => {
    for (const plant of PLANTS) expect(() => checkPlant(plant)).not.toThrow()
  })

  it('covers every check with at least one plant', () => {
    const seeing = new Set(PLANTS.flatMap(({ seenBy }) => seenBy))
    expect(Object.keys(CHECKS).filter((check) => !seeing.has(check as Check))).toEqual([])
  })

  it('throws when a plant does not match the source', () => {
    const plant = findPlant('last-by-the-clock')
    const edits = plant.edits.map((edit) => ({ ...edit, find: `${edit.find} and more` }))
    expect(() => checkPlant({ ...plant, edits })).toThrow(`the plant ${plant.name} does not apply`)
  })
})
