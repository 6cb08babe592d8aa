import { beforeEach, describe, expect, it } from 'vitest'
import { record } from '#edge/journal/record.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import { newId } from '#shared/std/ids.ts'
import {
  AT,
  CHAIN,
  cartLine,
  cartOf,
  openTestJournal,
  saleOf,
  type TestJournal,
} from '../support/test-journal.ts'

let journal: TestJournal['journal']
let begin: TestJournal['begin']
let sell: TestJournal['sell']
let waitingPositions: TestJournal['waitingPositions']
beforeEach(() => {
  ;({ journal, begin, sell, waitingPositions } = openTestJournal())
})

it('removes the cart and adds a waiting entry when it records a sale', () => {
  begin()
  const cart = cartOf(cartLine())
  journal.transact((tx) => tx.carts.saveOpen('till 1', cart))
  const reported: number[] = []
  journal.onRecorded = (tookMs) => reported.push(tookMs)
  sell(saleOf(), cart.id)
  expect(journal.read.carts.findOpen('till 1')).toBeNull()
  expect(waitingPositions()).toEqual([1])
  expect(reported).toHaveLength(1)
  expect(reported[0]).toBeGreaterThanOrEqual(0)
  journal.transact((tx) => tx.carts.saveOpen('till 1', cart))
  expect(reported).toHaveLength(1)
})

it('increments the pulse, which other threads can read, with each transaction', () => {
  const before = Atomics.load(journal.pulse, 0)
  begin()
  sell()
  expect(Atomics.load(journal.pulse, 0) - before).toBe(2)
})

describe('a shift', () => {
  const open = (tillId: string, number: number) => {
    const id = newId()
    const body = { id, number, tillId }
    const position = journal.transact((tx) => {
      const entry = record(tx, 'shift_opened', body, AT)
      tx.shifts.add({ id, number, position: entry, tillId })
      return entry
    })
    return { id, number, position, closedPosition: null, receipts: 0 }
  }

  it('keeps a shift open at its till until it is closed, and numbers shifts per till', () => {
    begin()
    const { shifts } = journal.read
    expect([shifts.findOpen('till 1'), shifts.lastNumber('till 1')]).toEqual([null, 0])
    const [one, two] = [open('till 1', 1), open('till 2', 5)]
    expect(shifts.findOpen('till 1')).toMatchObject(one)
    expect(shifts.findOpen('till 2')).toMatchObject(two)
    const closedPosition = journal.transact((tx) => {
      const position = record(tx, 'shift_closed', { id: newId() }, AT)
      tx.shifts.close(one.id, position)
      return position
    })
    expect(shifts.findByNumber('till 1', 1)).toEqual({ ...one, closedPosition })
    expect([shifts.findByNumber('till 1', 5), shifts.list('till 2', 6, 9)]).toEqual([null, [two]])
    expect(shifts.list('till 2', 5, 9)).toEqual([])
    expect([shifts.isOpen(one.id), shifts.isOpen(two.id), shifts.isOpen(newId())]).toEqual([
      false,
      true,
      false,
    ])
    expect(shifts.findOpen('till 1')).toBeNull()
    expect([shifts.lastNumber('till 1'), shifts.lastNumber('till 2')]).toEqual([1, 5])
    expect(JSON.parse(shifts.openedBody(two) ?? '')).toEqual({ id: two.id, number: 5, tillId: 'till 2' })
    expect(shifts.closedBody(two)).toBeUndefined()
  })

  it('lists the sales, cash movements and events of a shift in order, until it is closed', () => {
    begin()
    const [one, two] = [open('till 1', 1), open('till 2', 1)]
    const ids = ['sale', 'till_event', 'cash_movement', 'sale'].map((type, index) => {
      const id = newId()
      const shiftId = index === 3 ? two.id : one.id
      const tillId = index === 3 ? 'till 2' : 'till 1'
      journal.transact((tx) => record(tx, type, { id, shiftId, tillId } as { id: string }, AT))
      return id
    })
    const end = journal.transact((tx) => {
      const position = record(tx, 'shift_closed', { id: newId() }, AT)
      tx.shifts.close(one.id, position)
      record(tx, 'till_event', { id: newId(), tillId: 'till 1' } as { id: string }, AT)
      return position
    })
    const of = (shift: typeof one) =>
      [...journal.read.shifts.entries(shift)].map(({ type, body }) => [type, JSON.parse(body).id])
    expect(of({ ...one, closedPosition: end as never })).toEqual([
      ['sale', ids[0]],
      ['till_event', ids[1]],
      ['cash_movement', ids[2]],
    ])
    expect(journal.read.shifts.countWaiting({ ...one, closedPosition: end })).toBe(5)
    expect(of(two)).toEqual([['sale', ids[3]]])
  })
})

it('keeps one session per till, replaced by the next sign-in', () => {
  const session = (tillId: string, cashierName: string) => ({
    tillId,
    tokenHash: Buffer.from('hash'),
    cashierId: newId(),
    cashierName,
    permissions: ['pos.sell' as const],
    signedInAt: AT,
    limits: NO_LIMITS,
  })
  const [first, second, other] = [session('1', 'Aigul'), session('1', 'Marat'), session('2', 'Aigul')]
  for (const each of [first, other, second]) journal.transact((tx) => tx.sessions.save(each))
  expect(journal.read.sessions.find('1')).toEqual(second)
  journal.transact((tx) => tx.sessions.remove('1'))
  expect([journal.read.sessions.find('1'), journal.read.sessions.find('2')]).toEqual([null, other])
})

it('counts wrong PINs per cashier until they are cleared', () => {
  const save = (id: string, failures: number) =>
    journal.transact((tx) => tx.pinFailures.save(id, { failures, blockedUntil: AT }))
  save('a', 1)
  save('b', 4)
  save('a', 2)
  const { pinFailures } = journal.read
  expect(pinFailures.find('a')).toEqual({ failures: 2, blockedUntil: AT })
  journal.transact((tx) => tx.pinFailures.clear('a'))
  expect([pinFailures.find('a'), pinFailures.find('b')?.failures]).toEqual([null, 4])
})

describe('metadata of the journal', () => {
  const device = (deviceId: string) => ({
    organizationId: newId(),
    deviceId,
    retailPointId: newId(),
    clientId: 'c',
    clientSecret: 's',
    series: 'K7',
    replacesDeviceId: null,
    hubUrl: 'http://hub.test',
    chains: [CHAIN],
    nextChain: null,
  })

  it('saves the device that owns the journal', () => {
    const { meta } = journal.read
    expect([meta.findDevice(), meta.findDeviceId(), meta.listOwners()]).toEqual([null, null, []])
    const mine = device(newId())
    journal.transact((tx) => tx.meta.setDevice(mine))
    expect([meta.findDevice(), meta.findDeviceId(), meta.listOwners()]).toEqual([
      mine,
      mine.deviceId,
      [mine.deviceId],
    ])
  })

  it('returns the last incident, or null when it is unreadable', () => {
    const { meta } = journal.read
    expect(meta.findIncident()).toBeNull()
    for (const detail of ['first', 'second'])
      journal.transact((tx) => tx.meta.setIncident({ at: AT, detail }))
    expect(meta.findIncident()).toEqual({ at: AT, detail: 'second' })
    journal.transact((tx) => tx.meta.setIncident({ at: 'x', detail: 'third' }))
    expect(meta.findIncident()).toBeNull()
  })

  it('saves the progress of a recall, and restarts a recall whose progress is unreadable', () => {
    const { meta } = journal.read
    expect(meta.findRecall()).toBeNull()
    const recall = { since: AT, after: newId() }
    journal.transact((tx) => tx.meta.setRecall(recall))
    expect(meta.findRecall()).toEqual(recall)
    journal.transact((tx) => tx.meta.setRecall({ since: 'x', after: null }))
    expect(meta.findRecall()).toEqual({ since: null, after: null })
    journal.transact((tx) => tx.meta.setRecall(null))
    expect(meta.findRecall()).toBeNull()
  })
})
