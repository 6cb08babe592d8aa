import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { Journal } from '#edge/journal/journal.ts'
import { until } from '../../support/until.ts'
import { nextMigrations } from '../support/next-migrations.ts'
import { openShop } from '../support/point.ts'

const TABLES = ['meta', 'chains', 'entries', 'outbox', 'acks', 'shifts', 'carts', 'cart_lines', 'sessions']

it('copies a journal before it upgrades it, keeps all rows, and refuses it in an older agent', async () => {
  await using shop = await openShop()
  const { point, till, tea, hub } = shop
  await till.expect('POST', '/shift/open', { openingCash: 20 })
  const first = await till.sell(tea.id)
  await until('it has arrived', () => hub.sales.length === 1)
  await hub.goDown()
  const second = await till.sell(tea.id)
  await till.add({ productId: tea.id })
  await till.expect('POST', '/cart/park', {})
  await till.add({ productId: tea.id, quantity: 2 })
  await point.stop()
  const path = point.file('journal.db')
  const rowsOf = (file: string, query: string) => {
    using db = Object.assign(new Database(file, { readonly: true }), {
      [Symbol.dispose]: () => void db.close(),
    })
    return db.prepare(query).all()
  }
  const all = (file: string) => TABLES.map((table) => rowsOf(file, `SELECT * FROM ${table}`))
  const before = all(path)
  for (const rows of before) expect(rows.length).toBeGreaterThan(0)

  Journal.open(path, nextMigrations()).close()

  expect(all(path)).toEqual(before)
  expect(rowsOf(path, 'SELECT number, note FROM receipts ORDER BY number')).toEqual(
    [first, second].map(({ receiptNumber: number }) => ({ number, note: `Receipt ${number}` })),
  )
  const copy = point.file('backups/journal-before-1.db')
  expect(rowsOf(copy, 'PRAGMA user_version')).toEqual([{ user_version: 1 }])
  expect(all(copy)).toEqual(before)
  await expect(point.start()).rejects.toThrow('newer version')
  expect(all(path)).toEqual(before)
})
