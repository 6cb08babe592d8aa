import { beforeAll, describe, expect, it } from 'vitest'
import type { SeedReport } from '../simulator/jobs.ts'
import { prepareGround, simulate } from '../simulator/simulate.ts'

const SIZE = { hub: 2, agents: 2, tills: 2, steps: 120 }
const SEEDS = 5

describe('a few schedules of the simulator', () => {
  let reports: SeedReport[]
  let again: SeedReport[]

  beforeAll(async () => {
    await using ground = await prepareGround()
    reports = await simulate(ground, { from: 1, seeds: SEEDS, size: SIZE })
    again = await simulate(ground, { from: SEEDS, seeds: 1, size: SIZE })
  }, 180_000)

  it('find nothing wrong', () => {
    expect(reports).toHaveLength(SEEDS)
    expect(reports.flatMap(({ seed, failures }) => failures.map((what) => `seed ${seed}: ${what}`))).toEqual(
      [],
    )
    expect(reports.filter(({ sales, faults }) => sales === 0 || Object.keys(faults).length === 0)).toEqual([])
  })

  it('differ by their seed and by nothing else', () => {
    expect(new Set(reports.map(({ traceHash }) => traceHash)).size).toBe(SEEDS)
    expect(again[0]?.trace).toEqual(reports.at(-1)?.trace)
    expect(again[0]?.traceHash).toBe(reports.at(-1)?.traceHash)
  })
})
