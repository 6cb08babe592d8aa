import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { openTestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { expectEachOnce, sellMany, uploaded } from './faults/selling.ts'

it('recalls the sales of a lost journal from head office', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const agent = await shop.openAgent()
  let till = await agent.till()
  const sold = [await till.sell(tea, 3), await till.sell(tea)]
  await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
  await agent.restart(() => {
    for (const name of ['journal.db', 'backups']) rmSync(join(agent.folder, name), { recursive: true })
  })
  till = await agent.till()
  const own = await till.sell(tea)
  expect(own.receiptNumber).toMatch(/^A1[a-z]{3}-000001$/)
  await until('both are back', async () => (await till.receipts()).items.length === 3)
  expect((await till.receipts()).items.map(({ id }) => id)).toEqual([own.id, sold[1]?.id, sold[0]?.id])

  const number = sold[0]?.receiptNumber ?? ''
  await till.expect('POST', '/cart/return', { receiptNumber: number })
  await till.pay()
  expect((await till.receipt(number)).lines[0]?.returnable).toBe(0)
  await until('all is uploaded', async () => (await till.status()).upload.waiting === 0)
  const { items } = (await shop.organization.api.get('/api/sales/retail?sort=receivedAt')).body
  expect(items.map((item: { receiptNumber: string }) => item.receiptNumber)).toEqual([
    ...sold.map(({ receiptNumber }) => receiptNumber),
    own.receiptNumber,
    own.receiptNumber.replace(/1$/, '2'),
  ])
})

it('assigns no receipt number twice when two copies of a till lose their journals', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const agent = await shop.openAgent()
  const receipts = await sellMany(await agent.till(), tea, 1)
  await uploaded(await agent.till())
  // Neither copy can detect the other while the hub is stopped.
  await shop.stopHub()
  const saved = `${agent.folder}.copy`
  await agent.restart(() => {
    for (const name of ['journal.db', 'backups']) rmSync(join(agent.folder, name), { recursive: true })
    cpSync(agent.folder, saved, { recursive: true })
  })
  const copy = await shop.openAgent({ copyOf: saved })
  for (const one of [agent, copy]) receipts.push(...(await sellMany(await one.till(), tea, 2)))
  await shop.startHub()
  for (const one of [agent, copy]) await uploaded(await one.till())
  await expectEachOnce(shop.organization, tea, receipts)
})
