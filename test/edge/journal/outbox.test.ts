import { beforeEach, describe, expect, it } from 'vitest'
import { entryHash } from '#edge/journal/chain.ts'
import { record } from '#edge/journal/record.ts'
import { newId } from '#shared/std/ids.ts'
import { AT, CHAIN, LATER, openTestJournal, saleOf, type TestJournal } from '../support/test-journal.ts'

let journal: TestJournal['journal']
let begin: TestJournal['begin']
let sell: TestJournal['sell']
let acknowledge: TestJournal['acknowledge']
let waitingPositions: TestJournal['waitingPositions']
beforeEach(() => {
  ;({ journal, begin, sell, acknowledge, waitingPositions } = openTestJournal())
})

describe('the outbox', () => {
  it('lists the items that the hub has not acknowledged, oldest first', () => {
    expect(journal.read.outbox.waiting()).toEqual({ waiting: 0, oldestWaitingAt: null })
    expect(journal.read.outbox.lastUploadedAt()).toBeNull()
    begin()
    sell()
    sell(saleOf({ soldAt: LATER }))
    expect(journal.read.outbox.waiting()).toEqual({ waiting: 2, oldestWaitingAt: AT })
    acknowledge(1, 'accepted', LATER)
    expect(waitingPositions()).toEqual([2])
    expect(journal.read.outbox.waiting()).toEqual({ waiting: 1, oldestWaitingAt: LATER })
    expect(journal.read.outbox.lastUploadedAt()).toBe(LATER)
  })

  it('sends the chain id of an item unless it is the chain of the enrolment', () => {
    begin()
    sell()
    const next = newId()
    begin({ id: next, series: 'K8', reason: 'fork' })
    sell()
    const items = [...journal.read.outbox.iterate()].map(({ item }) => item)
    expect(items.map(({ seq, type, chain }) => ({ seq, type, chain }))).toEqual([
      { seq: 1, type: 'sale', chain: undefined },
      { seq: 1, type: 'sale', chain: next },
    ])
    expect(items.map((item) => 'chain' in item)).toEqual([false, true])
  })

  it('counts recent items that need attention at the hub', () => {
    begin()
    for (let i = 0; i < 4; i++) sell()
    for (const [index, result] of (['quarantined', 'conflict', 'held', 'accepted'] as const).entries())
      acknowledge(index + 1, result, index === 0 ? AT : LATER)
    const { outbox } = journal.read
    expect([AT, LATER, '2026-03-03'].map((since) => outbox.countNeedingAttention(since))).toEqual([2, 1, 0])
  })

  it('repairs the outbox, so that each entry is either waiting or acknowledged', () => {
    begin()
    sell()
    sell()
    acknowledge(1)
    expect(journal.transact((tx) => tx.outbox.mend())).toBe(0)
    journal.transact((tx) => tx.entries.append({ id: newId(), type: 'sale', body: '{}' }, AT))
    expect(journal.transact((tx) => tx.outbox.mend())).toBe(1)
    expect(waitingPositions()).toEqual([2, 3])
  })

  it('queues items that the hub lost for another upload, and returns only those that were not waiting', () => {
    begin()
    for (let i = 0; i < 4; i++) sell()
    for (const position of [1, 2, 4]) acknowledge(position)
    const offer = (what: { seqs: number[]; above: number | null }) =>
      journal.transact((tx) => tx.outbox.offerAgain(CHAIN.id, what))
    expect(offer({ seqs: [], above: null })).toEqual([])
    expect(offer({ seqs: [1], above: 2 })).toEqual([1, 4])
    expect(journal.transact((tx) => tx.outbox.offerAllAgain(CHAIN.id))).toEqual([2])
    expect(waitingPositions()).toEqual([1, 2, 3, 4])
  })

  it('returns the last acknowledged sale, recalled sale and other item of a chain', () => {
    begin()
    const ids = ['sale', 'shift_opened', 'sale', 'shift_closed', 'sale', 'sale'].map((type) => {
      const id = newId()
      journal.transact((tx) => record(tx, type, { id }, AT))
      return id
    })
    const last = () => journal.read.outbox.lastAcknowledged(CHAIN.id)
    expect(last()).toEqual([])
    for (const position of [1, 2, 3, 4, 5]) acknowledge(position)
    expect(last()).toEqual([ids[4], ids[3]])
    journal.transact((tx) => tx.chains.noteRecalled(CHAIN.id, 5))
    // Only the first noted position counts.
    journal.transact((tx) => tx.chains.noteRecalled(CHAIN.id, 2))
    expect(last()).toEqual([ids[4], ids[3], ids[2]])
    expect(journal.read.outbox.lastAcknowledged('x')).toEqual([])
  })
})

/** Opens a journal with five acknowledged sales. `addTwin` adds a recalled sale with the third number. */
function journalWithTwins() {
  const { journal } = openTestJournal()
  const [chain, next] = [newId(), newId()]
  const accept = { result: 'accepted' as const, reasons: [] }
  journal.transact((tx) => {
    tx.chains.begin({ id: chain, series: 'K1', reason: 'enrolled' }, AT)
    for (let i = 1; i <= 5; i += 1) {
      const position = tx.entries.append({ id: newId(), type: 'sale', body: '{}' }, AT)
      tx.outbox.acknowledge({ position, ...accept }, AT)
    }
  })
  const twin = { id: newId(), type: 'sale', body: '{"of":"another"}', seq: 3, prevHash: '' }
  const addTwin = () =>
    journal.transact((tx) => {
      tx.chains.begin({ id: next, series: 'K2', reason: 'fork' }, AT)
      tx.chains.expectGaps({ id: chain, series: 'K1', reason: 'enrolled' }, AT)
      const position = tx.entries.nextPositionForRecalled()
      tx.entries.putBack({ ...twin, hash: entryHash(twin), position, chainId: chain, recordedAt: AT })
      tx.outbox.acknowledge({ position, ...accept }, AT)
    })
  return { journal, chain, addTwin }
}

it('uploads only the lost items again, identified by their numbers', () => {
  const { journal, chain } = journalWithTwins()
  expect(journal.transact((tx) => tx.outbox.offerAgain(chain, { seqs: [2], above: 4 }))).toEqual([2, 5])
})

it('keeps the last result for an entry', () => {
  const { journal } = journalWithTwins()
  const since = '2026-01-01T00:00:00.000Z'
  const reasons = [{ code: 'fork', detail: 'x' }]
  journal.transact((tx) => tx.outbox.acknowledge({ position: 2, result: 'quarantined', reasons }, AT))
  expect(journal.read.outbox.countNeedingAttention(since)).toBe(1)
  journal.transact((tx) => tx.outbox.acknowledge({ position: 2, result: 'accepted', reasons: [] }, LATER))
  expect(journal.read.outbox.countNeedingAttention(since)).toBe(0)
})

it('uploads all items again when two entries of the device have the same number', () => {
  const { journal, chain, addTwin } = journalWithTwins()
  addTwin()
  expect(journal.transact((tx) => tx.outbox.offerAgain(chain, { seqs: [], above: 5 }))).toEqual([])
  const offered = journal.transact((tx) => tx.outbox.offerAgain(chain, { seqs: [2], above: null }))
  expect(offered).toHaveLength(6)
})
