import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { listBackups } from '#edge/journal/backup/backup.ts'
import { Journal } from '#edge/journal/journal.ts'
import type { Receipt, ReceiptList } from '#shared/contracts/till/till.ts'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createTestFolder } from '../../support/folders.ts'
import { Program } from '../../support/program.ts'
import { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { cashier, product, settings } from '../support/catalog.ts'
import { FakeHub, PAIRING_CODE } from '../support/fake-hub.ts'
import { writeLongJournal } from '../support/long-journal.ts'
import { nextMigrations } from '../support/next-migrations.ts'
import { saleOf } from '../support/test-journal.ts'

const tea = product({ name: 'Tea' })

/** Starts an agent in a separate process and signs in a cashier at its till. */
async function openProcess() {
  const ann = await cashier()
  const hub = await FakeHub.start(settings(), ann, tea)
  const folder = createTestFolder()
  const program = new Program('edge', {
    DATA_DIR: folder.path,
    EDGE_PORT: '0',
    HUB_URL: hub.url,
    EDGE_PAIRING_CODE: PAIRING_CODE,
  })
  await program.start()
  const till = new Till(() => program.url)
  await until('the first download is complete', async () => (await till.status()).settings)
  await till.signIn(ann.id)
  return {
    hub,
    program,
    till,
    ann,
    file: (name: string) => join(folder.path, 'edge', name),
    [Symbol.asyncDispose]: async () => {
      await program.kill()
      await hub[Symbol.asyncDispose]()
      folder.remove()
    },
  }
}

it('keeps a cart when the agent process is killed', async () => {
  await using shop = await openProcess()
  const cart = await shop.till.add({ productId: tea.id, quantity: 3 })
  await shop.program.kill()
  await shop.program.start()
  expect(await shop.till.cart()).toEqual(cart)
})

it('keeps a paid sale when the agent process is killed, and uploads it once', async () => {
  await using shop = await openProcess()
  await shop.hub.goDown()
  const paid = await shop.till.sell(tea.id)
  await shop.program.kill()
  await shop.program.start()
  expect(await shop.till.receipt(paid.receiptNumber)).toEqual(paid)
  expect((await shop.till.cart()).lines).toEqual([])
  await shop.hub.comeBack()
  await until('it has arrived', () => shop.hub.sales.length === 1)
  expect((await shop.till.sell(tea.id)).receiptNumber).toBe('K7-000002')
})

it('uses no receipt number twice when the agent process is killed during a payment', async () => {
  await using shop = await openProcess()
  const { till, program, hub } = shop
  const shown = new Map<string, string>()
  for (let round = 0; round < 6; round++) {
    const cart = await till.add({ productId: tea.id })
    const pay = () =>
      till.expect<{ id: string; receiptNumber: string }>('POST', '/cart/pay', {
        cartId: cart.id,
        cartVersion: cart.version,
        payments: [{ type: 'Cash', amount: cart.sum }],
      })
    const attempt = pay().catch(() => null)
    // Each round kills slightly later: before, during and after the commit.
    await new Promise((resolve) => setTimeout(resolve, round))
    await program.kill()
    const answered = await attempt
    await program.start()
    const receipt = await pay()
    if (answered) expect(receipt.id).toBe(answered.id)
    shown.set(receipt.receiptNumber, receipt.id)
  }
  expect([...shown.keys()]).toEqual(Array.from({ length: 6 }, (_, i) => `K7-00000${i + 1}`))
  await until('all have arrived', () => hub.sales.length === 6)
  expect(new Map(hub.sales.map(({ receiptNumber, id }) => [receiptNumber, id]))).toEqual(shown)
})

it('records both parts of an exchange or none when the agent process is killed during a payment', async () => {
  await using shop = await openProcess()
  const { till, program, hub } = shop
  let last = await till.sell(tea.id)
  for (let round = 0; round < 6; round++) {
    await till.expect('POST', '/cart/exchange', { receiptNumber: last.receiptNumber })
    const cart = await till.add({ productId: tea.id, quantity: 1 })
    const pay = () =>
      till.expect<Receipt>('POST', '/cart/pay', { cartId: cart.id, cartVersion: cart.version, payments: [] })
    const attempt = pay().catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, round))
    await program.kill()
    const answered = await attempt
    await program.start()
    const { items } = await till.expect<ReceiptList>('GET', '/receipts')
    expect(items.length % 2).toBe(1)
    last = await pay()
    if (answered) expect(last.id).toBe(answered.id)
  }
  await until('all have arrived', () => hub.sales.length === 13)
  expect(hub.sales.map(({ isReturn }) => isReturn)).toEqual([false, ...Array(6).fill([true, false]).flat()])
})

/** Replaces the agent's journal by one with many sales. */
async function replaceByLongJournal(shop: Awaited<ReturnType<typeof openProcess>>, sales: number) {
  const { hub, till, program, file } = shop
  await till.sell(tea.id)
  const [sale] = await until('it has arrived', () => (hub.sales.length === 1 ? hub.sales : null))
  await hub.goDown()
  await program.stop()
  for (const name of ['journal.db', 'backups', 'high-water.json']) rmSync(file(name), { recursive: true })
  return writeLongJournal(file('journal.db'), hub.deviceId, sale as SaleBody, sales)
}

const checkSound = (path: string): void => {
  const db = new Database(path)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
}

it('keeps all receipts when the agent process is killed during a migration', async () => {
  using folder = createTestFolder()
  const path = join(folder.path, 'journal.db')
  const backups = join(folder.path, 'backups')
  const numbers = writeLongJournal(path, newId(), saleOf(), 5_000)
  const next = nextMigrations()
  const script = join(import.meta.dirname, '../support/open-journal.ts')
  for (let round = 0; round < 5; round++) {
    rmSync(backups, { recursive: true, force: true })
    const child = spawn(process.execPath, [script, path, next], { stdio: 'inherit' })
    const ended = once(child, 'exit')
    await until('the migration is near or over', () => child.exitCode !== null || existsSync(backups))
    await delay(round * 25)
    child.kill('SIGKILL')
    await ended
    checkSound(path)
    const db = new Database(path)
    const isDone = db.pragma('user_version', { simple: true }) === 2
    const columns = db.prepare(`SELECT name FROM pragma_table_info('receipts')`).pluck().all()
    expect(columns.includes('note')).toBe(isDone)
    db.close()
  }
  const journal = Journal.open(path, next)
  expect([...journal.read.outbox.iterate()]).toHaveLength(numbers.length)
  expect(journal.findLoss()).toBeNull()
  journal.close()
  const db = new Database(path)
  expect(db.prepare('SELECT note FROM receipts ORDER BY position').pluck().all()).toEqual(
    numbers.map((number) => `Receipt ${number}`),
  )
  db.close()
})

it('keeps the last backup when the agent process is killed during the next backup', async () => {
  await using shop = await openProcess()
  const { program, till, file } = shop
  const numbers = await replaceByLongJournal(shop, 5_000)
  await program.start()
  await till.signIn(shop.ann.id)
  await program.stop()
  const [before] = listBackups(file('backups'))
  await program.start()
  for (let round = 0; round < 4; round++) {
    await till.expect('POST', '/shift/open', { openingCash: 0 })
    await till.expect('POST', '/shift/close', {})
    await until('a backup is being made', () => readdirSync(file('backups')).includes('journal.tmp'))
    await delay(round * 5)
    await program.kill()
    for (const backup of listBackups(file('backups'))) checkSound(backup)
    expect(listBackups(file('backups'))).toContain(before)
    await program.start()
  }
  expect((await till.status()).upload.waiting).toBe(numbers.length + 8)
})

it('stops when it detects damage of its journal, and restores the journal at the next start', async () => {
  await using shop = await openProcess()
  const { program, till, file } = shop
  const numbers = await replaceByLongJournal(shop, 2_000)
  await program.start()
  await till.signIn(shop.ann.id)
  await program.stop()
  await program.start()
  const bytes = readFileSync(file('journal.db'))
  writeFileSync(file('journal.db'), bytes.fill(0x5a, 20 * 4096), { flag: 'r+' })
  const refusal = await until('the damage is met', async () => {
    const answer = await till.send('GET', `/receipts?limit=100`)
    return answer.status >= 500 ? answer : null
  })
  expect(refusal).toMatchObject({ status: 503, body: { code: 'not_ready' } })
  await until('it has ended', () => !program.isRunning)
  await program.start()
  expect((await till.status()).trouble.map(({ code }) => code)).toEqual(['journal_restored'])
  for (const number of [numbers[0], numbers[1000], numbers.at(-1)]) {
    expect((await till.receipt(number ?? '')).upload.state).toBe('waiting')
  }
  expect((await till.sell(tea.id)).receiptNumber).toMatch(/^K7[a-z]{3}-000001$/)
})

it('recovers sales from the log when the journal file is lost', async () => {
  await using shop = await openProcess()
  const { program, till, hub, file } = shop
  await hub.goDown()
  const sold = [await till.sell(tea.id), await till.sell(tea.id)]
  await program.kill()
  rmSync(file('journal.db'))
  await program.start()
  await hub.comeBack()
  await until('both have arrived', () => hub.sales.length === 2)
  expect(hub.sales.map(({ id }) => id)).toEqual(sold.map(({ id }) => id))
  await till.signIn(shop.ann.id)
  expect((await till.sell(tea.id)).receiptNumber).toMatch(/^K7[a-z]{3}-000001$/)
})

it('uses no receipt number again after the log is lost', async () => {
  await using shop = await openProcess()
  const { program, till, hub, file } = shop
  await program.stop()
  await program.start()
  await till.sell(tea.id)
  await till.sell(tea.id)
  await until('both have arrived', () => hub.sales.length === 2)
  await program.kill()
  for (const suffix of ['-wal', '-shm']) rmSync(file(`journal.db${suffix}`))
  await program.start()
  expect((await till.status()).trouble.map(({ code }) => code)).toEqual(['journal_restored'])
  expect((await till.sell(tea.id)).receiptNumber).toMatch(/^K7[a-z]{3}-000001$/)
})

it('loses no sale when the agent process is killed while a chain begins', async () => {
  await using shop = await openProcess()
  const { program, till, hub } = shop
  const shown: string[] = []
  for (let round = 0; round < 5; round++) {
    hub.directives = [{ code: 'new_chain', chain: newId(), series: `M${round}` }]
    shown.push((await till.sell(tea.id)).receiptNumber)
    await until('it has arrived', () => hub.sales.length === shown.length)
    await delay(round)
    await program.kill()
    await program.start()
    shown.push((await till.sell(tea.id)).receiptNumber)
    await until('it has arrived', () => hub.sales.length === shown.length)
  }
  expect(new Set(shown).size).toBe(shown.length)
  expect(hub.sales.map(({ receiptNumber }) => receiptNumber)).toEqual(shown)
  const places = hub.deliveries.map(({ chain, seq }) => `${chain}-${seq}`)
  expect(new Set(places).size).toBe(new Set(hub.deliveries.map(({ id }) => id)).size)
})
