import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { findBreak } from '#edge/journal/chain.ts'
import { Journal } from '#edge/journal/journal.ts'
import { record } from '#edge/journal/record.ts'
import { openDatabase } from '#edge/sqlite/open.ts'
import type { Chain } from '#shared/sync/upload.ts'
import { createTestFolder } from '../../support/folders.ts'
import { until } from '../../support/until.ts'
import { openShop } from '../support/point.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const CHAIN: Chain = { id: 'a0000000-0000-7000-8000-000000000000', series: 'K7', reason: 'enrolled' }

it('opens a database with the required settings', () => {
  using folder = createTestFolder()
  for (const synchronous of ['FULL', 'NORMAL'] as const) {
    const db = openDatabase(`${folder.path}/${synchronous}.db`, { synchronous })
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('synchronous', { simple: true })).toBe(synchronous === 'FULL' ? 2 : 1)
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    db.close()
  }
})

it('refuses to open a database without WAL', () => {
  try {
    expect(() => openDatabase(':memory:', { synchronous: 'FULL' })).toThrow('journal_mode')
  } finally {
    // SQLite creates no file for an in-memory database, but the agent does.
    rmSync(':memory:', { force: true })
  }
})

it('prevents a reader from writing', () => {
  using folder = createTestFolder()
  const db = openDatabase(`${folder.path}/a.db`, { synchronous: 'FULL', isReader: true })
  expect(() => db.exec('CREATE TABLE t (a)')).toThrow('readonly')
  db.close()
})

it('rolls back a transaction that throws', () => {
  using folder = createTestFolder()
  const journal = Journal.open(`${folder.path}/journal.db`)
  const halfway = () =>
    journal.transact((tx) => {
      tx.chains.begin(CHAIN, NOW)
      record(tx, 'sale', { id: 'a' }, NOW)
      throw new Error('halfway')
    })
  expect(halfway).toThrow('halfway')
  expect(journal.read.entries.lastPosition()).toBeNull()
  expect(journal.read.chains.findCurrent()).toBeNull()
  journal.close()
})

it('copies the log into the file after a transaction without delaying it', async () => {
  using folder = createTestFolder()
  const path = `${folder.path}/journal.db`
  const journal = Journal.open(path)
  journal.transact((tx) => tx.chains.begin(CHAIN, NOW))
  const before = readFileSync(path)
  for (let i = 0; i < 120; i++) {
    const large = { id: `sale ${i}`, note: 'x'.repeat(50_000) }
    journal.transact((tx) => record(tx, 'sale', large, NOW))
  }
  expect(readFileSync(path).equals(before)).toBe(true)
  await until('the file holds what was written', () => countEntries(path) === 120)
  journal.close()
})

/** Counts the entries in the file alone, as after the loss of its log. */
function countEntries(path: string): unknown {
  const copy = `${path}-copy`
  copyFileSync(path, copy)
  const db = new Database(copy)
  try {
    return db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'entries'").pluck().get() === 0
      ? 0
      : db.prepare('SELECT count(*) FROM entries').pluck().get()
  } finally {
    db.close()
    for (const rest of ['', '-wal', '-shm']) rmSync(copy + rest, { force: true })
  }
}

it('writes entries as an unbroken chain', async () => {
  await using shop = await openShop()
  for (let i = 0; i < 5; i++) await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  const journal = Journal.open(shop.point.file('journal.db'))
  const { id } = journal.read.chains.current()
  expect(journal.read.entries.count(id)).toBe(5)
  expect(findBreak(journal.read.entries.iterateFrom(id, 1))).toBeNull()
  expect(journal.findLoss()).toBeNull()
  journal.close()
})

it('prevents entries from being changed or deleted', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  const db = new Database(shop.point.file('journal.db'))
  expect(() => db.exec(`UPDATE entries SET body = '{}'`)).toThrow('never changed')
  expect(() => db.exec('DELETE FROM entries')).toThrow('never deleted')
  for (const [chain, seq, refusal] of [
    ['id', 9, 'follow'],
    ['NULL', 3, 'NOT NULL'],
  ] as const) {
    const insert = `INSERT INTO entries SELECT 9, 'x', 'sale', '{}', '', '', '', ${chain}, ${seq} FROM chains`
    expect(() => db.exec(insert)).toThrow(refusal)
  }
  db.close()
})

it('refuses to start with the journal of a newer agent', async () => {
  await using shop = await openShop()
  await shop.point.stop()
  const db = new Database(shop.point.file('journal.db'))
  db.pragma('user_version = 99')
  db.close()
  await expect(shop.point.start()).rejects.toThrow('newer version')
})

it('refuses to start with files of different devices', async () => {
  await using shop = await openShop()
  await using other = await openShop()
  await shop.point.stop()
  await other.point.stop()
  copyFileSync(other.point.file('device.json'), shop.point.file('device.json'))
  await expect(shop.point.start()).rejects.toThrow('belong to different devices')
})
