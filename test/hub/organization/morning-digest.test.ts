import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'
import { atMoment } from '#test/support/clock.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Answer, type ApiClient, type Organization, signUp } from '#test/support/hub.ts'
import { MailServer, mailThrough } from '#test/support/mail-server.ts'
import { MESSENGER, MessengerHub } from '#test/support/messenger.ts'
import { hire, hireAllowed, signIn } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const OWN = '/api/reports/morning-digest/mail'
const DAY_MS = 86_400_000

// Time zone in which the current day lasts several more hours, whenever the test runs.
const timeZone = new Date().getUTCHours() < 12 ? 'Asia/Almaty' : 'America/New_York'
/** Returns the time at half past `hour` in `timeZone`, `days` days from today. */
const at = (days: number, hour: number) => {
  const day = toWallClock(new Date(Date.now() + days * DAY_MS).toISOString(), timeZone).slice(0, 10)
  return fromWallClock(`${day} ${String(hour).padStart(2, '0')}:30:00`, timeZone)
}

describe('the morning digest', () => {
  let hub: MessengerHub
  let mail: MailServer

  beforeAll(async () => {
    mail = await MailServer.start()
    hub = await MessengerHub.start()
    await mailThrough(hub.admin, mail, { publicUrl: 'https://hub.test' })
  })
  afterAll(async () => {
    await hub[Symbol.asyncDispose]()
    await mail.stop()
  })

  it('sends the figures of the previous day and later corrections each morning', async () => {
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
      date: daysAgo(9),
      lines: [{ productId, quantity: 50, price: 60 }],
    })
    const salt = await createProduct(shop, { name: 'Salt', retailPrice: 50 })
    const counterpartyId = (await api.get('/api/catalog/counterparties')).body.items[0].id
    await post('/api/purchases/supplies', {
      counterpartyId,
      lines: [{ productId: salt, quantity: 1, price: 50 }],
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
    await atMoment(at(1, 8), () => hub.server.sentTo(chat, 2))
    await hub.noted()
    const [, , first] = await atMoment(at(1, 9), () => hub.server.sentTo(chat, 3))
    await hub.noted()
    for (const line of [
      'Sales: ₸200.00 (receipts: 1)',
      'Profit: ₸80.00',
      'Same day last week: ₸300.00',
      'Backdated documents: 1',
      `• ${enter}, `,
      'Prices changed: 1',
      'Received at or above the selling price: 1',
      '• Salt: ₸50.00',
      '• Tea: ₸100.00 → ₸120.00',
      'Changes to roles and employees: 2',
      '• Owner: Night',
    ])
      expect(first?.replaceAll('\u00a0', ' ')).toContain(line)
    expect(first).not.toContain('have changed')

    // Cheaper stock posted with an earlier date lowers the cost of the sold products.
    await post('/api/inventory/enters', { date: daysAgo(8), lines: [{ productId, quantity: 50, price: 40 }] })
    await until('costs are worked out', async () => {
      const { body } = await api.get(
        `/api/reports/profit?from=${daysAgo(9).slice(0, 10)}&to=${daysAgo(-1).slice(0, 10)}`,
      )
      return body.totals.profit === 250 && !body.costPending
    })
    const witness = await hub.openBound({ digest: true }, { timeZone })
    const digestsOf = ({ organizationId }: Organization) =>
      hub.sql(`SELECT FROM messenger_notices WHERE organization_id = $1 AND kind = 'digest'`, [
        organizationId,
      ])
    const [, , , second] = await atMoment(at(2, 9), async () => {
      const sentTo = await hub.server.sentTo(chat, 4)
      // Once the witness has been notified again, the round has also processed all other shops.
      for (let round = 0; round < 2; round += 1) {
        await until('the witness is told', async () => (await digestsOf(witness.shop)).length > 0)
        await hub.sql('DELETE FROM messenger_notices WHERE organization_id = $1', [
          witness.shop.organizationId,
        ])
      }
      await until('the witness is told', async () => (await digestsOf(witness.shop)).length > 0)
      return sentTo
    })
    expect(await digestsOf(shop)).toHaveLength(2)
    expect(second?.replaceAll('\u00a0', ' ')).toContain('have changed since the last digest: profit ₸50.00')
    expect(second).not.toContain('Prices changed')
    expect(hub.server.textsTo(chat)).toHaveLength(4)
  })

  it('refuses the digest for a chat bound by a user who may not see costs', async () => {
    const shop = await signUp(hub.door)
    const email = await hireAllowed(hub.door, shop, 'Settings', ['organization.view', 'organization.update'])
    const clerk = await signIn(hub.door, email)
    const refused = await clerk.put(`${MESSENGER}/bind`, await hub.body(shop, { digest: true }))
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await clerk.put(`${MESSENGER}/bind`, await hub.body(shop))).status).toBe(200)
  })

  it('includes all changed prices of a large change, but no other records that the log omits', async () => {
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
    const [, text] = await atMoment(at(1, 9), () => hub.server.sentTo(chat, 2))
    expect(text).toContain('Prices changed: 150\n• Tea')
    expect(text).toContain('and 145 more')
    await hub.noted()
  })

  it('skips a failing digest without delaying others, and sends it once it succeeds', async () => {
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
      const [, low] = await hub.server.sentTo(chat, 2)
      expect(low).toContain('Low stock: 1')
      expect(low).not.toContain('Profit')
    })
    await hub.noted()
    await hub.sql('DELETE FROM audit_log WHERE id = $1', [odd])
    const [, , digest] = await atMoment(at(1, 10), () => hub.server.sentTo(chat, 3))
    expect(digest).toContain('Profit')
    await hub.noted()
  })

  describe('the morning digest by mail', () => {
    const codeOf = ({ status, body }: Answer) => [
      status,
      body.code ?? null,
      body.errors?.[0]?.pointer ?? null,
    ]

    it('refuses a subscription with invalid settings or without the permissions to see sales and costs of all stores', async () => {
      const [shop, other] = [await signUp(hub.door), await signUp(hub.door)]
      const wanted = { isWanted: true, at: '07:30', language: 'kk' }
      expect((await shop.api.get(OWN)).body).toEqual({
        isWanted: false,
        at: '09:00',
        language: 'en',
        email: shop.email,
        canMail: true,
      })
      expect((await shop.api.put(OWN, wanted)).body).toMatchObject({ ...wanted, email: shop.email })
      expect((await shop.api.get(OWN)).body).toMatchObject(wanted)
      expect((await other.api.get(OWN)).body.isWanted).toBe(false)
      for (const [changes, pointer] of [
        [{ at: '25:00' }, '#/at'],
        [{ language: 'fr' }, '#/language'],
        [{ isWanted: 'yes' }, '#/isWanted'],
      ] as const)
        expect(codeOf(await shop.api.put(OWN, { ...wanted, ...changes }))).toEqual([
          400,
          'invalid_request',
          pointer,
        ])
      for (const [name, permissions] of [
        ['Sales', ['sales.view']],
        ['Costs', ['costs.view']],
      ] as const) {
        const clerk = await signIn(hub.door, await hireAllowed(hub.door, shop, name, [...permissions]))
        expect(codeOf(await clerk.put(OWN, wanted))).toEqual([403, 'forbidden', null])
        expect((await clerk.get(OWN)).status).toBe(403)
      }
      const manager = await hire(hub.door, shop, 'Manager')
      await hub.sql(`SET app.organization_id = '${shop.organizationId}';
        UPDATE employees SET store_ids = ARRAY['${shop.storeId}'::uuid]
        WHERE organization_id = '${shop.organizationId}' AND last_name = 'Manager'; SELECT feed_bump()`)
      expect(codeOf(await manager.put(OWN, wanted))).toEqual([403, 'all_stores_needed', null])
      expect((await shop.api.put(OWN, { ...wanted, isWanted: false })).body.isWanted).toBe(false)
    })

    it('sends one mail a day at the chosen hour and in the chosen language while the user may receive it', async () => {
      const [shop, witness] = [await signUp(hub.door, { timeZone }), await signUp(hub.door, { timeZone })]
      const managers = [await hire(hub.door, shop, 'Manager'), await hire(hub.door, shop, 'Manager')] as const
      const device = await enrolDevice(hub.door, shop)
      const productId = await createProduct(shop, { name: 'Tea', retailPrice: 100 })
      await device.upload([device.item(saleBody(shop, [{ productId, quantity: 2 }]))])
      const want = async (api: ApiClient, at: string, language = 'en') => {
        const { status, body } = await api.put(OWN, { isWanted: true, at, language })
        expect(status).toBe(200)
        return body.email as string
      }
      const owner = await want(shop.api, '09:00', 'kk')
      const first = await want(managers[0], '09:00', 'ru')
      const second = await want(managers[1], '10:00')
      /**
       * Returns the recipients of the mails sent by the given time. Runs two rounds to check that nothing is
       * sent twice.
       */
      const comeBy = async (day: number, hour: number) => {
        const before = mail.mails.length
        await atMoment(at(day, hour), async () => {
          for (let round = 0; round < 2; round += 1) {
            await hub.sql(`DELETE FROM mails WHERE data ->> 'organizationId' = $1`, [witness.organizationId])
            await hub.sql('UPDATE digest_readers SET told_on = NULL WHERE organization_id = $1', [
              witness.organizationId,
            ])
            seen += 1
            await mail.mailsTo(witness.email, seen)
          }
          await until(
            'all are sent',
            async () => (await hub.sql(`SELECT FROM mails WHERE status = 'Queued'`)).length === 0,
          )
        })
        const since = mail.mails.slice(before).flatMap(({ to }) => [to].flat().map((each) => each?.text))
        return since.filter((address) => address !== witness.email).sort()
      }
      let seen = 0
      await want(witness.api, '00:00')
      await hub.sql(
        `UPDATE digest_readers SET since = now() - interval '2 days' WHERE organization_id = $1`,
        [witness.organizationId],
      )

      expect(await comeBy(1, 8)).toEqual([])
      expect(await comeBy(1, 9)).toEqual([owner, first].sort())
      // A changed hour causes no second digest on the same day.
      await want(shop.api, '10:00', 'kk')
      expect(await comeBy(1, 10)).toEqual([second])
      const [kazakh, russian, english] = [owner, first, second].map((address) =>
        mail.mails.find(({ to }) => [to].flat().some((each) => each?.text === address)),
      )
      expect(english?.subject).toMatch(/^☀️ .*, \d+ \w+ \d{4}$/)
      expect(english?.text?.replaceAll('\u00a0', ' ')).toContain('Sales: ₸200.00 (receipts: 1)\nProfit: ')
      expect(english?.text).toContain('You can turn it off in your account: https://hub.test/account')
      expect(russian?.text).toContain('Продажи: ')
      expect(russian?.text).toContain('Это автоматическое письмо Counterfoil')
      expect(kazakh?.text).toContain('Пайда: ')
      expect(kazakh?.text).toContain('Counterfoil автоматты хаты')
      expect(kazakh?.html).toContain('<html lang="kk">')

      await managers[0].put(OWN, { isWanted: false, at: '09:00', language: 'ru' })
      expect(await comeBy(2, 11)).toEqual([owner, second].sort())
      const change = (what: string) =>
        hub.sql(`SET app.organization_id = '${shop.organizationId}'; UPDATE ${what}; SELECT feed_bump()`)
      const asManager = (set: string) =>
        change(
          `employees SET ${set} WHERE organization_id = '${shop.organizationId}' AND last_name = 'Manager'`,
        )
      for (const [day, set] of [
        [3, `store_ids = ARRAY['${shop.storeId}'::uuid]`],
        [4, `store_ids = '{}', is_account_active = false`],
        [5, 'is_account_active = true, is_archived = true'],
      ] as const) {
        await asManager(set)
        expect([set, await comeBy(day, 11)]).toEqual([set, [owner]])
      }
      await asManager('is_archived = false')
      await change(`employee_roles SET permissions = array_remove(permissions, 'costs.view')
        WHERE organization_id = '${shop.organizationId}' AND name = 'Manager'`)
      expect(await comeBy(6, 11)).toEqual([owner])
    })
  })
})
