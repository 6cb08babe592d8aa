import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

/** Malformed uploads must never crash the hub, delay other tills or be refused (docs/faults.md F26). */
describe('malformed uploads', () => {
  const door = useHub()
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: door.database.ownerUrl })
    await owner.connect()
  })
  afterAll(() => owner.end())

  interface World {
    shop: Organization
    device: Device
    sale(overrides?: object): SaleBody
    line(change: object): SaleBody
  }
  async function world(): Promise<World> {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop, { cost: 1000 })
    const sale = (overrides: object = {}) => saleBody(shop, [{ productId: tea }], overrides)
    const line = (change: object) => {
      const whole = sale()
      return { ...whole, lines: whole.lines.map((each) => ({ ...each, ...change })) }
    }
    return { shop, device, sale, line }
  }
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  /**
   * Uploads the item between two valid sales, and checks that both sales are posted. Returns the result and
   * the stored bytes of the item.
   */
  async function sendBetween({ shop, device, sale }: World, poison: unknown) {
    const [before, after] = [device.item(sale()), device.item(sale())]
    const answer = await device.upload([before, poison, after])
    expect(answer.status).toBe(200)
    const results = answer.body.results.map(({ result }: { result: string }) => result)
    expect([results[0], results[2]]).toEqual(['accepted', 'accepted'])
    for (const { id } of [before, after])
      expect((await shop.api.get(`/api/sales/retail/${id}`)).status).toBe(200)
    const { id, reasons } = answer.body.results[1]
    const { rows } = await owner.query(
      'SELECT bytes, type FROM uploads WHERE organization_id = $1 AND id = $2',
      [shop.organizationId, id],
    )
    return { id, result: results[1], codes: reasons.map(({ code }: { code: string }) => code), kept: rows[0] }
  }

  it.each<[string, (world: World) => unknown]>([
    ['not JSON', () => 'not JSON'],
    ['NaN', ({ sale }) => JSON.stringify(sale()).replace('"sum":100', '"sum":NaN')],
    ['1e308', ({ line }) => line({ price: 1e308 })],
    ['a number above all doubles', ({ sale }) => JSON.stringify(sale()).replace('"sum":100', '"sum":1e999')],
    ['a NUL in a name', ({ line }) => line({ name: 'a\0b' })],
    ['only a __proto__ member', () => '{"__proto__": {"schema": 1}}'],
    ['a schema named constructor', ({ sale }) => ({ ...sale(), schema: 'constructor' })],
    ['deep nesting', () => deep(200_000)],
    ['a name of 2000 characters', ({ line }) => line({ name: 'x'.repeat(2000) })],
    ['a line above the range of sums', ({ line }) => line({ quantity: 1e10, price: 1e10 })],
  ])('quarantines an unreadable item byte for byte: %s', async (_title, make) => {
    const here = await world()
    const item = here.device.item(make(here))
    const { result, kept } = await sendBetween(here, item)
    expect([result, kept.bytes.toString()]).toEqual(['quarantined', item.body])
  })

  it.each<[field: string, type: string, make: (world: World) => object]>([
    ['lines.0.lineNo', 'sale', ({ line }) => line({ lineNo: 2 ** 53 - 1 })],
    ['lines.0.originalLineNo', 'sale', ({ line }) => line({ originalLineNo: 2 ** 31 })],
    ['clock.utcOffsetMinutes', 'sale', (w) => clock(w.sale(), { utcOffsetMinutes: 1e12 })],
    ['soldAt', 'sale', ({ sale }) => sale({ soldAt: '+010000-01-01T00:00:00Z' })],
    ['number', 'shift_opened', (w) => ({ ...shift(w), number: 2 ** 31 })],
    ['openedAt', 'shift_opened', (w) => ({ ...shift(w), openedAt: 'today' })],
  ])('quarantines only the invalid item, and reports the field: %s', async (field, type, make) => {
    const here = await world()
    const { id, result } = await sendBetween(here, here.device.item(make(here), { type }))
    expect(result).toBe('quarantined')
    const { items } = (await here.shop.api.get('/api/sync/work-list?kind=quarantined')).body
    const [{ reasons }] = items.filter((item: { upload: { id: string } }) => item.upload.id === id)
    const [{ values, ...reason }] = reasons
    expect(reasons.length).toBe(1)
    expect(reason).toEqual({ code: 'unreadable', detail: `${field}: ${values.error}` })
    expect(values).toEqual({ case: 'field', field, error: expect.any(String) })
  })

  const shift = ({ sale }: World) => {
    const { schema, id, retailPointId, tillId, cashierId, cashierName, clock } = sale()
    const base = { schema, id, retailPointId, tillId, cashierId, cashierName, clock }
    return { ...base, number: 1, openedAt: new Date().toISOString(), openingCash: 0 }
  }

  it.each(['__proto__', 'constructor', 'toString', 'future_thing', ''])(
    'quarantines an item of the unknown type %j',
    async (type) => {
      const here = await world()
      const { result, codes } = await sendBetween(here, here.device.item(here.sale(), { type }))
      expect([result, codes]).toEqual(['quarantined', ['unknown_type']])
    },
  )

  it.each<[string, (world: World) => unknown, string]>([
    ['a clock offset of 1e308', (w) => clock(w.sale(), { hubOffsetMs: 1e308 }), 'clock_wrong'],
    ['a clock offset of -1e15', (w) => clock(w.sale(), { hubOffsetMs: -1e15 }), 'clock_wrong'],
    ['year 0', ({ sale }) => sale({ soldAt: '0000-01-01T00:00:00Z' }), 'clock_wrong'],
    ['year 9999', ({ sale }) => sale({ soldAt: '9999-12-31T23:59:59Z' }), 'clock_wrong'],
    ['a negative VAT rate', ({ line }) => line({ vatRate: -20 }), 'vat_rate_wrong'],
    ['a VAT rate of -100 percent', ({ line }) => line({ vatRate: -100 }), 'vat_rate_wrong'],
    ['a huge VAT rate', ({ line }) => line({ vatRate: 1e10 }), 'vat_rate_wrong'],
    [
      'half a surrogate pair',
      ({ sale }) => sale({ cashierId: newId(), cashierName: 'Ann \ud83d' }),
      'cashier_unknown',
    ],
    ['a note of 10 MB', ({ sale }) => sale({ note: 'x'.repeat(10_000_000) }), 'negative_stock'],
    [
      'a __proto__ member',
      ({ sale }) => JSON.stringify(sale()).replace('{', '{"__proto__":{"sum":1},'),
      'negative_stock',
    ],
    ['deep nesting in an unknown member', (w) => deeply(w.sale()), 'negative_stock'],
  ])('posts and flags a sale: %s', async (_title, make, flag) => {
    const here = await world()
    const { id, result, codes } = await sendBetween(here, underItsId(here.device, make(here)))
    expect([result, codes]).toEqual(['accepted', expect.arrayContaining([flag])])
    const booked = await here.shop.api.get(`/api/sales/retail/${id}`)
    expect(booked.status).toBe(200)
    expect(Math.abs(Date.parse(booked.body.date) - Date.now())).toBeLessThan(120_000)
  })

  const clock = (sale: SaleBody, change: object) => ({ ...sale, clock: { ...sale.clock, ...change } })
  const deeply = (sale: SaleBody) => JSON.stringify(sale).replace('{', `{"extra":${deep(50_000)},`)
  const underItsId = (device: Device, body: unknown) =>
    typeof body === 'string' ? device.item(body, { id: JSON.parse(body).id }) : device.item(body)

  it('quarantines an item sent in base64 after a proxy refused it', async () => {
    const here = await world()
    const item = here.device.item(here.sale())
    const raw = Buffer.from(JSON.stringify(item)).toString('base64')
    const { result, codes, kept } = await sendBetween(here, { id: item.id, seq: item.seq, raw })
    expect([result, codes, kept.type]).toEqual(['quarantined', ['sent_packed'], 'sale'])
    expect(kept.bytes.toString()).toBe(item.body)
  })

  it.each(['!!!', '', Buffer.from('{"id": 1}').toString('base64')])(
    'quarantines an item whose base64 contains no valid upload item: %j',
    async (raw) => {
      const here = await world()
      const id = newId()
      const { result, kept } = await sendBetween(here, { id, seq: 2, raw })
      expect([result, kept.type]).toEqual(['quarantined', 'unreadable'])
      expect(JSON.parse(kept.bytes)).toEqual({ id, seq: 2, raw })
    },
  )

  it('ignores invalid values outside the items', async () => {
    const { device, sale } = await world()
    const request = {
      bootId: { a: 1 },
      chains: [null, { id: 'x' }, 7],
      report: { waiting: 'many', troubles: 'none' },
      sales: [device.item(sale())],
    }
    const answer = await device.api.post('/api/pos/v1/sales', request)
    expect([answer.status, answer.body.results[0].result]).toEqual([200, 'accepted'])
    expect((await device.api.post('/api/pos/v1/sales', { sales: [], chains: 7, bootId: 'a\0' })).status).toBe(
      200,
    )
  })
})
