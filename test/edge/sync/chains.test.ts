import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { textOfDevice } from '#edge/device/device.ts'
import { Journal } from '#edge/journal/journal.ts'
import { newId } from '#shared/std/ids.ts'
import { until } from '../../support/until.ts'
import { openShop, type Shop } from '../support/point.ts'

const deviceFile = ({ point }: Shop) => point.file('device.json')
const readDeviceFile = (shop: Shop) => JSON.parse(readFileSync(deviceFile(shop), 'utf8'))
const writeDeviceFile = (shop: Shop, changes: object) => {
  const { sum: _, ...device } = readDeviceFile(shop)
  writeFileSync(deviceFile(shop), textOfDevice({ ...device, ...changes }))
}

const openJournalOf = ({ point }: Shop) => Journal.open(point.file('journal.db'))
const chainsOf = (shop: Shop) => {
  const journal = openJournalOf(shop)
  const chains = journal.read.chains.list()
  journal.close()
  return chains
}

it('starts another chain when the hub directs it', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  const chain = { code: 'new_chain', chain: newId(), series: 'M4' }
  await till.sell(tea.id)
  await until('it has arrived', () => hub.sales.length === 1)
  hub.directives = [chain]
  await till.sell(tea.id)
  await until('the chain has begun', async () => (await till.status()).series === 'M4')
  expect((await till.sell(tea.id)).receiptNumber).toBe('M4-000001')
  await until('it has arrived', () => hub.sales.length === 3)
  expect(hub.deliveries.at(-1)).toMatchObject({ seq: 1, chain: chain.chain, prevHash: '' })
  // The hub repeats the directive.
  expect((await till.sell(tea.id)).receiptNumber).toBe('M4-000002')
  await until('it has arrived', () => hub.sales.length === 4)
  expect(readDeviceFile(shop).chains).toMatchObject([{ series: 'K7' }, { series: 'M4', reason: 'fork' }])
  expect((await till.receipt('k7-000001')).receiptNumber).toBe('K7-000001')
  expect((await till.receipt('2')).receiptNumber).toBe('M4-000002')

  await shop.point.stop()
  await shop.point.start()
  expect((await till.sell(tea.id)).receiptNumber).toBe('M4-000003')
})

const ANNOUNCED = { id: '0198f000-0000-7000-8000-000000000001', series: 'K7b', reason: 'fork' as const }

it('starts a chain that was announced before a restart', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  writeDeviceFile(shop, { nextChain: ANNOUNCED })
  await shop.point.start()
  expect(readDeviceFile(shop)).toMatchObject({ chains: [{ series: 'K7' }, ANNOUNCED], nextChain: null })
  expect((await shop.till.sell(shop.tea.id)).receiptNumber).toBe('K7b-000001')
})

it('continues a chain that was started but not confirmed before a restart', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  writeDeviceFile(shop, { nextChain: ANNOUNCED })
  const journal = openJournalOf(shop)
  journal.transact((tx) => tx.chains.begin(ANNOUNCED, new Date().toISOString()))
  journal.close()
  await shop.point.start()
  expect(readDeviceFile(shop)).toMatchObject({ chains: [{ series: 'K7' }, ANNOUNCED], nextChain: null })
  await shop.point.stop()
  expect(chainsOf(shop)).toMatchObject([{ series: 'K7' }, ANNOUNCED])
  await shop.point.start()
  expect((await shop.till.status()).trouble).toEqual([])
})

it('does not reuse an announced chain after the journal is lost', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  writeDeviceFile(shop, { nextChain: ANNOUNCED })
  rmSync(shop.point.file('journal.db'))
  await shop.point.start()
  const { receiptNumber } = await shop.till.sell(shop.tea.id)
  expect(receiptNumber).toMatch(/^K7[a-z]{3}-000001$/)
  await shop.point.stop()
  await shop.point.start()
  expect((await shop.till.sell(shop.tea.id)).receiptNumber).toBe(receiptNumber.replace(/1$/, '2'))
})

it('treats a journal without a known chain as an outdated copy', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  writeDeviceFile(shop, { chains: [...readDeviceFile(shop).chains, ANNOUNCED] })
  await shop.point.start()
  const [trouble] = (await shop.till.status()).trouble
  expect(trouble).toMatchObject({ code: 'journal_restored', detail: expect.stringContaining('K7b') })
  expect((await shop.till.sell(shop.tea.id)).receiptNumber).toMatch(/^K7[a-z]{3}-000001$/)
})

it('treats the journal as outdated when the hub has more items of its chain', async () => {
  await using shop = await openShop()
  const { hub, till, tea } = shop
  hub.claim = (custody) =>
    custody.map((one) => (one.chain === hub.deviceId ? { ...one, watermark: 57, highest: 57 } : one))
  await till.sell(tea.id)
  await until('it is told', async () => (await till.status()).trouble[0]?.code === 'journal_restored')
  expect((await till.sell(tea.id)).receiptNumber).toMatch(/^K7[a-z]{3}-000001$/)
  await until('it has arrived', () => hub.sales.length === 2)
  expect(readdirSync(shop.point.file('.')).some((name) => name.startsWith('journal.damaged'))).toBe(false)
})

it('skips a receipt number that is already used', async () => {
  await using shop = await openShop()
  await shop.till.sell(shop.tea.id)
  await shop.point.stop()
  const journal = new Database(shop.point.file('journal.db'))
  journal.exec('UPDATE chains SET next_receipt_number = 1')
  journal.close()
  await shop.point.start()
  expect((await shop.till.sell(shop.tea.id)).receiptNumber).toBe('K7-000002')
})
