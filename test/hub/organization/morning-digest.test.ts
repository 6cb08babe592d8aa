import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'
import { atMoment } from '#test/support/clock.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp } from '#test/support/hub.ts'
import { MESSENGER, MessengerHub } from '#test/support/messenger.ts'
import { hireAllowed, signIn } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const DAY_MS = 86_400_000

// The day of what a test does ends in some hours, wherever it runs.
const timeZone = new Date().getUTCHours() < 12 ? 'Asia/Almaty' : 'America/New_York'
/** At half past so many hours of clocks there, so many days later. */
const at = (days: number, hour: number) => {
  const day = toWallClock(new Date(Date.now() + days * DAY_MS).toISOString(), timeZone).slice(0, 10)
  return fromWallClock(`${day} ${String(hour).padStart(2, '0')}:30:00`, timeZone)
}

describe('the morning digest', () => {
  let hub: MessengerHub

  beforeAll(async () => {
    hub = await MessengerHub.start()
  })
  afterAll(() => hub[Symbol.asyncDispose]())

  it('tells each morning of the day before, and what was changed', async () => {
    const { shop, chat } = await hub.openBound(
      { digest: true, digestAt: '09:00', language: 'en' },
      { timeZone },
    )
    const { api, storeId } = shop
    const productId = await createProduct(shop, { name: 'Tea', retailPrice: 100 })
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
    const post = async (base: string, body: object) => {
      const made = await api.post(base, { id: newId(), storeId, ...body })
      expect([made.status, made.body.errors]).toEqual([201, undefined])
      expect((await api.post(`${base}/${made.body.id}/post`)).status).toBe(200)
      return made.body.number
    }
    const enter = await post('/api/inventory/enters', {
      ...{ date: daysAgo(9), lines: [{ productId, quantity: 50, price: 60 }] },
    })
    const device = await enrolDevice(hub.door, shop)
    await device.upload([device.item(saleBody(shop, [{ productId, quantity: 3 }], { soldAt: daysAgo(7) }))])
    await device.upload([device.item(saleBody(shop, [{ productId, quantity: 2 }]))])
    const { createdAt, updatedAt, ...product } = (await api.get(`/api/catalog/products/${productId}`)).body
    const changed = await api.put(`/api/catalog/products/${productId}`, { ...product, retailPrice: 120 })
    expect([changed.status, changed.body.errors]).toEqual([200, undefined])
    const role = await api.post('/api/organization/employee-roles', { name: 'Night', permissions: [] })
    expect(role.status).toBe(201)

    await api.post(`${MESSENGER}/test`)
    await atMoment(at(1, 8), () => hub.server.told(chat, 2))
    await hub.noted()
    const [, , first] = await atMoment(at(1, 9), () => hub.server.told(chat, 3))
    await hub.noted()
    for (const line of [
      ...['Sales: KZT 200.00 (1 receipts)', 'Profit: KZT 80.00', 'A week before: KZT 300.00'],
      ...['Papers posted for an earlier day: 1', `• ${enter} of`, 'Prices changed: 1'],
      ...['• Tea: KZT 100.00 → KZT 120.00', 'Roles and people changed: 2', '• Owner: Night'],
    ])
      expect(first?.replaceAll('\u00a0', ' ')).toContain(line)
    expect(first).not.toContain('have changed')

    // Cheaper goods come for a day before: what was sold has cost less.
    await post('/api/inventory/enters', {
      ...{ date: daysAgo(8), lines: [{ productId, quantity: 50, price: 40 }] },
    })
    await until('costs are worked out', async () => {
      const { body } = await api.get(
        `/api/reports/profit?from=${daysAgo(9).slice(0, 10)}&to=${daysAgo(-1).slice(0, 10)}`,
      )
      return body.totals.profit === 250 && !body.costPending
    })
    const [, , , second] = await atMoment(at(2, 9), () => hub.server.told(chat, 4))
    expect(second?.replaceAll('\u00a0', ' ')).toContain(
      'have changed since the last digest: profit KZT 50.00',
    )
    expect(second).not.toContain('Prices changed')
    expect(hub.server.textsTo(chat)).toHaveLength(4)
  })

  it('tells profit to the chat of nobody who may not see costs', async () => {
    const shop = await signUp(hub.door)
    const email = await hireAllowed(hub.door, shop, 'Settings', ['organization.view', 'organization.update'])
    const clerk = await signIn(hub.door, email)
    const refused = await clerk.put(`${MESSENGER}/bind`, await hub.body(shop, { digest: true }))
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await clerk.put(`${MESSENGER}/bind`, await hub.body(shop))).status).toBe(200)
  })

  it('counts the prices of a large deed, and none of the other records that the log does not name', async () => {
    const { shop, chat } = await hub.openBound({ digest: true, lowStock: false }, { timeZone })
    await createProduct(shop, { name: 'Tea', retailPrice: 100 })
    await hub.sql(`SET app.organization_id = '${shop.organizationId}';
      INSERT INTO products SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
        'code', concat(id, n), 'external_code', NULL, 'article', NULL))).*
      FROM products p, generate_series(1, 149) n WHERE organization_id = '${shop.organizationId}';
      INSERT INTO product_prices SELECT p.organization_id, p.id, t.id, 10000 FROM products p
      JOIN price_types t ON t.organization_id = p.organization_id AND t.is_default
      WHERE p.organization_id = '${shop.organizationId}' ON CONFLICT DO NOTHING; SELECT feed_bump()`)
    const bulk = (changes: object) =>
      shop.api.post('/api/catalog/products/bulk-update', { filter: {}, changes })
    const priced = await bulk({ prices: [{ rule: { kind: 'Percent', percent: 20 } }] })
    expect([priced.status, priced.body.pricesChanged ?? priced.body]).toEqual([200, 150])
    expect((await bulk({ isArchived: true })).status).toBe(200)
    const [, text] = await atMoment(at(1, 9), () => hub.server.told(chat, 2))
    expect(text).toContain('Prices changed: 150\n• Tea')
    expect(text).toContain('and 145 more')
    await hub.noted()
  })

  it('that cannot be made holds nothing up, and is made when it can be', async () => {
    const { shop, chat } = await hub.openBound({ digest: true }, { timeZone })
    const odd = newId()
    await hub.sql(
      `INSERT INTO audit_log (organization_id, id, at, is_super_admin, action, kind, changes, changed_records)
       VALUES ($1, $2, now(), false, 'PUT', 'products', $3, 1)`,
      [
        shop.organizationId,
        odd,
        JSON.stringify([{ table: 'product_prices', id: newId(), was: { value: 'a' }, now: { value: 'b' } }]),
      ],
    )
    await createProduct(shop, { name: 'Tea', minStock: 1 })
    await atMoment(at(1, 9), async () => {
      const [, low] = await hub.server.told(chat, 2)
      expect(low).toContain('Low stock: 1')
      expect(low).not.toContain('Profit')
    })
    await hub.noted()
    await hub.sql('DELETE FROM audit_log WHERE id = $1', [odd])
    const [, , digest] = await atMoment(at(1, 10), () => hub.server.told(chat, 3))
    expect(digest).toContain('Profit')
    await hub.noted()
  })
})
