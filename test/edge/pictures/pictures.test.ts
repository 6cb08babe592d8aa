import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TILL_API } from '#shared/contracts/till/routes.ts'
import { must } from '#shared/std/must.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { FakeHub } from '../support/fake-hub.ts'
import { openShop, type Shop } from '../support/point.ts'

const png = (bytes: number, fill = 0): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(bytes - 8, fill)])
const webp = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(100)])
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])

const address = (name: string): string => `/uploads/org/${name}/thumb`
const pictured = (name: string, thumbUrl = address(name)) => product({ name, thumbUrl })

async function open(
  pictures: Record<string, { content: Uint8Array; type?: string }>,
  overrides: NonNullable<Parameters<typeof openShop>[0]>['overrides'] = {},
  ...more: ReturnType<typeof pictured>[]
): Promise<Shop> {
  const shop = await openShop({
    overrides: { ...overrides, timing: { pictureGapMs: 1, ...overrides.timing } },
  })
  for (const [name, { content, type = 'image/webp' }] of Object.entries(pictures))
    shop.hub.pictures.set(address(name), { content, type })
  shop.hub.change(...Object.keys(pictures).map((name) => pictured(name)), ...more)
  return shop
}

const pictureOf = async ({ till }: Shop, name: string): Promise<string | null> => {
  const { items } = await till.search(name)
  return items[0]?.picture ?? null
}
const arrived = (shop: Shop, name: string): Promise<string> =>
  until(`the picture of ${name} is here`, () => pictureOf(shop, name))
const fetchPicture = ({ point }: Shop, key: string): Promise<Response> =>
  fetch(`${point.url}${TILL_API}/pictures/${key}`)
const revisionOf = async ({ till }: Shop): Promise<number> => (await till.status()).download.revision
const requested = ({ hub }: Shop, name: string): number =>
  hub.requests.filter((request) => request === `GET ${address(name)}`).length

it('downloads pictures once, and serves them with their content type, offline and after a restart', async () => {
  await using shop = await open({
    bread: { content: webp },
    salt: { content: jpeg },
    sugar: { content: png(50) },
  })
  for (const [name, type, content] of [
    ['bread', 'image/webp', webp],
    ['salt', 'image/jpeg', jpeg],
    ['sugar', 'image/png', png(50)],
  ] as const) {
    const answer = await fetchPicture(shop, await arrived(shop, name))
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type])
    expect(answer.headers.get('Cache-Control')).toContain('immutable')
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content)
  }
  await shop.hub.goDown()
  await shop.point.stop()
  await shop.point.start()
  expect((await fetchPicture(shop, must(await pictureOf(shop, 'bread')))).status).toBe(200)
  expect(requested(shop, 'bread')).toBe(1)
})

it('increments the status revision when a requested picture arrives', async () => {
  await using shop = await open({})
  const answer = Promise.withResolvers<void>()
  shop.hub.pictures.set(address('salt'), { content: webp, type: 'image/webp' })
  shop.hub.interfere = async (request) => {
    if (request.url === address('salt')) await answer.promise
    return false
  }
  shop.hub.change(pictured('salt'))
  await until('it is sold', async () => (await shop.till.search('salt')).total === 1)
  await until('it is asked for', () => requested(shop, 'salt') > 0)
  expect(await pictureOf(shop, 'salt')).toBeNull()
  const before = await revisionOf(shop)
  answer.resolve()
  await until('there is something new', async () => (await revisionOf(shop)) > before)
  expect(await pictureOf(shop, 'salt')).not.toBeNull()
})

it('discards invalid, oversized and missing pictures and does not request them again', async () => {
  const html = Buffer.from('<script>alert(1)</script>')
  await using shop = await open({
    aaa: { content: html },
    bbb: { content: html, type: 'text/plain' },
    ccc: { content: png(256 * 1024 + 1) },
    ddd: { content: png(256 * 1024) },
  })
  shop.hub.change(pictured('eee'))
  await arrived(shop, 'ddd')
  for (const name of ['aaa', 'bbb', 'ccc', 'eee'])
    await until(`${name} was asked for`, async () => {
      await pictureOf(shop, name)
      return requested(shop, name) > 0
    })
  await until('all were looked at', async () =>
    (await Promise.all(['aaa', 'bbb', 'ccc', 'eee'].map((name) => pictureOf(shop, name)))).every(
      (key) => key === null,
    ),
  )
  for (const name of ['aaa', 'bbb', 'ccc', 'eee']) {
    expect([name, await pictureOf(shop, name), requested(shop, name)]).toEqual([name, null, 1])
  }
})

it('downloads pictures only from the hub', async () => {
  await using other = await FakeHub.start()
  const port = new URL(other.url).port
  await using shop = await open(
    { bread: { content: webp } },
    {},
    pictured('elsewhere', `${other.url}/x`),
    pictured('sly', `@127.0.0.1:${port}/x`),
  )
  shop.hub.interfere = (request, response) => {
    if (request.url !== address('salt')) return false
    response.writeHead(302, { Location: `${other.url}/x` }).end()
    return true
  }
  shop.hub.change(pictured('salt'))
  await until('it was asked for', async () => {
    for (const name of ['elsewhere', 'sly', 'salt']) await pictureOf(shop, name)
    return requested(shop, 'salt') > 0
  })
  await arrived(shop, 'bread')
  expect(other.requests).toEqual([])
})

it('continues without a reachable hub, and downloads pictures when the hub is back', async () => {
  await using shop = await open({})
  shop.hub.pictures.set(address('bread'), { content: webp, type: 'image/webp' })
  shop.hub.interfere = (request, response) => {
    if (!request.url?.startsWith('/uploads/')) return false
    response.destroy()
    return true
  }
  shop.hub.change(pictured('bread'))
  await until('it was asked for', async () => {
    await pictureOf(shop, 'bread')
    return requested(shop, 'bread') > 0
  })
  await shop.till.sell(shop.tea.id)
  await until('the sale is there', () => shop.hub.sales.length === 1)
  expect((await shop.till.status()).trouble).toEqual([])
  const before = await revisionOf(shop)
  shop.hub.interfere = null
  await until('it has come unasked', async () => (await revisionOf(shop)) > before)
  expect(await pictureOf(shop, 'bread')).not.toBeNull()
})

it('delays no sale and no catalog change while a picture request hangs', async () => {
  await using shop = await open({})
  shop.hub.interfere = (request) => request.url?.startsWith('/uploads/') ?? false
  shop.hub.change(pictured('bread'))
  await until('it was asked for', async () => {
    await pictureOf(shop, 'bread')
    return requested(shop, 'bread') > 0
  })
  await shop.till.sell(shop.tea.id)
  await until('the sale is there', () => shop.hub.sales.length === 1)
  shop.hub.change(product({ name: 'Salt' }))
  await until('it is sold', async () => (await shop.till.search('salt')).total === 1)
})

it('removes the least recently shown picture when the space limit is reached', async () => {
  const now = { at: Date.parse('2026-03-02T09:00:00Z') }
  const clock = { now: () => new Date(now.at), monotonicMs: () => now.at }
  await using shop = await open(
    { aaa: { content: png(1000, 1) }, bbb: { content: png(1000, 2) }, ccc: { content: png(1000, 3) } },
    { clock, picturesLimitBytes: 2500 },
  )
  const first = await arrived(shop, 'aaa')
  now.at += 60_000
  const second = await arrived(shop, 'bbb')
  now.at += 25 * 60 * 60_000
  expect((await fetchPicture(shop, first)).status).toBe(200)
  await shop.till.signIn(shop.cashier.id)
  await arrived(shop, 'ccc')
  const gone = await fetchPicture(shop, second)
  expect([gone.status, (await fetchPicture(shop, first)).status]).toEqual([404, 200])
})

it('discards a damaged picture file and downloads the pictures again', async () => {
  await using shop = await open({ bread: { content: webp } })
  const key = await arrived(shop, 'bread')
  await shop.point.stop()
  const path = shop.point.file('pictures.db')
  expect(readFileSync(path).length).toBeGreaterThan(0)
  writeFileSync(path, Buffer.alloc(20_000, 7))
  await shop.point.start()
  expect(await arrived(shop, 'bread')).toBe(key)
  expect((await fetchPicture(shop, key)).status).toBe(200)
})

it('refuses an invalid picture key', async () => {
  await using shop = await open({})
  const answer = await fetchPicture(shop, '..%2Fjournal.db')
  expect([answer.status, (await answer.json()).errors[0].pointer]).toEqual([400, '#/param/key'])
  expect((await fetchPicture(shop, '0'.repeat(64))).status).toBe(404)
})
