import { expect, test } from 'vitest'
import { entryHash } from '#edge/journal/chain.ts'
import { Journal } from '#edge/journal/journal.ts'
import { newId } from '#shared/std/ids.ts'
import { createTestFolder } from '#test/support/folders.ts'

const AT = '2026-03-02T09:00:00.000Z'

/** Five sales that the hub has taken over; the third number is borne by another sale too, which was given back. */
function journalWithTwins() {
  const folder = createTestFolder()
  const journal = Journal.open(`${folder.path}/journal.db`)
  const [chain, next] = [newId(), newId()]
  const accept = { result: 'accepted' as const, reasons: [] }
  journal.transact((tx) => {
    tx.chains.begin({ id: chain, series: 'K1', reason: 'enrolled' }, AT)
    for (let i = 1; i <= 5; i += 1) {
      const place = tx.entries.append({ id: newId(), type: 'sale', body: '{}' }, AT)
      tx.outbox.acknowledge({ place, ...accept }, AT)
    }
  })
  const twin = { id: newId(), type: 'sale', body: '{"of":"another"}', seq: 3, prevHash: '' }
  const addTwin = () =>
    journal.transact((tx) => {
      tx.chains.begin({ id: next, series: 'K2', reason: 'fork' }, AT)
      tx.chains.expectGaps({ id: chain, series: 'K1', reason: 'enrolled' }, AT)
      const place = tx.entries.nextPlaceForRecalled()
      tx.entries.putBack({ ...twin, hash: entryHash(twin), place, chainId: chain, recordedAt: AT })
      tx.outbox.acknowledge({ place, ...accept }, AT)
    })
  const dispose = () => {
    journal.close()
    folder.remove()
  }
  return { journal, chain, addTwin, [Symbol.dispose]: dispose }
}

test('what the hub has lost is offered again by its number, and no more', () => {
  using kept = journalWithTwins()
  const { journal, chain } = kept
  expect(journal.transact((tx) => tx.outbox.offerAgain(chain, { seqs: [2], above: 4 }))).toEqual([2, 5])
})

test('the last answer for an entry stands', () => {
  using kept = journalWithTwins()
  const { journal } = kept
  const since = '2026-01-01T00:00:00.000Z'
  const later = '2026-03-02T10:00:00.000Z'
  const reasons = [{ code: 'fork', detail: 'x' }]
  journal.transact((tx) => tx.outbox.acknowledge({ place: 2, result: 'quarantined', reasons }, AT))
  expect(journal.read.outbox.countNeedingAttention(since)).toBe(1)
  journal.transact((tx) => tx.outbox.acknowledge({ place: 2, result: 'accepted', reasons: [] }, later))
  expect(journal.read.outbox.countNeedingAttention(since)).toBe(0)
})

test('a number says too little where two entries bear one', () => {
  using kept = journalWithTwins()
  const { journal, chain, addTwin } = kept
  addTwin()
  expect(journal.transact((tx) => tx.outbox.offerAgain(chain, { seqs: [], above: 5 }))).toEqual([])
  const offered = journal.transact((tx) => tx.outbox.offerAgain(chain, { seqs: [2], above: null }))
  expect(offered).toHaveLength(6)
})
