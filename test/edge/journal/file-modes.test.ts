import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Journal } from '#edge/journal/journal.ts'
import { createTestFolder } from '../../support/folders.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { nextMigrations } from '../support/next-migrations.ts'
import { openShop } from '../support/point.ts'

/** Clears the umask, so that other users can access new files by default. */
function withoutUmask(): void {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
}

const RIGHT = { file: '600', folder: '700' }

/** Returns the files and folders below a folder that other users can access. */
function open(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    const mode = statSync(path, { throwIfNoEntry: false })?.mode
    // The file was temporary, such as the log of a database that was just closed.
    if (mode === undefined) return []
    const rights = (mode & 0o777).toString(8)
    return rights === RIGHT[entry.isDirectory() ? 'folder' : 'file'] ? [] : [`${path}: ${rights}`]
  })
}

const namesIn = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String)

function openToAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666)
}

it.each([true, false])(
  'creates all files of the agent for its user only (file snapshot: %s)',
  async (hasFile) => {
    withoutUmask()
    using second = createTestFolder()
    await using shop = await openShop()
    const { point, hub, till, tea } = shop
    hub.catalog.hasFile = hasFile
    const folder = point.file('.')
    await till.sell(tea.id)
    expect(open(folder)).toEqual([])
    await point.stop()
    await point.start({ backupDir: second.path, reserveBytes: 4096 })
    hub.forgetHistory()
    hub.change(product({ name: 'Coffee' }))
    await until('there is a new snapshot', async () => (await till.search('coffee')).total === 1)
    await till.sell(tea.id)
    await until('there is a reserve', () => namesIn(folder).includes('reserve'))
    expect(namesIn(folder)).toEqual(
      expect.arrayContaining(['journal.db-wal', 'journal.db-shm', 'replica.db-wal']),
    )
    expect(open(folder)).toEqual([])
    await point.stop()
    expect(open(folder)).toEqual([])
    expect(namesIn(second.path).some((name) => /journal-.*\.db$/.test(name))).toBe(true)
    expect(open(second.path)).toEqual([])
  },
)

it('removes the access of other users to existing files', async () => {
  withoutUmask()
  using second = createTestFolder()
  await using shop = await openShop()
  const { point, till, tea } = shop
  const folder = point.file('.')
  await point.stop()
  await point.start({ backupDir: second.path })
  await till.sell(tea.id)
  await point.stop()
  mkdirSync(point.file('notes'))
  writeFileSync(point.file('notes/old'), '')
  for (const each of [folder, second.path]) openToAll(each)
  await point.start({ backupDir: second.path })
  expect(open(folder)).toEqual([])
  await till.sell(tea.id)
  await point.stop()
  expect(open(second.path)).toEqual([])
  // The agent restores the journal from an accessible backup, and keeps the damaged file.
  for (const each of [folder, second.path]) openToAll(each)
  rmSync(point.file('backups'), { recursive: true })
  writeFileSync(point.file('journal.db'), 'x'.repeat(20_000))
  await point.start({ backupDir: second.path })
  await until(
    'it sells',
    async () => (await till.send('POST', '/cart/lines', { productId: tea.id })).status === 200,
  )
  expect(namesIn(folder).some((name) => name.startsWith('journal.damaged'))).toBe(true)
  expect(open(folder)).toEqual([])
})

it('creates the backup before a migration for its user only', async () => {
  withoutUmask()
  await using shop = await openShop()
  const { point } = shop
  await point.stop()
  Journal.open(point.file('journal.db'), nextMigrations()).close()
  expect(namesIn(point.file('backups'))).toContain('journal-before-1.db')
  expect(open(point.file('.'))).toEqual([])
})
