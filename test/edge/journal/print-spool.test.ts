import { beforeEach, describe, expect, it } from 'vitest'
import { drawerJob } from '#edge/features/printing/queue-receipt.ts'
import { newId } from '#shared/std/ids.ts'
import { AT, openTestJournal, type TestJournal } from '../support/test-journal.ts'

const PRINTER = 'counter'

let journal: TestJournal['journal']
beforeEach(() => {
  ;({ journal } = openTestJournal())
})

describe('a job that opens the drawer', () => {
  it('opens the drawer once, even after a power failure during the transmission', () => {
    journal.transact((tx) => {
      const id = tx.printSpool.add(drawerJob({ printer: PRINTER, tillId: newId(), queuedAt: AT }))
      expect(tx.printSpool.next(PRINTER)).toMatchObject({ opensDrawer: true, isCopy: false })
      tx.printSpool.begin(id)
      tx.printSpool.doubtAll()
    })
    expect(journal.read.printSpool.next(PRINTER)).toMatchObject({
      opensDrawer: false,
      isCopy: true,
      document: { blocks: [] },
    })
  })
})
