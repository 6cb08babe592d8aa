import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { DownloadLine } from '#shared/sync/download.ts'
import { groupOf, openTestReplica, productOf, removed, settingsOf, stockOf } from '../support/test-replica.ts'

const [drinks, teas, bread] = [newId(), newId(), newId()]
const [tea, juice, loaf, loose, repair] = [newId(), newId(), newId(), newId(), newId()]
const CATALOG = [
  groupOf(drinks),
  groupOf(teas, drinks),
  groupOf(bread),
  productOf('Tea', { groupId: teas, barcodes: ['1'] }, tea),
  productOf('Juice', { groupId: drinks, barcodes: ['2'] }, juice),
  productOf('Loaf', { groupId: bread, barcodes: ['3'] }, loaf),
  productOf('Loose', { barcodes: ['4'] }, loose),
  productOf('Repair', { groupId: bread, kind: 'Service', barcodes: ['5'] }, repair),
]
const CODES = ['1', '2', '3', '4', '5']

/** Changes the database like a disk error. */
function spoil(path: string, sql: string): void {
  const db = new Database(path)
  db.exec(sql)
  db.close()
}

describe.each([
  ['from a snapshot', true],
  ['sent line by line', false],
])('the assortment of a retail point %s', (_, isLoaded) => {
  const open = (...lines: DownloadLine[]) => {
    const test = openTestReplica(lines, { isLoaded })
    const { found, scanned, read, change } = test
    /**
     * Returns the listed products and the products that can be added to a cart. Checks that search and list
     * agree.
     */
    const seen = () => {
      const listed = found('')
      expect(
        CODES.flatMap((_, i) => found(['tea', 'juice', 'loaf', 'loose', 'repair'][i] ?? '')).sort(),
      ).toEqual(listed)
      expect(read(({ products }) => products.count())).toBe(listed.length)
      const offered = [tea, juice, loaf, loose, repair].flatMap(
        (id) => read(({ products }) => products.findOffered(id))?.name ?? [],
      )
      expect(CODES.flatMap(scanned)).toEqual(offered)
      return { listed, offered }
    }
    return { ...test, seen, change }
  }
  const EVERYTHING = ['Tea', 'Juice', 'Loaf', 'Loose', 'Repair']
  const sorted = (names: string[]) => [...names].sort()

  it('offers all products without selected groups or without settings', () => {
    expect(open(...CATALOG).seen()).toEqual({ listed: sorted(EVERYTHING), offered: EVERYTHING })
    const { seen } = open(settingsOf({ isStockKnown: true }), ...CATALOG)
    expect(seen()).toEqual({ listed: sorted(EVERYTHING), offered: EVERYTHING })
  })

  it('offers the products of the selected groups and their subgroups', () => {
    const { seen, change, read } = open(settingsOf({ productGroupIds: [drinks] }), ...CATALOG)
    expect(seen()).toEqual({ listed: ['Juice', 'Tea'], offered: ['Tea', 'Juice'] })
    expect(read(({ products }) => products.find(loaf)?.name)).toBe('Loaf')
    change(groupOf(teas, bread))
    expect(seen()).toEqual({ listed: ['Juice'], offered: ['Juice'] })
    change(settingsOf({ productGroupIds: [bread, drinks] }))
    expect(seen().offered).toEqual(['Tea', 'Juice', 'Loaf', 'Repair'])
    change(settingsOf())
    expect(seen().offered).toEqual(EVERYTHING)
  })

  it('applies the selected groups to later product changes', () => {
    const { seen, change } = open(settingsOf({ productGroupIds: [drinks] }), ...CATALOG)
    change(productOf('Loaf', { groupId: drinks, barcodes: ['3'] }, loaf))
    expect(seen().offered).toEqual(['Tea', 'Juice', 'Loaf'])
    change(productOf('Tea', { groupId: null, barcodes: ['1'] }, tea))
    expect(seen()).toEqual({ listed: ['Juice', 'Loaf'], offered: ['Juice', 'Loaf'] })
  })

  const ONLY = settingsOf({ onlyInStock: true, isStockKnown: true })

  it('lists only products in stock where required, but offers the others to a scanner', () => {
    const { seen, change } = open(ONLY, ...CATALOG, stockOf(tea, 0.001), stockOf(juice, 0), stockOf(loaf, -1))
    expect(seen()).toEqual({ listed: ['Repair', 'Tea'], offered: EVERYTHING })
    change(stockOf(juice.toUpperCase(), 5), removed('stock', tea.toUpperCase()))
    expect(seen().listed).toEqual(['Juice', 'Repair'])
    change({ t: 'stock', op: 'empty', bucket: juice.slice(-2) })
    expect(seen().listed).toEqual(['Repair'])
    change(settingsOf({ onlyInStock: false, isStockKnown: true }))
    expect(seen().listed).toEqual(sorted(EVERYTHING))
  })

  it('lists all products while the stock is unknown', () => {
    const { seen } = open(settingsOf({ onlyInStock: true, isStockKnown: false }), ...CATALOG)
    expect(seen().listed).toEqual(sorted(EVERYTHING))
  })

  it('combines the limits of selected groups and stock', () => {
    const settings = settingsOf({ onlyInStock: true, isStockKnown: true, productGroupIds: [bread] })
    const { seen } = open(settings, ...CATALOG, stockOf(tea, 1), stockOf(loaf, 1))
    expect(seen()).toEqual({ listed: ['Loaf', 'Repair'], offered: ['Loaf', 'Repair'] })
  })

  it('keeps the assortment after a rolled-back transaction', () => {
    const { seen, writer, change } = open(ONLY, ...CATALOG, stockOf(tea, 1))
    writer.begin()
    writer.apply({ t: 'stock', op: 'del', id: tea })
    writer.rollback()
    expect(seen().listed).toEqual(['Repair', 'Tea'])
    change()
    expect(seen().listed).toEqual(['Repair', 'Tea'])
  })

  it('repairs damaged assortment flags together with the indexes', () => {
    const { seen, paths, writer } = open(settingsOf({ productGroupIds: [drinks] }), ...CATALOG)
    spoil(paths.replica, 'UPDATE products SET is_offered = 1 - is_offered, is_listed = 0')
    writer.mendIndexes()
    expect(seen()).toEqual({ listed: ['Juice', 'Tea'], offered: ['Tea', 'Juice'] })
  })
})
