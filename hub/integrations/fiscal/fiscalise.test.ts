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
  clientId: 'sale',
  operation: 'Sell',
  soldAt: NOW.toISOString(),
  timeZone: 'UTC',
  cashierName: null,
  taxSystem: null,
  customer: { email: null, phone: null },
  lines: [],
  payments: [],
  change: amount(0),
  total: amount(1),
  basis: null,
}

/**
 * Returns a fake provider that always gives this answer. Records the requested ids and the last saved state
 * at the time of each request.
 */
function provider(answer: Outcome, saved: FiscalRecord[] = []) {
  const writtenAtRequest: (string | undefined)[] = []
  const ids: string[] = []
  let closed = 0
  const respond = async (): Promise<Outcome> => {
    writtenAtRequest.push(saved.at(-1)?.state)
    return answer
  }
  const adapter: FiscalAdapter = {
    capabilities: CAPABILITIES,
    send: ({ externalId }) => {
      ids.push(externalId)
      return respond()
    },
    status: respond,
    closeShift: async () => {
      closed += 1
      return null
    },
  }
  const step = (record: FiscalRecord) =>
    fiscalise(record, UNSENT, { adapter, save: async (each) => void saved.push(each), now: () => NOW })
  return { step, saved, writtenAtRequest, ids, closed: () => closed }
}

/** Returns a helper that sends a return to a provider that requires the fiscal receipt of its sale. */
function returnOf(basis: Unsent['basis'], lookUp?: FiscalAdapter['lookUp']) {
  let sent = 0
  const adapter: FiscalAdapter = {
    capabilities: { ...CAPABILITIES, returnNeedsBasis: true },
    send: async () => {
      sent += 1
      return { state: 'Unknown', message: 'cut' }
    },
    status: async () => ({ state: 'Unknown', message: 'cut' }),
    ...(lookUp && { lookUp }),
  }
  const step = (record: FiscalRecord, changes: Partial<FiscalAdapter['capabilities']> = {}) =>
    fiscalise(
      record,
      { ...UNSENT, operation: 'SellReturn', basis },
      {
        adapter: { ...adapter, capabilities: { ...adapter.capabilities, ...changes } },
        save: async () => undefined,
        now: () => NOW,
      },
    )
  return { step, sent: () => sent }
}

const waitOf = (record: FiscalRecord): number => Date.parse(record.dueAt) - NOW.getTime()

describe('fiscalise', () => {
  it('saves the state Sending before sending the request', async () => {
    const { step, writtenAtRequest } = provider({ state: 'Unknown', message: 'cut' })
    await step(newRecord(NOW))
    expect(writtenAtRequest).toEqual(['Sending'])
  })

  it('looks up a receipt by the id of its last attempt before sending it again', async () => {
    for (const state of ['Sending', 'Unknown'] as const) {
      const respond: string[] = []
      const adapter: FiscalAdapter = {
        capabilities: CAPABILITIES,
        send: async ({ externalId }) => {
          respond.push(`send ${externalId}`)
          return { state: 'Pending', providerId: 'uuid' }
        },
        status: async () => ({ state: 'Unknown', message: 'cut' }),
        lookUp: async ({ externalId }) => {
          respond.push(`look up ${externalId}`)
          return respond.length === 1 ? { state: 'Pending', providerId: 'uuid' } : { state: 'Absent' }
        },
      }
      const means = { adapter, save: async () => undefined, now: () => NOW }
      const record = { ...newRecord(NOW), state, attempt: 2 }
      expect(await fiscalise(record, UNSENT, means)).toMatchObject({ state: 'Pending', attempt: 2 })
      await fiscalise(record, UNSENT, means)
      expect(respond).toEqual(['look up sale-2', 'look up sale-2', 'send sale-2'])
    }
  })

  it('keeps an accepted receipt Pending after an unclear or failed poll', async () => {
    const accepted: FiscalRecord = { ...newRecord(NOW), state: 'Pending', providerId: 'uuid' }
    for (const answer of [
      { state: 'Unknown', message: 'cut' } as const,
      failed('502', 'Bad Gateway', 'Retry'),
    ])
      expect(await provider(answer).step(accepted)).toMatchObject({ state: 'Pending', providerId: 'uuid' })
  })

  it('closes an overlong shift and retries at once, but waits after the third failure in a row', async () => {
    const { step, closed } = provider(failed('11', 'more than 24 hours', 'CloseShift'))
    const first = await step(newRecord(NOW))
    const second = await step(first)
    const third = await step(second)
    expect([first, second].map(waitOf)).toEqual([0, 0])
    expect([third.state, third.failures, waitOf(third)]).toEqual(['Waiting', 3, 40_000])
    expect(closed()).toBe(3)
  })

  it('closes an overlong shift reported by a look-up, and sends the receipt later', async () => {
    const { step, closed } = provider(failed('11', 'more than 24 hours', 'CloseShift'))
    const looked = await step({ ...newRecord(NOW), state: 'Unknown' })
    expect([looked.state, waitOf(looked), closed()]).toEqual(['Waiting', 10_000, 1])
  })

  it('polls 5 s after acceptance, and looks up an accepted receipt without a provider id', async () => {
    const { step } = provider({ state: 'Pending', providerId: 'uuid' })
    const accepted = await step(newRecord(NOW))
    expect([accepted.state, accepted.providerId, waitOf(accepted)]).toEqual(['Pending', 'uuid', 5000])
    expect(await step({ ...accepted, providerId: null })).toMatchObject({ state: 'Unknown' })
  })

  it('waits as long as the provider requests, but at least the usual back-off and at most an hour', async () => {
    const waited = async (waitMs: number) =>
      waitOf(await provider({ ...failed('503', 'full', 'Retry'), waitMs }).step(newRecord(NOW)))
    expect([await waited(120_000), await waited(1000), await waited(7_200_000)]).toEqual([
      120_000, 10_000, 3_600_000,
    ])
  })

  it('clears the failure once the receipt is done', async () => {
    const failedOnce = { ...newRecord(NOW), failures: 3, code: '502', message: 'Bad Gateway' }
    const result = { sign: '77', time: null, fnNumber: null, docNumber: null, url: null, taxSystem: null }
    const done = await provider({ state: 'Done', result } as Outcome).step(failedOnce)
    expect(done).toMatchObject({ state: 'Done', failures: 0, code: null, message: null })
  })

  it('never sends a return without the receipt of its sale to a provider that requires it', async () => {
    for (const state of ['Waiting', 'Unknown'] as const) {
      const { step, sent } = returnOf(null)
      expect(await step({ ...newRecord(NOW), state })).toMatchObject({ state: 'Failed', code: 'NoBasis' })
      expect(sent()).toBe(0)
      await step({ ...newRecord(NOW), state }, { returnNeedsBasis: false })
      expect(sent()).toBe(1)
    }
    const basis = { sign: '77' } as Unsent['basis']
    const { step, sent } = returnOf(basis)
    await step(newRecord(NOW))
    expect(sent()).toBe(1)
    // The provider may have the return even though the hub has lost its sale.
    const found = returnOf(null, async () => ({ state: 'Pending', providerId: 'uuid' }))
    expect(await found.step({ ...newRecord(NOW), state: 'Unknown' })).toMatchObject({ state: 'Pending' })
  })

  it('uses a new id only after the provider has rejected the previous one for good', async () => {
    const { step, ids } = provider(failed('1', 'timeout', 'NewExternalId'))
    const second = await step(newRecord(NOW))
    expect([second.state, second.attempt, waitOf(second)]).toEqual(['Waiting', 2, 0])
    const third = await step(second)
    expect([third.attempt, waitOf(third)]).toEqual([3, 10_000])
    expect(ids).toEqual(['sale', 'sale-2'])
  })
})
