import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { type BackupOrder, listBackups, makeBackup } from '#edge/journal/backup/backup.ts'
import { Journal } from '#edge/journal/journal.ts'
import { record } from '#edge/journal/record.ts'
import { newId } from '#shared/std/ids.ts'
import { createTestFolder } from '../../support/folders.ts'
import { until } from '../../support/until.ts'
import { openShop, type Shop } from '../support/point.ts'

const backupsOf = ({ point }: Shop) => listBackups(point.file('backups'))

function countEntries(path: string): unknown {
  const db = new Database(path, { readonly: true })
  const count = db.prepare('SELECT count(*) FROM entries').pluck().get()
  db.close()
  return count
}

/** Opens a separate journal with one chain, and functions to write and back it up. */
function openJournal(folder: string) {
  const path = join(folder, 'journal.db')
  const journal = Journal.open(path)
  const at = '2026-01-01T00:00:00.000Z'
  journal.transact((tx) => tx.chains.begin({ id: newId(), series: 'K7', reason: 'enrolled' }, at))
  const write = (): void => {
    journal.transact((tx) => record(tx, 'sale', { id: newId() }, at))
  }
  const backUp = (changes: Partial<BackupOrder> = {}): void =>
    makeBackup({
      path,
      folder: join(folder, 'backups'),
      secondFolder: null,
      at,
      lastPosition: journal.read.entries.lastPosition() ?? 0,
      ...changes,
    })
  return { journal, path, write, backUp, [Symbol.dispose]: () => journal.close() }
}

it('backs up the journal at a clean stop only when it has new entries', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  const [newest = ''] = backupsOf(shop)
  expect(countEntries(newest)).toBe(2)
  await shop.point.start()
  await shop.point.stop()
  expect(backupsOf(shop)[0]).toBe(newest)
})

it('backs up to a second disk and restores the journal from it', async () => {
  await using shop = await openShop()
  using disk = createTestFolder()
  await shop.point.stop()
  await shop.point.start({ backupDir: disk.path })
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  const second = join(disk.path, shop.hub.deviceId)
  expect(readdirSync(second)).toEqual([expect.stringMatching(/^journal-\d{16}-\d{8}T\d{9}Z\.db$/)])

  rmSync(shop.point.file('journal.db'))
  rmSync(shop.point.file('backups'), { recursive: true })
  await shop.point.start({ backupDir: disk.path })
  expect((await shop.till.receipt('K7-000001')).sum).toBe(10)
})

it('continues selling when a backup fails', async () => {
  await using shop = await openShop()
  await shop.point.stop()
  const blocked = shop.point.file('backups')
  rmSync(blocked, { recursive: true })
  writeFileSync(blocked, 'a file where the folder should be')
  await shop.point.start()
  const shift = async (): Promise<void> => {
    await shop.till.expect('POST', '/shift/open', { openingCash: 0 })
    await shop.till.sell(shop.tea.id)
    await shop.till.expect('POST', '/shift/close', {})
  }
  await shift()
  await until('it is told', async () => (await shop.till.status()).trouble[0]?.code === 'backup_failed')
  rmSync(blocked)
  await shift()
  await until('it is over', async () => (await shop.till.status()).trouble.length === 0)
  expect(backupsOf(shop)).toHaveLength(1)
})

it('keeps the last backup when a new copy is incomplete', () => {
  using folder = createTestFolder()
  using shop = openJournal(folder.path)
  shop.write()
  shop.backUp()
  const before = listBackups(join(folder.path, 'backups'))
  shop.write()
  expect(() => shop.backUp({ lastPosition: 3 })).toThrow('ends at 2 instead of 3')
  expect(listBackups(join(folder.path, 'backups'))).toEqual(before)
})

it('keeps the last backup when the journal is damaged', () => {
  using folder = createTestFolder()
  using shop = openJournal(folder.path)
  shop.write()
  shop.write()
  shop.backUp()
  const db = new Database(shop.path)
  db.exec('DROP TRIGGER entries_never_change')
  db.exec(`UPDATE entries SET body = '{}'`)
  db.close()
  expect(() => shop.backUp({ at: '2026-01-02T00:00:00.000Z' })).toThrow('not as it was recorded')
  expect(listBackups(join(folder.path, 'backups'))).toHaveLength(1)
})

it('keeps the three newest backups and the last backup of each of six earlier days', () => {
  using folder = createTestFolder()
  using shop = openJournal(folder.path)
  for (let day = 1; day <= 12; day++) {
    for (let hour = 10; hour < 15; hour++) {
      shop.write()
      shop.backUp({ at: `2026-03-${String(day).padStart(2, '0')}T${hour}:00:00.000Z` })
    }
  }
  const kept = listBackups(join(folder.path, 'backups')).map((path) => /-(\w+)0{7}Z/.exec(path)?.[1])
  expect(kept).toEqual([
    '20260312T14',
    '20260312T13',
    '20260312T12',
    '20260311T14',
    '20260310T14',
    '20260309T14',
    '20260308T14',
    '20260307T14',
    '20260306T14',
  ])
})

it('sorts backups by their last entry despite a clock jump', () => {
  using folder = createTestFolder()
  using shop = openJournal(folder.path)
  const folderOfBackups = join(folder.path, 'backups')
  for (const year of ['2026', '2036', '2026']) {
    shop.write()
    shop.backUp({ at: `${year}-01-01T00:00:00.000Z` })
  }
  expect(listBackups(folderOfBackups).map(countEntries)).toEqual([3, 2, 1])
})

it('restores from an older backup when the newest is damaged', async () => {
  await using shop = await openShop()
  for (let i = 0; i < 2; i++) {
    await shop.till.sell(shop.tea.id)
    await shop.point.stop()
    if (i === 0) await shop.point.start()
  }
  const [newest = '', older = ''] = backupsOf(shop)
  writeFileSync(newest, 'x'.repeat(10_000))
  expect(countEntries(older)).toBe(1)
  rmSync(shop.point.file('journal.db'))
  await shop.point.start()
  expect((await shop.till.receipt('K7-000001')).sum).toBe(10)
})

it('ignores a backup of another device', async () => {
  await using shop = await openShop()
  await using other = await openShop()
  await other.till.sell(other.tea.id)
  await shop.point.stop()
  await other.point.stop()
  const [foreign = ''] = backupsOf(other)
  const backups = shop.point.file('backups')
  renameSync(backups, `${backups}.own`)
  mkdirSync(backups)
  copyFileSync(foreign, join(backups, foreign.slice(foreign.lastIndexOf('/') + 1)))
  rmSync(shop.point.file('journal.db'))
  await shop.point.start()
  await shop.till.signIn(shop.cashier.id)
  expect((await shop.till.receipts()).items).toEqual([])
  expect((await shop.till.sell(shop.tea.id)).receiptNumber).toMatch(/^K7[a-z]{3}-000001$/)
})
