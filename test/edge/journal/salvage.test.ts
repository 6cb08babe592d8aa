import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { Journal } from '#edge/journal/journal.ts'
import type { Receipt } from '#shared/contracts/till/till.ts'
import { until } from '../../support/until.ts'
import { openShop, type Shop } from '../support/point.ts'

/** Matches the nth receipt number of a series that the till chose for itself. */
const ownNumber = (n: number) => expect.stringMatching(new RegExp(`^K7[a-z]{3}-00000${n}$`))

const PAGE_BYTES = 4096

const sold = async ({ till, tea }: Shop, count: number): Promise<Receipt[]> => {
  const receipts: Receipt[] = []
  for (let i = 0; i < count; i++) receipts.push(await till.sell(tea.id))
  return receipts
}

/** Makes a backup by a clean stop. */
async function backUp({ point }: Shop): Promise<void> {
  await point.stop()
  await point.start()
}

/** Stops the agent so that the current journal is completely in its file and in no backup. */
async function stopWithoutBackup({ point }: Shop): Promise<void> {
  const [newest] = readdirSync(point.file('backups')).toSorted().toReversed()
  await point.stop()
  for (const name of readdirSync(point.file('backups'))) {
    if (newest === undefined || name > newest) rmSync(point.file(`backups/${name}`))
  }
}

const journalTrouble = async ({ till }: Shop) =>
  (await till.status()).trouble.find(({ code }) => code === 'journal_restored')

const restored = async (shop: Shop) => {
  const files = readdirSync(shop.point.file('.'))
  expect(files.filter((name) => /^journal\.damaged-\w+\.db$/.test(name))).toHaveLength(1)
  expect(files).not.toContain('journal.new.db')
  return (await journalTrouble(shop))?.detail
}

const numbers = (receipts: readonly { receiptNumber: string }[]) => receipts.map((one) => one.receiptNumber)

it('rebuilds a journal without its beginning', async () => {
  await using shop = await openShop()
  await shop.hub.goDown()
  const before = await sold(shop, 3)
  await backUp(shop)
  const after = await sold(shop, 4)
  await stopWithoutBackup(shop)
  const path = shop.point.file('journal.db')
  const damaged = readFileSync(path).fill(0x5a, 0, PAGE_BYTES)
  writeFileSync(path, damaged)

  await shop.point.start()
  expect(await restored(shop)).toContain('4 entries saved')
  const aside = readdirSync(shop.point.file('.')).find((name) => name.startsWith('journal.damaged-')) ?? ''
  expect(readFileSync(shop.point.file(aside)).equals(damaged)).toBe(true)
  for (const receipt of [...before, ...after]) {
    expect(await shop.till.receipt(receipt.receiptNumber)).toMatchObject({ id: receipt.id, sum: 10 })
  }
  const [first] = await sold(shop, 1)
  expect(first?.receiptNumber).toMatch(/^K7[a-z]{3}-000001$/)
  expect((await shop.till.status()).upload.waiting).toBe(8)

  await shop.hub.comeBack()
  await until('all have arrived', () => shop.hub.sales.length === 8)
  expect(numbers(shop.hub.sales).toSorted()).toEqual(
    numbers([...before, ...after, first as Receipt]).toSorted(),
  )
  const chains = Map.groupBy(shop.hub.deliveries, ({ chain }) => chain ?? 'first')
  expect([...chains].map(([, items]) => items.map(({ seq }) => seq))).toEqual([[1, 2, 3, 4, 5, 6, 7], [1]])
  expect(shop.hub.chains).toMatchObject([
    { series: 'K7', reason: 'enrolled' },
    { series: expect.stringMatching(/^K7[a-z]{3}$/), reason: 'journal_restored' },
  ])
})

it.each<[string, (path: string) => void]>([
  ['missing', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path)],
  ['no database', (path) => writeFileSync(path, 'x'.repeat(20_000))],
  ['cut in the middle', (path) => truncateSync(path, 5 * PAGE_BYTES + 17)],
  ['full of holes', (path) => writeFileSync(path, readFileSync(path).fill(0, 4 * PAGE_BYTES))],
])('sells on with a journal that is %s at the start', async (_, damage) => {
  await using shop = await openShop()
  const before = await sold(shop, 2)
  await backUp(shop)
  await shop.point.stop()
  damage(shop.point.file('journal.db'))
  await shop.point.start()
  expect(await journalTrouble(shop)).toMatchObject({ detail: expect.stringMatching(/K7[a-z]{3}-000001/) })
  for (const { receiptNumber, id } of before) expect((await shop.till.receipt(receiptNumber)).id).toBe(id)
  expect(numbers(await sold(shop, 2))).toEqual([ownNumber(1), ownNumber(2)])
  await until('all have arrived', () => shop.hub.sales.length === 4)
})

it('saves all readable entries without a backup', async () => {
  await using shop = await openShop()
  await shop.hub.goDown()
  const before = await sold(shop, 5)
  await shop.point.stop()
  rmSync(shop.point.file('backups'), { recursive: true })
  const path = shop.point.file('journal.db')
  writeFileSync(path, readFileSync(path).fill(0x5a, 0, PAGE_BYTES))
  await shop.point.start()
  await shop.hub.comeBack()
  await until('all have arrived', () => shop.hub.sales.length === 5)
  expect(numbers(shop.hub.sales)).toEqual(numbers(before))
  await shop.till.signIn(shop.cashier.id)
  expect(numbers(await sold(shop, 1))).toEqual([ownNumber(1)])
})

it.each([
  ['changed', `UPDATE entries SET body = replace(body, '"sum":10', '"sum":1') WHERE seq = 2`, 'entry 2'],
  ['removed', 'DELETE FROM entries WHERE position = 1', '1 entries of K7 and should have 2'],
])('restores an entry that was %s from the backup', async (_, tampering, detail) => {
  await using shop = await openShop()
  await shop.hub.goDown()
  const before = await sold(shop, 2)
  await shop.point.stop()
  const db = new Database(shop.point.file('journal.db'))
  db.pragma('foreign_keys = OFF')
  db.exec('DROP TRIGGER entries_never_change; DROP TRIGGER entries_are_never_deleted')
  db.exec(tampering)
  db.close()
  await shop.point.start()
  expect((await journalTrouble(shop))?.detail).toContain(detail)
  await shop.hub.comeBack()
  await until('both have arrived', () => shop.hub.sales.length === 2)
  expect(shop.hub.sales).toMatchObject(before.map(({ receiptNumber, sum }) => ({ receiptNumber, sum })))
})

it('detects a journal that is older than expected', async () => {
  await using shop = await openShop()
  const path = shop.point.file('journal.db')
  await sold(shop, 2)
  await shop.point.stop()
  copyFileSync(path, `${path}.old`)
  await shop.point.start()
  const newer = await sold(shop, 1)
  await shop.point.stop()
  rmSync(shop.point.file('backups'), { recursive: true })
  copyFileSync(`${path}.old`, path)
  await shop.point.start()
  await shop.till.signIn(shop.cashier.id)
  expect((await journalTrouble(shop))?.detail).toContain('ends at entry 2 and had come to 3')
  expect(numbers(await sold(shop, 1))).toEqual([ownNumber(1)])
  expect(newer[0]?.receiptNumber).toBe('K7-000003')
})

it('begins another series after a second loss', async () => {
  await using shop = await openShop()
  const series = ['K7']
  for (let i = 0; i < 2; i++) {
    await shop.point.stop()
    rmSync(shop.point.file('journal.db'))
    await shop.point.start()
    const [number = ''] = numbers(await sold(shop, 1))
    expect(number).toEqual(ownNumber(1))
    series.push(number.replace('-000001', ''))
  }
  const device = JSON.parse(readFileSync(shop.point.file('device.json'), 'utf8'))
  expect(device.chains.map((chain: { series: string }) => chain.series)).toEqual(series)
  expect(new Set(series).size).toBe(3)
  await until('both have arrived', () => shop.hub.sales.length === 2)
})

it('restores carts except for those paid since', async () => {
  await using shop = await openShop()
  const { till, tea, hub, point } = shop
  const other = point.till('till-0002')
  await other.signIn(shop.cashier.id)
  await other.add({ productId: tea.id, quantity: 4 })
  await till.add({ productId: tea.id, quantity: 7 })
  await backUp(shop)
  await hub.goDown()
  await till.pay()
  await stopWithoutBackup(shop)
  const path = point.file('journal.db')
  writeFileSync(path, readFileSync(path).fill(0x5a, 0, PAGE_BYTES))
  await point.start()
  expect((await till.cart()).lines).toEqual([])
  expect((await other.cart()).lines).toMatchObject([{ quantity: 4 }])
  expect(await till.receipt('K7-000001')).toMatchObject({ sum: 70, upload: { state: 'waiting' } })
})

it('knows the returnable remainder after a restore', async () => {
  await using shop = await openShop()
  const { till, tea, hub, point } = shop
  await backUp(shop)
  await hub.goDown()
  const sale = await till.sell(tea.id, 5)
  await till.expect('POST', '/cart/return', { receiptNumber: sale.receiptNumber })
  const [line] = (await till.cart()).lines
  await till.expect('PATCH', `/cart/lines/${line?.id}`, { quantity: 2 })
  await till.pay()
  await stopWithoutBackup(shop)
  const path = point.file('journal.db')
  writeFileSync(path, readFileSync(path).fill(0x5a, 0, PAGE_BYTES))
  await point.start()
  expect((await till.receipt(sale.receiptNumber)).lines).toMatchObject([{ quantity: 5, returnable: 3 }])
})

it('restarts an unfinished recovery', async () => {
  await using shop = await openShop()
  await sold(shop, 2)
  await shop.point.stop()
  // The power failed when the damaged file had been moved away and the new one was not yet in its place.
  const path = shop.point.file('journal.db')
  writeFileSync(shop.point.file('journal.new.db'), 'half of it')
  writeFileSync(shop.point.file('journal.damaged-20260101T000000000Z.db'), readFileSync(path))
  rmSync(path)
  rmSync(shop.point.file('backups'), { recursive: true })
  await shop.point.start()
  expect(existsSync(shop.point.file('journal.new.db'))).toBe(false)
  await shop.till.signIn(shop.cashier.id)
  expect((await shop.till.receipt('K7-000002')).sum).toBe(10)
})

it('requires another enrolment when both files are lost', async () => {
  await using shop = await openShop()
  await sold(shop, 1)
  await shop.point.stop()
  for (const name of ['device.json', 'backups']) rmSync(shop.point.file(name), { recursive: true })
  writeFileSync(shop.point.file('journal.db'), 'x'.repeat(20_000))
  await shop.point.start()
  const { trouble, enrolled } = await shop.till.status()
  expect(enrolled).toBe(false)
  expect(trouble.map(({ code }) => code).toSorted()).toEqual(['journal_restored', 'not_enrolled'])
  await shop.point.enrol()
})

it('recovers a sound journal', async () => {
  await using shop = await openShop()
  await sold(shop, 2)
  await shop.point.stop()
  rmSync(shop.point.file('journal.db'))
  await shop.point.start()
  await sold(shop, 2)
  await shop.point.stop()
  const journal = Journal.open(shop.point.file('journal.db'))
  expect(journal.findLoss()).toBeNull()
  journal.close()
  await shop.point.start()
  expect(numbers(await sold(shop, 1))).toEqual([ownNumber(3)])
})
