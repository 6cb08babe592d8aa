import { beforeEach, describe, expect, it } from 'vitest'
import type { JournalEntry } from '#edge/journal/entries.ts'
import { refile } from '#edge/journal/recovery/refile.ts'
import { newId } from '#shared/std/ids.ts'
import type { ShiftClosedBody, ShiftOpenedBody } from '#shared/sync/shift.ts'
import { AT, LATER, openTestJournal, saleOf, type TestJournal } from '../support/test-journal.ts'

let journal: TestJournal['journal']
beforeEach(() => {
  const test = openTestJournal()
  journal = test.journal
  test.begin()
})

type Entry = Pick<JournalEntry, 'id' | 'type' | 'body'>

/** Appends a restored entry to the journal and files it. */
function comeBack(entry: Entry, how?: Parameters<typeof refile>[2]): boolean {
  return journal.transact((tx) => refile(tx, { ...entry, position: tx.entries.append(entry, AT) }, how))
}

const TEA = newId()

function saleEntry(receiptNumber: string, ...[rest, lines = [[TEA, 1]]]: Parameters<typeof saleOf>): Entry {
  const body = { ...saleOf(rest, lines), receiptNumber }
  return { id: body.id, type: 'sale', body: JSON.stringify(body) }
}

const TILL = '1'
const record = {
  schema: 1 as const,
  retailPointId: newId(),
  tillId: TILL,
  cashierId: newId(),
  cashierName: 'Aigul',
  clock: { utcOffsetMinutes: 300, timeZone: 'Asia/Almaty', bootId: 'b', monotonicMs: 1 },
}

function openedEntry(id: string, rest: Partial<ShiftOpenedBody> = {}): Entry {
  const body: ShiftOpenedBody = { ...record, id, number: 4, openedAt: AT, openingCash: 10, ...rest }
  return { id, type: 'shift_opened', body: JSON.stringify(body) }
}

function closedEntry(shiftId: string, rest: Partial<ShiftClosedBody> = {}): Entry {
  const totals = {
    salesCash: 0,
    salesCard: 0,
    returnsCash: 0,
    returnsCard: 0,
    cashIn: 0,
    cashOut: 0,
    receiptsCount: 0,
    returnsCount: 0,
    expectedCash: 10,
  }
  const id = newId()
  const body: ShiftClosedBody = {
    ...record,
    id,
    shiftId,
    closedAt: LATER,
    totals,
    countedCash: null,
    ...rest,
  }
  return { id, type: 'shift_closed', body: JSON.stringify(body) }
}

describe('a restored sale', () => {
  it('restores a sale as a printed receipt of its original cart', () => {
    const [entry, cartId] = [saleEntry('K7-000001'), newId()]
    expect(comeBack(entry, { cartId })).toBe(true)
    expect(journal.read.receipts.findByCart(cartId)).toMatchObject({ id: entry.id, printedCount: 1 })
  })

  it('uses the id of a restored sale as its cart id when the cart is unknown', () => {
    const entry = saleEntry('K7-000001')
    comeBack(entry)
    expect(journal.read.receipts.findByCart(entry.id)).toMatchObject({ id: entry.id, originalNumber: null })
  })

  it('restores a sale only once, identified by id or number', () => {
    const entry = saleEntry('K7-000001')
    comeBack(entry)
    expect(comeBack(saleEntry('K7-000001'))).toBe(true)
    const again = journal.transact((tx) => refile(tx, { ...entry, position: 1 }))
    expect([again, journal.read.receipts.count()]).toEqual([true, 1])
    expect(journal.read.receipts.findByNumber('K7-000001')?.id).toBe(entry.id)
  })

  it.each([
    ['is not JSON', '{'],
    ['is not a sale', '{"id": 1}'],
  ])('keeps only the entry of a restored sale whose body %s and cannot be read', (_, body) => {
    expect(comeBack({ id: newId(), type: 'sale', body })).toBe(true)
    expect([journal.read.receipts.count(), journal.read.outbox.waiting().waiting]).toEqual([0, 0])
  })

  it('restores a return only after its receipt', () => {
    const sold = saleEntry('K7-000001', {}, [[TEA, 3]])
    const returned = () => saleEntry('K7-000002', { isReturn: true, originalSaleId: sold.id }, [[TEA, 1, 1]])
    expect(comeBack(returned())).toBe(false)
    expect(journal.read.receipts.count()).toBe(0)
    comeBack(sold)
    expect(comeBack(returned())).toBe(true)
    expect(journal.read.receipts.findByNumber('K7-000002')?.originalNumber).toBe('K7-000001')
  })

  it('restores a return without its receipt at the last attempt', () => {
    const returned = saleEntry('K7-000002', { isReturn: true, originalSaleId: newId() }, [[TEA, 1, 1]])
    expect(comeBack(returned, { isLastTry: true })).toBe(true)
    expect(journal.read.receipts.findByNumber('K7-000002')).toMatchObject({
      originalNumber: null,
      printedCount: 1,
    })
  })
})

describe('a restored shift', () => {
  it('keeps a restored shift open until the closing of this shift is restored', () => {
    const [first, second] = [newId(), newId()]
    expect(comeBack(openedEntry(first))).toBe(true)
    expect(journal.read.shifts.findOpen(TILL)).toMatchObject({ id: first, number: 4, position: 1 })
    expect(comeBack(closedEntry(newId()))).toBe(true)
    expect(journal.read.shifts.isOpen(first)).toBe(true)
    expect(comeBack(closedEntry(first))).toBe(true)
    expect(journal.read.shifts.findOpen(TILL)).toBeNull()
    comeBack(openedEntry(second, { number: 5 }))
    expect(journal.read.shifts.findOpen(TILL)).toMatchObject({ id: second, number: 5, position: 4 })
  })

  it('opens no second restored shift at a till with an open shift', () => {
    const first = newId()
    comeBack(openedEntry(first))
    comeBack(openedEntry(newId(), { number: 5 }))
    expect(journal.read.shifts.findOpen(TILL)?.id).toBe(first)
    comeBack(openedEntry(newId(), { tillId: '2' }))
    expect(journal.read.shifts.findOpen('2')).toMatchObject({ number: 4, position: 3 })
  })

  it.each(['shift_opened', 'shift_closed'])(
    'keeps an unreadable shift record as an entry without effect: %s',
    (type) => {
      const open = newId()
      comeBack(openedEntry(open))
      const body = JSON.stringify({ ...record, shiftId: open, tillId: '3' })
      expect(comeBack({ id: newId(), type, body })).toBe(true)
      expect([journal.read.shifts.isOpen(open), journal.read.shifts.findOpen('3')]).toEqual([true, null])
    },
  )
})

it('creates receipts and shifts only from restored sales and shift records', () => {
  expect(comeBack({ id: newId(), type: 'cash_movement', body: saleEntry('K7-000001').body })).toBe(true)
  expect(journal.read.receipts.count()).toBe(0)
})
