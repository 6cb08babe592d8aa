import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { record } from '#edge/journal/record.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import { AT, CHAIN, openTestJournal, saleOf, type TestJournal } from '../support/test-journal.ts'

let journal: TestJournal['journal']
let path: TestJournal['path']
let begin: TestJournal['begin']
let sell: TestJournal['sell']
let waitingPositions: TestJournal['waitingPositions']
beforeEach(() => {
  ;({ journal, path, begin, sell, waitingPositions } = openTestJournal())
})

/** Damages the journal like a disk error. No statement of the agent could do this. */
function damage(sql: string): void {
  const db = new Database(path)
  const triggers = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()
  for (const name of triggers) db.exec(`DROP TRIGGER ${name}`)
  db.pragma('foreign_keys = 0')
  db.exec(sql)
  db.close()
}

describe('a chain', () => {
  it('returns no chain before enrolment, and an empty one afterwards', () => {
    expect(journal.read.chains.findCurrent()).toBeNull()
    expect(() => journal.read.chains.current()).toThrow('chain of the journal')
    begin()
    expect(journal.read.chains.current()).toEqual(CHAIN)
    expect(journal.read.chains.lastSeq(CHAIN.id)).toBe(0)
  })

  it('numbers entries and receipts of each chain from 1', () => {
    begin()
    expect([sell(), sell()]).toEqual(['K7-000001', 'K7-000002'])
    const next = { id: newId(), series: 'K7abc', reason: 'fork' as const }
    begin(next)
    expect(sell()).toBe('K7abc-000001')
    const { chains, entries } = journal.read
    expect(chains.list()).toEqual([CHAIN, next])
    expect([chains.lastSeq(CHAIN.id), chains.lastSeq(next.id)]).toEqual([2, 1])
    expect([entries.count(CHAIN.id), entries.count(next.id), entries.count('x')]).toEqual([2, 1, 0])
    expect([...entries.iterateFrom(CHAIN.id, 2)].map(({ seq }) => seq)).toEqual([2])
    expect(journal.findLoss()).toBeNull()
  })

  it('skips the number of a recalled receipt for the next sale', () => {
    begin()
    const recalled = { ...saleOf(), receiptNumber: 'K7-000001' }
    journal.transact((tx) => {
      const position = record(tx, 'sale', recalled, AT)
      const receipt = { id: recalled.id, position, number: 'K7-000001', cartId: 'c', isReturn: false }
      const rest = { originalId: null, sum: 500 as Amount, soldAt: AT, cashierId: 'a', cashierName: 'Aigul' }
      tx.receipts.add({ ...receipt, ...rest }, [], [])
    })
    expect(sell()).toBe('K7-000002')
  })

  it('detects changed or lost entries of a chain, unless gaps are expected', () => {
    begin()
    for (let i = 0; i < 3; i++) sell()
    damage(`UPDATE entries SET body = '{}' WHERE seq = 2`)
    expect(journal.findLoss()).toBe('entry 2 of K7 is not as it was recorded')
    damage('DELETE FROM entries WHERE seq = 2')
    expect(journal.findLoss()).toBe('it has 2 entries of K7 and should have 3')
    expect(journal.read.chains.listWhole()).toEqual([CHAIN])
    journal.transact((tx) => tx.chains.expectGaps(CHAIN, AT))
    expect(journal.read.chains.listWhole()).toEqual([])
    expect(journal.read.chains.list()).toEqual([CHAIN])
    expect(journal.findLoss()).toBeNull()
  })

  it('keeps a partly recalled chain apart from the chains of this device', () => {
    begin()
    const other = { id: newId(), series: 'K8', reason: 'recalled' as const }
    const entry = { id: newId(), type: 'sale', body: '{}', prevHash: '', hash: 'h', chainId: other.id }
    journal.transact((tx) => {
      tx.chains.expectGaps(other, AT)
      tx.entries.putBack({ ...entry, seq: 7, position: 100, recordedAt: AT })
    })
    const { chains } = journal.read
    expect([chains.listRecalled(), chains.list(), chains.listWhole()]).toEqual([[other.id], [CHAIN], [CHAIN]])
    expect(chains.current()).toEqual(CHAIN)
    expect(journal.findLoss()).toBeNull()
    expect(sell()).toBe('K7-000001')
  })

  it('corrects a damaged series of a chain, and writes only when it differs', () => {
    begin({ ...CHAIN, series: 'K6' })
    const before = journal.changes()
    journal.transact((tx) => tx.chains.correct(CHAIN))
    expect(journal.read.chains.current()).toEqual(CHAIN)
    journal.transact((tx) => tx.chains.correct(CHAIN))
    expect(journal.changes() - before).toBe(1)
  })
})

describe('entries', () => {
  it('numbers entries of all chains in the order of writing', () => {
    expect(journal.read.entries.lastPosition()).toBeNull()
    begin()
    sell()
    sell()
    expect(journal.read.entries.lastPosition()).toBe(2)
    begin({ id: newId(), series: 'K8', reason: 'fork' })
    // Recalled entries can use the positions before the entries of the new chain.
    expect(journal.transact((tx) => tx.entries.nextPositionForRecalled())).toBe(3)
    sell()
    expect(journal.read.entries.lastPosition()).toBeGreaterThan(1_000_000_000)
    expect(journal.transact((tx) => tx.entries.nextPositionForRecalled())).toBe(3)
    expect(waitingPositions()).toEqual([1, 2, journal.read.entries.lastPosition()])
  })

  it('restores an entry to its position, or to the end when the position is taken', () => {
    begin()
    sell()
    journal.transact((tx) => tx.chains.expectGaps(CHAIN, AT))
    const back = { type: 'sale', body: '{}', prevHash: '', hash: 'h', chainId: CHAIN.id, recordedAt: AT }
    const putBack = (position: number, seq: number) => {
      const id = newId()
      const answered = journal.transact((tx) => tx.entries.putBack({ ...back, id, seq, position }))
      expect([journal.read.entries.has(id), journal.read.entries.has(newId())]).toEqual([true, false])
      return answered
    }
    expect([putBack(5, 2), putBack(1, 3), putBack(5, 4)]).toEqual([5, 6, 7])
  })

  it('lists only sales that have no receipt', () => {
    begin()
    sell()
    const [first, second] = [saleOf(), saleOf()]
    journal.transact((tx) => {
      record(tx, 'sale', first, AT)
      record(tx, 'shift_opened', { id: newId() }, AT)
      record(tx, 'sale', second, AT)
    })
    expect(journal.read.entries.listUnfiledSales()).toEqual([
      { position: 2, id: first.id, type: 'sale', body: JSON.stringify(first) },
      { position: 4, id: second.id, type: 'sale', body: JSON.stringify(second) },
    ])
  })
})
