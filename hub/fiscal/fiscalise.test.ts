import { describe, expect, it } from 'vitest'
import { amount } from '#shared/money/decimal.ts'
import { type FiscalAdapter, failed, type Outcome } from './adapter.ts'
import { type FiscalRecord, fiscalise, newRecord, type Unsent } from './fiscalise.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const CAPABILITIES = {
  async: true,
  needsShift: true,
  returnNeedsBasis: false,
  maxLines: 1,
  offlineHours: null,
}

const UNSENT: Unsent = {
  ...{ clientId: 'sale', operation: 'Sell', soldAt: NOW.toISOString(), timeZone: 'UTC', cashierName: null },
  ...{ customer: { email: null, phone: null }, lines: [], payments: [], change: amount(0) },
  ...{ total: amount(1), basis: null },
}

/** A provider that answers so, however often. What was written when it was asked is kept, and by what id it was asked. */
function provider(answer: Outcome, saved: FiscalRecord[] = []) {
  const writtenWhenAsked: (string | undefined)[] = []
  const ids: string[] = []
  let closed = 0
  const asked = async (): Promise<Outcome> => {
    writtenWhenAsked.push(saved.at(-1)?.state)
    return answer
  }
  const adapter: FiscalAdapter = {
    capabilities: CAPABILITIES,
    send: ({ externalId }) => {
      ids.push(externalId)
      return asked()
    },
    status: asked,
    closeShift: async () => {
      closed += 1
      return null
    },
  }
  const step = (record: FiscalRecord) =>
    fiscalise(record, UNSENT, { adapter, save: async (each) => void saved.push(each), now: () => NOW })
  return { step, saved, writtenWhenAsked, ids, closed: () => closed }
}

const waitOf = (record: FiscalRecord): number => Date.parse(record.dueAt) - NOW.getTime()

describe('a fiscal receipt on its way', () => {
  it('is written down as being sent before the request leaves', async () => {
    const { step, writtenWhenAsked } = provider({ state: 'Unknown', message: 'cut' })
    await step(newRecord(NOW))
    expect(writtenWhenAsked).toEqual(['Sending'])
  })

  it('that was accepted stays accepted, whatever one poll says', async () => {
    const accepted: FiscalRecord = { ...newRecord(NOW), state: 'Pending', providerId: 'uuid' }
    for (const answer of [
      { state: 'Unknown', message: 'cut' } as const,
      failed('502', 'Bad Gateway', 'Retry'),
    ])
      expect(await provider(answer).step(accepted)).toMatchObject({ state: 'Pending', providerId: 'uuid' })
  })

  it('closes a shift that is too long at once, and after two times in a row waits', async () => {
    const { step, closed } = provider(failed('11', 'more than 24 hours', 'CloseShift'))
    const first = await step(newRecord(NOW))
    const second = await step(first)
    const third = await step(second)
    expect([first, second].map(waitOf)).toEqual([0, 0])
    expect([third.state, third.failures, waitOf(third)]).toEqual(['Waiting', 3, 40_000])
    expect(closed()).toBe(3)
  })

  it('gets another id only where the provider has given the one before up for good', async () => {
    const { step, ids } = provider(failed('1', 'timeout', 'NewExternalId'))
    const second = await step(newRecord(NOW))
    expect([second.state, second.attempt, waitOf(second)]).toEqual(['Waiting', 2, 0])
    const third = await step(second)
    expect([third.attempt, waitOf(third)]).toEqual([3, 10_000])
    expect(ids).toEqual(['sale', 'sale-2'])
  })
})
