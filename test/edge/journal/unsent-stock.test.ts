import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { record } from '#edge/journal/record.ts'
import { newId } from '#shared/std/ids.ts'
import { AT, CHAIN, openTestJournal, saleOf, type TestJournal } from '../support/test-journal.ts'

let journal: TestJournal['journal']
let begin: TestJournal['begin']
let sell: TestJournal['sell']
let acknowledge: TestJournal['acknowledge']
let path: string
beforeEach(() => {
  ;({ journal, begin, sell, acknowledge, path } = openTestJournal())
})

describe('the quantities of sales that are not uploaded', () => {
  /** Damages the existing entries like a failing disk. */
  function damage(): void {
    const disk = new Database(path)
    const guards = disk
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'entries'`)
      .pluck()
      .all()
    for (const guard of guards) disk.exec(`DROP TRIGGER ${guard}`)
    disk.exec(`UPDATE entries SET body = substr(body, 2)`)
    disk.close()
  }
  const taken = () => Object.fromEntries(journal.read.unsentStock.sums())

  it('sums sales minus returns until they are acknowledged', () => {
    begin()
    expect(taken()).toEqual({})
    sell(
      saleOf({}, [
        ['tea', 2.5],
        ['tea', 1],
        ['milk', 1],
      ]),
    )
    expect(taken()).toEqual({ tea: 3500, milk: 1000 })
    sell(
      saleOf({ isReturn: true }, [
        ['tea', 0.5],
        ['milk', 1],
      ]),
    )
    expect(taken()).toEqual({ tea: 3000 })
    journal.transact((tx) => record(tx, 'till_event', { id: newId() }, AT))
    expect(taken()).toEqual({ tea: 3000 })
    acknowledge(1)
    expect(taken()).toEqual({ tea: -500, milk: -1000 })
    acknowledge(2)
    expect(taken()).toEqual({})
  })

  it('counts an acknowledged item again when it must be uploaded again', () => {
    begin()
    sell(saleOf({}, [['tea', 1]]))
    acknowledge(1)
    expect(taken()).toEqual({})
    journal.transact((tx) => tx.outbox.offerAllAgain(CHAIN.id))
    expect(taken()).toEqual({ tea: 1000 })
  })

  it('leaves out a sale that is damaged on disk', () => {
    begin()
    sell(saleOf({}, [['tea', 1]]))
    damage()
    sell(saleOf({}, [['milk', 1]]))
    expect(taken()).toEqual({ milk: 1000 })
  })
})
