import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { Line } from '#test/support/line.ts'
import { openTestShop, type TestAgent, type TestShop } from '#test/support/shop.ts'
import type { Till } from '#test/support/till.ts'
import { until } from '#test/support/until.ts'
import { expectEachOnce, salesOf, sellMany, uploaded } from './selling.ts'

/** Creates a backup and returns a function that restores it. The hub is stopped during both. */
async function backUp(shop: TestShop): Promise<() => Promise<void>> {
  const whileStopped = async <T>(work: () => Promise<T>): Promise<T> => {
    await shop.stopHub()
    const result = await work()
    await shop.startHub()
    return result
  }
  const putBack = await whileStopped(() => shop.door.database.backUp())
  return () => whileStopped(putBack)
}

const offered = async (till: Till): Promise<Record<string, number>> =>
  Object.fromEntries((await till.search('')).items.map(({ name, price }) => [name, price]))

async function totalOf({ organization }: TestShop): Promise<number> {
  return (await organization.api.get('/api/sales/retail')).body.total
}

it('receives all missing sales from the tills after a restore of the hub', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const tills = [await (await shop.openAgent()).till(), await (await shop.openAgent()).till()]
  const receipts = []
  for (const till of tills) receipts.push(...(await sellMany(till, tea, 3)))
  await uploaded(...tills)
  const putBack = await backUp(shop)
  await createProduct(shop.organization, { name: 'Made after the backup' })
  await shop.organization.api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: 120 })
  for (const till of tills) {
    await until('the changes have come', async () => (await offered(till)).Tea === 120)
    receipts.push(...(await sellMany(till, tea, 3)))
  }
  await uploaded(...tills)
  // From here on, nothing is sold, changed or repaired manually.
  await putBack()
  await until('no sale is missing', async () => (await totalOf(shop)) === receipts.length)
  await expectEachOnce(shop.organization, tea, receipts)
  for (const till of tills) {
    await until(
      'the catalog is that of the backup',
      async () => JSON.stringify(await offered(till)) === JSON.stringify({ Tea: 100 }),
    )
  }
})

it('receives each sale once when the hub is restored while its till sells', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const till = await (await shop.openAgent()).till()
  const receipts = await sellMany(till, tea, 2)
  await uploaded(till)
  const putBack = await backUp(shop)
  receipts.push(...(await sellMany(till, tea, 2)))
  await uploaded(till)
  await shop.stopHub()
  receipts.push(...(await sellMany(till, tea, 2)))
  await putBack()
  receipts.push(...(await sellMany(till, tea, 2)))
  await until('no sale is missing', async () => (await totalOf(shop)) === receipts.length)
  await uploaded(till)
  await expectEachOnce(shop.organization, tea, receipts)
})

it('detects that a restored hub has a different history', async () => {
  await using shop = await openTestShop()
  const { api } = shop.organization
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const coffee = await createProduct(shop.organization, { name: 'Coffee' })
  await using line = await Line.open(() => shop.door.hub.url)
  const till = await (await shop.openAgent({ hubUrl: line.url })).till()
  const putBack = await backUp(shop)
  await api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: 120 })
  await until('the price has come', async () => (await offered(till)).Tea === 120)
  line.become({ end: 'nobody' })
  await putBack()
  // As many changes as were lost, but different ones, so both histories have the same change numbers.
  await api.patch(`/api/catalog/products/${coffee}/price`, { retailPrice: 130 })
  line.become({})
  await until('the till has heard', async () => (await offered(till)).Coffee === 130)
  expect(await offered(till)).toEqual({ Tea: 100, Coffee: 130 })
})

it('receives all missing sales after two restores from the same backup', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const till = await (await shop.openAgent()).till()
  const putBack = await backUp(shop)
  const receipts = await sellMany(till, tea, 3)
  await uploaded(till)
  for (let i = 0; i < 2; i += 1) {
    await putBack()
    expect(await totalOf(shop)).toBeLessThanOrEqual(receipts.length)
    await until('no sale is missing', async () => (await totalOf(shop)) === receipts.length)
  }
  await expectEachOnce(shop.organization, tea, receipts)
})

it('uploads the sales of a cloned till again to a restored hub after the clone was off', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const agent = await shop.openAgent()
  const receipts = await sellMany(await agent.till(), tea, 1)
  await uploaded(await agent.till())
  const putBack = await backUp(shop)
  await shop.stopHub()
  await agent.restart(() => cpSync(agent.folder, `${agent.folder}.copy`, { recursive: true }))
  const copy = await shop.openAgent({ copyOf: `${agent.folder}.copy` })
  // Both agents use the same sequence numbers for different sales.
  for (const one of [agent, copy]) receipts.push(...(await sellMany(await one.till(), tea, 2)))
  await shop.startHub()
  for (const one of [agent, copy]) await uploaded(await one.till())
  expect(await totalOf(shop)).toBe(receipts.length)
  await copy.restart(async () => {
    await putBack()
    await until('the first is through', async () => (await totalOf(shop)) === 3)
  })
  await until('no sale is missing', async () => (await totalOf(shop)) === receipts.length)
  expect((await salesOf(shop.organization)).map(({ id }) => id).sort()).toEqual(
    receipts.map(({ id }) => id).sort(),
  )
})

it('uploads sales recalled by a till to a restored hub', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const agent = await shop.openAgent()
  const receipts = await sellMany(await agent.till(), tea, 1)
  await uploaded(await agent.till())
  const putBack = await backUp(shop)
  // The till continues, loses its journal and sells under another series. Then its disk is restored to the
  // earlier state.
  await agent.restart(() => cpSync(agent.folder, `${agent.folder}.saved`, { recursive: true }))
  receipts.push(...(await sellMany(await agent.till(), tea, 1)))
  await uploaded(await agent.till())
  await agent.restart(() => rmSync(join(agent.folder, 'journal.db')))
  receipts.push(...(await sellMany(await agent.till(), tea, 2)))
  await uploaded(await agent.till())
  await agent.restart(() => {
    rmSync(agent.folder, { recursive: true })
    cpSync(`${agent.folder}.saved`, agent.folder, { recursive: true })
  })
  const till = await agent.till()
  await until('all receipts are back', async () => (await till.receipts()).items.length === receipts.length)
  receipts.push(...(await sellMany(till, tea, 1)))
  await uploaded(till)
  await putBack()
  await until('no sale is missing', async () => (await totalOf(shop)) === receipts.length)
  await expectEachOnce(shop.organization, tea, receipts)
})

/**
 * Opens two copies of a till that use the same series, with the hub stopped. The backup of the hub contains
 * none of their sales.
 */
async function openTwoRuns() {
  const shop = await openTestShop()
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const agent = await shop.openAgent()
  const putBack = await backUp(shop)
  await shop.stopHub()
  await agent.restart(() => cpSync(agent.folder, `${agent.folder}.copy`, { recursive: true }))
  const copy = await shop.openAgent({ copyOf: `${agent.folder}.copy` })
  return { shop, tea, agent, copy, putBack }
}

/** Restores the journal from its backup and waits until `sales` sales of the other copy are recalled. */
async function loseJournal(agent: TestAgent, sales: number): Promise<void> {
  const count = (): number => {
    const journal = new Database(join(agent.folder, 'journal.db'), { readonly: true })
    const sales = journal.prepare<[], number>(`SELECT count(*) FROM entries WHERE type = 'sale'`).pluck()
    try {
      return sales.get() ?? 0
    } finally {
      journal.close()
    }
  }
  const before = count()
  await agent.restart(() => rmSync(join(agent.folder, 'journal.db')))
  await until('they are back', () => count() === before + sales)
}

it('requests a missing sale although the other copy uploads a sale with the same sequence number', async () => {
  const { shop, tea, agent, copy, putBack } = await openTwoRuns()
  await using _ = shop
  const receipts = await sellMany(await agent.till(), tea, 1)
  receipts.push(...(await sellMany(await copy.till(), tea, 2)))
  await shop.startHub()
  await uploaded(await agent.till(), await copy.till())
  await loseJournal(agent, 2)
  await agent.restart(async () => {
    await putBack()
    await until('the other has given back its own', async () => (await totalOf(shop)) === 2)
  })
  await until('no sale is missing', async () => (await totalOf(shop)) === 3)
  expect((await salesOf(shop.organization)).map(({ id }) => id).sort()).toEqual(
    receipts.map(({ id }) => id).sort(),
  )
})

it('requests a missing shift although the other copy uploads the sale that follows it', async () => {
  const { shop, tea, agent, copy, putBack } = await openTwoRuns()
  await using _ = shop
  const till = await agent.till()
  await till.expect('POST', '/shift/open', { openingCash: 10 })
  await sellMany(till, tea, 1)
  await sellMany(await copy.till(), tea, 1)
  await shop.startHub()
  await uploaded(till, await copy.till())
  await loseJournal(copy, 1)
  await agent.restart(async () => {
    await putBack()
    await until('the other has given back the sales', async () => (await totalOf(shop)) === 2)
  })
  await using owner = await shop.door.database.connect()
  const opened = `SELECT 1 FROM uploads WHERE type = 'shift_opened'`
  await until('the shift is there', async () => (await owner.query(opened)).rowCount === 1)
})
