import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { ReplicaWriter } from '#edge/replica/replica-writer.ts'
import { NO_LIMITS, TillLimits } from '#shared/domain/till-limits.ts'
import { SnapshotFile } from '#shared/replica/snapshot-file.ts'
import { newId } from '#shared/std/ids.ts'
import type { DownloadLine } from '#shared/sync/download.ts'
import {
  DEVICE,
  groupOf,
  META,
  openTestReplica,
  productOf,
  removed,
  settingsOf,
  stockOf,
  UNIT,
} from '../support/test-replica.ts'

const NOT_READY = expect.objectContaining({ code: 'replica_not_ready' })
const cashier = (name: string, id = newId()): DownloadLine => ({
  t: 'cashier',
  op: 'put',
  id,
  v: { name, pinHash: `$${name}`, permissions: ['sales.view'], limits: NO_LIMITS },
})

function spoil(path: string, sql: string): void {
  const db = new Database(path)
  db.exec(sql)
  db.close()
}

describe('a replica', () => {
  it('serves the records of its device and the position of the download', () => {
    const { replica } = openTestReplica([settingsOf()])
    expect([replica.isReady, replica.meta()]).toEqual([true, META])
  })

  it.each<[string, object]>([
    ['of another device', { ...META, deviceId: newId() }],
    ['with incomplete metadata', { cursor: 'c1' }],
  ])('deletes a replica %s at startup', (_, meta) => {
    const { replica, load, paths, damage } = openTestReplica()
    load(paths.next, [], meta)
    replica.swapIn()
    expect([replica.isReady, existsSync(paths.replica), damage]).toEqual([false, false, []])
    expect(() => replica.read(() => 1)).toThrow(NOT_READY)
    expect([replica.find(() => 1), replica.meta(), replica.productCount()]).toEqual([null, null, 0])
  })

  it('deletes a replica of another format', () => {
    const { replica, load, paths } = openTestReplica()
    load(paths.next, [])
    spoil(paths.next, 'PRAGMA user_version = 99')
    replica.swapIn()
    expect([replica.isReady, existsSync(paths.replica)]).toEqual([false, false])
  })

  it.each([
    ['is not a database', (path: string) => writeFileSync(path, 'nothing of ours'.repeat(1000))],
    ['lacks a table', (path: string) => spoil(path, 'DROP TABLE stock')],
  ])('deletes a replica that %s and reports the damage', (_, damageFile) => {
    const { replica, load, paths, damage } = openTestReplica()
    load(paths.next, [])
    damageFile(paths.next)
    replica.swapIn()
    expect([replica.isReady, existsSync(paths.replica), damage.length]).toEqual([false, false, 1])
  })

  it('serves the next replica after a swap, and increments the revision with each change', () => {
    const { replica, load, paths, change, found } = openTestReplica([productOf('Tea')])
    expect(replica.productCount()).toBe(1)
    const before = replica.revision
    change(productOf('Milk'))
    expect(replica.productCount()).toBe(1)
    replica.noteChange()
    expect([replica.productCount(), replica.revision]).toEqual([2, before + 1])
    load(paths.next, [productOf('Bread')])
    replica.swapIn()
    expect([found(''), replica.productCount(), existsSync(paths.next)]).toEqual([['Bread'], 1, false])
    expect(replica.revision).toBeGreaterThan(before + 1)
  })

  it('keeps serving when the next replica is missing', () => {
    const { replica, found } = openTestReplica([productOf('Tea')])
    expect(() => replica.swapIn()).toThrow('ENOENT')
    expect(found('')).toEqual(['Tea'])
  })

  it('deletes the replica and its log when discarded, until the next one is swapped in', () => {
    const { replica, load, paths, change, found } = openTestReplica([productOf('Tea')])
    change(productOf('Milk'))
    replica.discard()
    expect([replica.isReady, existsSync(paths.replica), existsSync(`${paths.replica}-wal`)]).toEqual([
      false,
      false,
      false,
    ])
    load(paths.next, [productOf('Bread')])
    replica.swapIn()
    expect(found('')).toEqual(['Bread'])
  })

  it('reports that a check is needed after an unclean close, and deletes an incomplete snapshot', () => {
    const { replica, writer, paths, change } = openTestReplica()
    change(productOf('Tea'))
    replica.close()
    writeFileSync(paths.next, 'half')
    expect(replica.openFor(DEVICE)).toBe(true)
    expect(existsSync(paths.next)).toBe(false)
    replica.close()
    writer.close()
    expect(replica.openFor(DEVICE)).toBe(false)
    replica.close()
    writeFileSync(`${paths.replica}-wal`, '')
    expect(replica.openFor(newId())).toBe(false)
  })

  it.each([
    ['a record that is not JSON', `UPDATE settings SET body = '{'`],
    ['a record without required members', `UPDATE settings SET body = '{}'`],
  ])('stops serving when it reads %s and reports it', (_, sql) => {
    const { replica, paths, damage } = openTestReplica([settingsOf()])
    spoil(paths.replica, sql)
    expect(() => replica.read(({ settings }) => settings.get())).toThrow(NOT_READY)
    expect([replica.isReady, damage.length]).toEqual([false, 1])
  })

  it.each([
    ['a name', `UPDATE products SET name = 'Te' || char(0)`],
    ['a barcode', `UPDATE barcodes SET barcode = '1' || char(0)`],
    ['the next prices', `UPDATE products SET next_prices = '['`],
  ])('stops serving after a flipped bit in %s of its rows', (_, sql) => {
    const id = newId()
    const { replica, paths } = openTestReplica([productOf('Tea', { barcodes: ['1'] }, id)])
    spoil(paths.replica, sql)
    expect(replica.find(({ products }) => products.find(id))).toBeNull()
    expect(replica.isReady).toBe(false)
  })

  it('rethrows errors that are not caused by damage', () => {
    const { replica } = openTestReplica()
    const own = () => {
      throw new TypeError('ours')
    }
    expect(() => replica.read(own)).toThrow(TypeError)
    expect(() => replica.find(own)).toThrow(TypeError)
    expect(replica.isReady).toBe(true)
  })
})

describe('other records of a replica', () => {
  it('keeps the settings of one retail point, until they are deleted', () => {
    const first = settingsOf({ retailPointName: 'First' })
    const second = settingsOf({ retailPointName: 'Second' })
    const { read, change, replica } = openTestReplica([first])
    const name = () => read(({ settings }) => settings.find()?.retailPointName)
    expect(name()).toBe('First')
    change(second)
    expect(name()).toBe('Second')
    change(removed('settings', 'id' in first ? first.id : ''))
    expect(read(({ settings }) => settings.get().retailPointName)).toBe('Second')
    change({ t: 'settings', op: 'empty', bucket: 'id' in second ? second.id.slice(-2) : '' })
    expect(name()).toBeUndefined()
    expect(() => replica.read(({ settings }) => settings.get())).toThrow(NOT_READY)
    expect(replica.isReady).toBe(true)
    change(first, removed('settings', 'id' in first ? first.id.toUpperCase() : ''))
    expect(name()).toBeUndefined()
  })

  it('lists cashiers by name, finds them by id, and replaces and removes them', () => {
    const [aigul, boris] = [newId(), newId()]
    const { read, change } = openTestReplica([cashier('Boris', boris), cashier('Aigul', aigul)])
    const names = () => read(({ cashiers }) => cashiers.list().map(({ name }) => name))
    expect(names()).toEqual(['Aigul', 'Boris'])
    expect(read(({ cashiers }) => cashiers.find(aigul.toUpperCase()))).toEqual({
      id: aigul,
      name: 'Aigul',
      pinHash: '$Aigul',
      permissions: ['sales.view'],
      limits: TillLimits.parse({}),
    })
    change(cashier('Zoya', aigul))
    expect(names()).toEqual(['Boris', 'Zoya'])
    change(removed('cashier', boris))
    expect([names(), read(({ cashiers }) => cashiers.find(boris))]).toEqual([['Zoya'], null])
    change({ t: 'cashier', op: 'empty', bucket: aigul.slice(-2) })
    expect(names()).toEqual([])
  })

  it('treats unreadable permissions of a cashier as damage of the replica', () => {
    const { replica, paths } = openTestReplica([cashier('Aigul')])
    spoil(paths.replica, `UPDATE cashiers SET permissions = 'x'`)
    expect(() => replica.read(({ cashiers }) => cashiers.list())).toThrow(NOT_READY)
  })

  it('returns a stock of 0 for a product without a stock record', () => {
    const [tea, milk] = [newId(), newId()]
    const { read } = openTestReplica([stockOf(tea, 1.5)])
    expect(read(({ stock }) => [stock.of(tea), stock.of(milk)])).toEqual([1500, 0])
  })
})

it('replaces and removes units and groups, one by one and by bucket', () => {
  const [tea, group] = [newId(), newId()]
  const unit = (name: string): DownloadLine => ({
    t: 'unit',
    op: 'put',
    id: UNIT,
    v: { name, isFractional: false },
  })
  const { read, change } = openTestReplica([
    unit('pcs'),
    groupOf(group, null, { name: 'Drinks' }),
    productOf('Tea', { groupId: group }, tea),
  ])
  const names = () => read(({ products }) => products.find(tea))
  expect(names()).toMatchObject({ unitName: 'pcs', groupName: 'Drinks' })
  change(unit('box'), groupOf(group, null, { name: 'Teas' }))
  expect(names()).toMatchObject({ unitName: 'box', groupName: 'Teas' })
  change(removed('unit', UNIT.toUpperCase()), removed('group', group.toUpperCase()))
  expect(names()).toMatchObject({ unitName: '', groupName: null })
  change(unit('pcs'), groupOf(group))
  change(
    { t: 'unit', op: 'empty', bucket: UNIT.slice(-2) },
    { t: 'group', op: 'empty', bucket: group.slice(-2) },
  )
  expect(names()).toMatchObject({ unitName: '', groupName: null })
})

it('deletes the file of an abandoned snapshot', () => {
  const { paths } = openTestReplica()
  const file = new SnapshotFile(paths.next)
  expect(statSync(paths.next).mode & 0o777).toBe(0o600)
  file.abandon()
  expect(existsSync(paths.next)).toBe(false)
})

describe('the writer', () => {
  it('applies a change together with its cursor, or not at all', () => {
    const { writer, found, replica } = openTestReplica([productOf('Tea')])
    writer.begin()
    writer.apply({ t: 'product', op: 'empty', bucket: '00' })
    writer.rollback()
    writer.rollback()
    expect(found('')).toEqual(['Tea'])
    writer.begin()
    writer.commit({ ...META, cursor: 'c2' })
    expect([writer.meta(), writer.cursor(), replica.meta()?.cursor]).toEqual([
      { ...META, cursor: 'c2' },
      'c2',
      'c2',
    ])
  })

  it.each([
    ['deviceId', 'no id'],
    ['cursor', 'with a space'],
    ['freshAt', 'never'],
  ])('ignores the download position when its %s is damaged', (key, value) => {
    const { writer, paths, replica } = openTestReplica()
    spoil(paths.replica, `UPDATE meta SET value = '${value}' WHERE key = '${key}'`)
    expect([writer.meta(), replica.meta()]).toEqual([null, null])
    expect(writer.cursor()).toBe(key === 'cursor' ? null : 'c1')
  })

  it('refuses to write to a file that is not a replica', () => {
    const { folder } = openTestReplica()
    writeFileSync(`${folder}/other.db`, '')
    expect(() => new ReplicaWriter(`${folder}/other.db`)).toThrow('no such table')
  })

  it('detects another format and damaged pages', () => {
    const { writer, paths } = openTestReplica([productOf('Tea')])
    expect([writer.isOfOurFormat, writer.findDamage()]).toEqual([true, null])
    spoil(paths.replica, 'PRAGMA user_version = 99')
    expect(writer.isOfOurFormat).toBe(false)
    writer.close()
    const bytes = readFileSync(paths.replica)
    bytes.fill(0xff, 4096 * 2, 4096 * 3)
    writeFileSync(paths.replica, bytes)
    const again = new ReplicaWriter(paths.replica)
    expect(() => {
      if (again.findDamage() !== null) throw new Error('damage')
    }).toThrow()
    again.close()
  })

  it('repairs an index that does not match its rows', () => {
    const tea = newId()
    const { writer, paths, found, scanned } = openTestReplica([productOf('Tea', { code: 'T' }, tea)])
    spoil(paths.replica, `UPDATE products SET name = 'Coffee'`)
    expect([found('coffee'), found('tea')]).toEqual([[], ['Coffee']])
    writer.mendIndexes()
    expect([found('coffee'), found('tea'), scanned('T')]).toEqual([['Coffee'], [], ['Coffee']])
  })
})
