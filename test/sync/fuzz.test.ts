import { beforeAll, describe, expect, it } from 'vitest'
import { fuzz, type Report } from '#lab/fuzz/fuzz.ts'
import { CLOSED } from '#lab/fuzz/prepare.ts'
import { createTestDatabase } from '../support/postgres.ts'

/** Number of requests: three for each operation, then random ones. */
const REQUESTS = 1200
/** Time-out in milliseconds that only guards against hanging. */
const TIMEOUT = 3_600_000

describe('a short fuzz run', () => {
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

  it('reports no defects in hub and agent', () => {
    expect(report.finds).toEqual([])
  })

  it('records successful changes in the audit logs', () => {
    const { commands, unaudited } = report.audit
    expect(commands).toBeGreaterThan(80)
    // Some of the few requests for each operation change no data.
    expect(unaudited.length, unaudited.join()).toBeLessThan(commands * 0.15)
  })

  it('calls every operation of hub and agent, and most of them succeed', () => {
    expect(report.requests).toBe(REQUESTS)
    const untouched = report.tallies.filter(({ done, refused }) => done + refused === 0)
    expect(untouched).toEqual([])
    const worked = report.tallies.filter(({ done }) => done > 0)
    expect(worked.length).toBeGreaterThan((report.tallies.length - Object.keys(CLOSED).length) * 0.9)
  })
})
