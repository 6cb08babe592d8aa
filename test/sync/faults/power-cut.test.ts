import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openShop, type Shop } from '#test/edge/support/point.ts'
import { createTestFolder } from '#test/support/folders.ts'

const SECTOR_BYTES = 512
/** Step in sectors. It is a prime, so that the cuts fall into all parts of a page. */
const STEP = 5
const PAGE_BYTES = 4096
const MIXTURES = 40

interface Image {
  journal: Buffer
  log: Buffer
}

/** Returns the content of the disk between two requests, with all earlier commits synced. */
function imageOf({ point }: Shop): Image {
  return { journal: readFileSync(point.file('journal.db')), log: readFileSync(point.file('journal.db-wal')) }
}

/** Returns the number of sales after a start from the given image. Throws when the image is corrupt. */
function salesIn(folder: string, { journal, log }: Image): number {
  const path = join(folder, 'journal.db')
  writeFileSync(path, journal)
  writeFileSync(`${path}-wal`, log)
  const db = new Sqlite(path)
  try {
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    return Number(db.prepare(`SELECT count(*) FROM entries WHERE type = 'sale'`).pluck().get())
  } finally {
    db.close()
  }
}

it('keeps all completed sales when the log is cut at any sector', async () => {
  await using shop = await openShop()
  using folder = createTestFolder()
  for (let i = 0; i < 3; i += 1) await shop.till.sell(shop.tea.id)
  const before = imageOf(shop)
  await shop.till.sell(shop.tea.id)
  const after = imageOf(shop)
  expect(after.log.length).toBeGreaterThan(before.log.length)
  let last = 0
  for (let bytes = before.log.length; bytes <= after.log.length; bytes += STEP * SECTOR_BYTES) {
    const cut = after.log.subarray(0, bytes)
    // The disk after the cut contains nothing or old data.
    const torn = Buffer.concat([cut, Buffer.alloc(SECTOR_BYTES, 0xa5)])
    const sales = salesIn(folder.path, { journal: after.journal, log: cut })
    expect(salesIn(folder.path, { journal: after.journal, log: torn })).toBe(sales)
    expect(sales).toBeGreaterThanOrEqual(Math.max(3, last))
    last = sales
  }
  expect(salesIn(folder.path, after)).toBe(4)
})

it('keeps all sales when the power fails during a checkpoint', async () => {
  await using shop = await openShop()
  using folder = createTestFolder()
  for (let i = 0; i < 5; i += 1) await shop.till.sell(shop.tea.id)
  const before = imageOf(shop)
  const whole = join(folder.path, 'whole.db')
  writeFileSync(whole, before.journal)
  writeFileSync(`${whole}-wal`, before.log)
  const db = new Sqlite(whole)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const after = readFileSync(whole)
  for (let i = 0; i < MIXTURES; i += 1) {
    // Pages reach the disk in any order, and the log is reset only after all of them.
    const journal = Buffer.alloc(after.length)
    for (let at = 0; at < after.length; at += PAGE_BYTES) {
      const source = Math.random() < 0.5 && at < before.journal.length ? before.journal : after
      source.copy(journal, at, at, at + PAGE_BYTES)
    }
    expect(salesIn(folder.path, { journal, log: before.log })).toBe(5)
  }
})
