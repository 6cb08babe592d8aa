import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { hashInput } from '#shared/sync/upload.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { callerOf } from './hub-processes.ts'
import { expectEachOnce, salesOf, sellMany, uploaded } from './selling.ts'

const TEN_MEGABYTES = 10 * 1024 * 1024

/** Sends sales over a real socket, like an agent. */
async function send({ door }: TestShop, device: Device, sales: unknown[]) {
  const caller = callerOf(door.hub.url)
  const form = { grant_type: 'client_credentials', ...device.credentials }
  const token = (await caller.token(form)).body.access_token
  return callerOf(door.hub.url, token)
    .with({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    .sendBytes('/api/pos/v1/sales', gzipSync(JSON.stringify({ sales })))
}

const results = (answer: { body: { results: { result: string }[] } }): string[] =>
  answer.body.results.map(({ result }) => result)

it('posts valid sales in a batch with malformed items without delay', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const device = await enrolDevice(shop.door, shop.organization)
  const till = await (await shop.openAgent()).till()
  const good = () => saleBody(shop.organization, [{ productId: tea }])
  const line = (text: string) => JSON.stringify(good()).replace('"quantity":1', text)
  const poison: [name: string, body: unknown][] = [
    ['NUL', { ...good(), cashierName: 'a\0b' }],
    ['1e308', line('"quantity":1e308')],
    ['NaN', line('"quantity":NaN')],
    ['a prototype', '{"__proto__": {"id": "x"}, "constructor": {"prototype": {}}}'],
    ['another type', good()],
    ['no JSON', '\ud800\ufffd{{{'],
    ['depth', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['ten megabytes', { ...good(), cashierName: 'x'.repeat(TEN_MEGABYTES) }],
  ]
  const bad = poison.map(([name, body]) =>
    device.item(body, name === 'another type' ? { type: 'time_travel' } : {}),
  )
  // One valid sale before each malformed item, and one after all of them.
  const goods = [...poison, null].map(() => device.item(good()))
  const batch = goods.flatMap((item, i) => [item, ...(bad[i] ? [bad[i]] : [])])
  const receipts = await sellMany(till, tea, 3)
  const answer = await send(shop, device, batch)
  expect(answer.status).toBe(200)
  expect(results(answer)).toEqual(batch.map((item) => (goods.includes(item) ? 'accepted' : 'quarantined')))
  expect(results(await send(shop, device, batch))).toEqual(batch.map(() => 'duplicate'))
  await uploaded(till)
  expect((await salesOf(shop.organization)).length).toBe(goods.length + receipts.length)
  const list = await shop.organization.api.get('/api/sync/work-list?kind=quarantined')
  expect(list.body.items.map(({ upload }: { upload: { id: string } }) => upload.id).sort()).toEqual(
    bad.map(({ id }) => id).sort(),
  )
})

it('accepts a name that contains half a surrogate pair', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const device = await enrolDevice(shop.door, shop.organization)
  const sale = saleBody(shop.organization, [{ productId: tea, name: 'tea \ud83d' }])
  // Sent as a JSON escape, because UTF-8 cannot encode half a surrogate pair.
  expect(results(await send(shop, device, [device.item(sale)]))).toEqual(['accepted'])
})

it('posts sales with arbitrary sequence numbers and hashes without delay', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const device = await enrolDevice(shop.door, shop.organization)
  const sealed = (seq: number, prevHash: string) => {
    const body = JSON.stringify(saleBody(shop.organization, [{ productId: tea }]))
    const item = { id: JSON.parse(body).id as string, seq, type: 'sale', prevHash, body }
    return { ...item, hash: createHash('sha256').update(hashInput(item)).digest('hex') }
  }
  const odd = [sealed(2 ** 31 - 1, ''), sealed(1, 'of nothing'), sealed(1, ''), sealed(7, newId())]
  expect(results(await send(shop, device, odd))).toEqual(odd.map(() => 'accepted'))
  expect((await salesOf(shop.organization)).length).toBe(odd.length)
})

it('posts a sale that failed at the hub after the hub is repaired', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const till = await (await shop.openAgent()).till()
  await using owner = await shop.door.database.connect()
  await owner.query(`
    CREATE FUNCTION trip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a bug of the hub'; END $$`)
  await owner.query(
    `CREATE TRIGGER trip BEFORE INSERT ON retail_sales FOR EACH ROW
      WHEN (NEW.receipt_number LIKE '%-000002') EXECUTE FUNCTION trip()`,
  )
  const receipts = await sellMany(till, tea, 3)
  await uploaded(till)
  expect((await salesOf(shop.organization)).map(({ receiptNumber }) => receiptNumber)).toEqual(
    receipts.flatMap(({ receiptNumber }) => (receiptNumber.endsWith('2') ? [] : [receiptNumber])),
  )
  await owner.query('DROP TRIGGER trip ON retail_sales')
  const list = await shop.organization.api.get('/api/sync/work-list?kind=quarantined')
  expect(list.body.items).toMatchObject([{ upload: { receiptNumber: receipts[1]?.receiptNumber } }])
  const [{ id, version }] = list.body.items
  await shop.organization.api.post(`/api/sync/work-list/${id}/retry`, { version })
  await expectEachOnce(shop.organization, tea, receipts)
})
