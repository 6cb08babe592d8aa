import { beforeAll, describe, expect, it } from 'vitest'
import { fuzz, type Report } from '../fuzz/fuzz.ts'
import { CLOSED } from '../fuzz/prepare.ts'
import { createTestDatabase } from '../support/postgres.ts'

/** Three for each operation, then random ones. */
const REQUESTS = 1200
/** Against hanging alone. */
const TIMEOUT = 3_600_000

describe('a short run of npm run fuzz', () => {
  let report: Report

  beforeAll(async () => {
    await using database = await createTestDatabase()
    report = await fuzz({
      databaseUrl: database.hubUrl,
      ownerUrl: database.ownerUrl,
      seed: '1',
      from: 0,
      requests: REQUESTS,
      isTimed: false,
    })
  }, TIMEOUT)

  it('finds nothing', () => {
    expect(report.finds).toEqual([])
  })

  it('finds what it has done in the audit logs', () => {
    const { deeds, unaudited } = report.audit
    expect(deeds).toBeGreaterThan(80)
    // Some of the few requests for each have changed nothing.
    expect(unaudited.length, unaudited.join()).toBeLessThan(deeds * 0.15)
  })

  it('asks for every operation of hub and agent, and most of them work', () => {
    expect(report.requests).toBe(REQUESTS)
    const untouched = report.tallies.filter(({ done, refused }) => done + refused === 0)
    expect(untouched).toEqual([])
    const worked = report.tallies.filter(({ done }) => done > 0)
    expect(worked.length).toBeGreaterThan((report.tallies.length - Object.keys(CLOSED).length) * 0.9)
  })
})
