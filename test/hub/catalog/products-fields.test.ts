import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { futurePrices } from '#hub/db/tables/products.ts'
import { applyDuePrices } from '#hub/features/catalog/products/prices/due-prices.ts'
import { newId } from '#shared/std/ids.ts'
import { enrolDevice } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, openDatabase } from '#test/support/people.ts'
import { OWN, sendCsv } from './imports.ts'

const BASE = '/api/catalog/products'
const SOON = '2999-01-01T00:00:00.000Z'
const LATER = '2999-02-01T00:00:00.000Z'

describe('fields of a product', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })
  const create = async (body: Record<string, unknown> = {}, of = shop) => {
    const made = await of.api.post(BASE, { name: 'Tea', ...body })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  const createGroup = async (body: Record<string, unknown>) =>
    (await shop.api.post('/api/catalog/product-groups', { name: `Group ${newId()}`, ...body })).body.id
  const read = async (id: string) => (await shop.api.get(`${BASE}/${id}`)).body

  it('returns every field as saved, and keeps or resets the fields that a later request omits', async () => {
    const country = (await shop.api.get('/api/catalog/countries')).body.items[0].id
    const supplier = (await shop.api.post('/api/catalog/counterparties', { name: 'Farm' })).body.id
    const fields = {
      externalCode: 'EXT',
      useGroupVat: false,
      vatRate: 12,
      minStock: 3,
      minStockByStore: [{ storeId: shop.storeId, minStock: 1.5 }],
      paymentSubject: 'Excisable',
      trackingType: 'Tobacco',
      ntin: '00123',
      ikpu: '12345678901234567',
      countryId: country,
      supplierId: supplier,
      weight: 0.125,
      volume: 0.000001,
      futurePrices: [{ priceTypeId: shop.priceTypeId, value: 9, startsAt: SOON }],
    }
    const made = await create(fields)
    expect(made).toMatchObject({ ...fields, effectiveVatRate: 12, images: [] })
    expect(await read(made.id)).toEqual(made)
    const changed = await shop.api.put(`${BASE}/${made.id}`, { name: 'Green tea', version: 1 })
    expect(changed.body).toMatchObject({
      externalCode: 'EXT',
      futurePrices: fields.futurePrices,
      minStockByStore: fields.minStockByStore,
      countryId: null,
      supplierId: null,
      weight: null,
      volume: null,
      trackingType: 'NotTracked',
    })
    const emptied = { name: 'Green tea', version: 2, futurePrices: [], minStockByStore: [] }
    expect((await shop.api.put(`${BASE}/${made.id}`, emptied)).body).toMatchObject({
      futurePrices: [],
      minStockByStore: [],
    })
  })

  it.each([
    [{ countryId: newId() }, '#/countryId'],
    [{ supplierId: newId() }, '#/supplierId'],
    [{ minStockByStore: [{ storeId: newId(), minStock: 1 }] }, '#/minStockByStore/0/storeId'],
    [{ ntin: '12a' }, '#/ntin'],
    [{ ikpu: '123456789012345678901' }, '#/ikpu'],
    [{ volume: 0.0000001 }, '#/volume'],
    [{ weight: -1 }, '#/weight'],
    [{ weightCode: '7' }, '#/weightCode'],
    [{ isWeighed: true, trackingType: 'Milk' }, '#/trackingType'],
    [{ trackingType: 'Gold' }, '#/trackingType'],
    [{ barcodes: [{ value: 'ok' }, { value: '4600000000000', type: 'Ean13' }] }, '#/barcodes/1/value'],
    [{ futurePrices: [{ priceTypeId: newId(), value: 1, startsAt: SOON }] }, '#/futurePrices/0/priceTypeId'],
  ])('refuses the product %o', async (body, pointer) => {
    const answer = await shop.api.post(BASE, { name: 'Tea', ...body })
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer])
  })

  it("refuses another organization's supplier", async () => {
    const other = await signUp(door)
    const supplierId = (await other.api.post('/api/catalog/counterparties', { name: 'Farm' })).body.id
    expect((await shop.api.post(BASE, { name: 'Tea', supplierId })).status).toBe(400)
  })

  it('assigns an external code when the request has none, and keeps it in later changes', async () => {
    const made = await create({ externalCode: '' })
    expect(made.externalCode).toEqual(expect.any(String))
    const changed = await shop.api.put(`${BASE}/${made.id}`, { name: 'Tea', version: 1 })
    expect(changed.body.externalCode).toBe(made.externalCode)
  })

  it('applies the VAT rate of the nearest group with a rate to products that use the group rate', async () => {
    const top = await createGroup({ vatRate: 10, useParentVat: false })
    const below = await createGroup({ parentId: top, useParentVat: true })
    const rates = async (body: object) => {
      const { vatRate, useGroupVat, effectiveVatRate } = await create({ ...body, productGroupId: below })
      return [vatRate, useGroupVat, effectiveVatRate]
    }
    expect(await rates({})).toEqual([null, true, 10])
    expect(await rates({ vatRate: 5 })).toEqual([5, false, 5])
    expect(await rates({ vatRate: 5, useGroupVat: true })).toEqual([5, true, 10])
    expect(await rates({ useGroupVat: false })).toEqual([null, false, null])
  })

  it('accepts an invalid stored barcode only while the product keeps it', async () => {
    const made = await create({ barcodes: [{ value: 'odd' }] })
    await using database = openDatabase(door)
    await database.db.transact(shop.organizationId, (tx) =>
      tx.execute(`UPDATE product_barcodes SET value = '4600000000000', type = 'Ean13' WHERE value = 'odd'`),
    )
    const bad = { value: '4600000000000', type: 'Ean13' }
    const put = (barcodes: unknown[], version: number) =>
      shop.api.put(`${BASE}/${made.id}`, { name: 'Tea', version, barcodes })
    expect((await put([{ value: 'new' }, bad], 1)).body.barcodes).toContainEqual(bad)
    expect((await put([{ value: '4600000000017', type: 'Ean13' }], 2)).status).toBe(400)
    await put([], 2)
    expect((await put([bad], 3)).body.errors[0].pointer).toBe('#/barcodes/0/value')
  })

  describe('codes assigned by the hub', () => {
    it('generates the next free internal EAN-13', async () => {
      const of = await signUp(door)
      const taken = { value: '2000000000022', type: 'Ean13' }
      const first = await create({ generateBarcode: true, barcodes: [taken] }, of)
      expect(first.barcodes).toEqual([taken, { value: '2000000000015', type: 'Ean13' }])
      const added = await of.api.post(`${BASE}/${first.id}/barcodes/generate`)
      expect(added.body).toMatchObject({ version: 2, barcodes: [{}, {}, { value: '2000000000039' }] })
      const foreign = await shop.api.post(`${BASE}/${first.id}/barcodes/generate`)
      expect(foreign.status).toBe(404)
      const storekeeper = await hire(door, of, 'Storekeeper')
      expect((await storekeeper.post(`${BASE}/${first.id}/barcodes/generate`)).status).toBe(403)
    })

    it('generates a barcode that differs from the one in the request', async () => {
      const requested = { value: '2000000000015', type: 'Ean13' }
      const made = await create({ generateBarcode: true, barcodes: [requested] }, await signUp(door))
      expect(made.barcodes).toEqual([requested, { value: '2000000000022', type: 'Ean13' }])
    })

    it('reuses a generated barcode when its request was refused', async () => {
      const of = await signUp(door)
      await create({ code: 'TAKEN', generateBarcode: true }, of)
      expect((await of.api.post(BASE, { name: 'Tea', code: 'TAKEN', generateBarcode: true })).status).toBe(
        409,
      )
      const next = await create({ generateBarcode: true }, of)
      expect(next.barcodes[0].value).toBe('2000000000022')
    })

    it('generates the next free weight code', async () => {
      const of = await signUp(door)
      const weighed = (body: object) => create({ isWeighed: true, ...body }, of)
      await weighed({ weightCode: '00002' })
      const codes = [await weighed({ generateWeightCode: true }), await weighed({ generateWeightCode: true })]
      expect(codes.map(({ weightCode }) => weightCode)).toEqual(['1', '3'])
    })
  })

  describe('future prices', () => {
    const patch = (id: string, body: object) => shop.api.patch(`${BASE}/${id}/price`, body)
    /** Moves the start of all future prices into the past. */
    const makeDue = async (of: Organization) => {
      await using database = openDatabase(door)
      await database.db.transact(of.organizationId, (tx) =>
        tx.update(futurePrices).set({ startsAt: sql`${futurePrices.startsAt} - interval '1000 years'` }),
      )
    }
    const apply = async (of: Organization) => {
      await using database = openDatabase(door)
      await applyDuePrices(database.db, of.organizationId)
    }

    it('adds a future price, replaces one with the same start, and refuses invalid prices', async () => {
      const made = await create({ retailPrice: 5, minPrice: 3 })
      const answer = await patch(made.id, { retailPrice: 7, startsAt: SOON })
      expect(answer.body).toMatchObject({
        retailPrice: 5,
        version: 2,
        futurePrices: [{ priceTypeId: shop.priceTypeId, value: 7, startsAt: SOON }],
      })
      await patch(made.id, { retailPrice: 8, startsAt: SOON })
      await patch(made.id, { retailPrice: 9, startsAt: LATER })
      expect((await read(made.id)).futurePrices.map(({ value }: { value: number }) => value)).toEqual([8, 9])
      for (const [body, pointer] of [
        [{ retailPrice: 7, startsAt: '2001-01-01T00:00:00Z' }, '#/startsAt'],
        [{ retailPrice: 2, startsAt: SOON }, '#/retailPrice'],
        [{ retailPrice: 7, priceTypeId: newId() }, '#/priceTypeId'],
      ] as const) {
        const refused = await patch(made.id, body)
        expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer])
      }
    })

    it('sets a price of another price type', async () => {
      const priceTypeId = (await shop.api.post('/api/catalog/price-types', { name: newId() })).body.id
      const made = await create({ retailPrice: 5 })
      const changed = await patch(made.id, { retailPrice: 4, priceTypeId })
      expect(changed.body).toMatchObject({
        retailPrice: 5,
        prices: expect.arrayContaining([{ priceTypeId, value: 4 }]),
      })
    })

    it('keeps one future price per price type and start time', async () => {
      const priceTypeId = (await shop.api.post('/api/catalog/price-types', { name: newId() })).body.id
      const made = await create({ retailPrice: 5 })
      await patch(made.id, { retailPrice: 7, startsAt: SOON })
      await patch(made.id, { retailPrice: 6, startsAt: SOON, priceTypeId })
      const values = (await read(made.id)).futurePrices.map(({ value }: { value: number }) => value)
      expect(values.sort()).toEqual([6, 7])
    })

    it('allows at most 20 future prices per product', async () => {
      const at = (day: number) => new Date(Date.UTC(2999, 0, day)).toISOString()
      const list = (length: number) =>
        Array.from({ length }, (_, index) => ({
          priceTypeId: shop.priceTypeId,
          value: 1,
          startsAt: at(index + 1),
        }))
      const made = await create({ futurePrices: list(20) })
      expect((await patch(made.id, { retailPrice: 1, startsAt: at(30) })).status).toBe(400)
      expect((await shop.api.post(BASE, { name: 'Tea', futurePrices: list(21) })).status).toBe(400)
      const twice = [...list(1), ...list(1)]
      expect((await shop.api.post(BASE, { name: 'Tea', futurePrices: twice })).status).toBe(400)
    })

    it('applies a due price exactly once and sends it to the tills', async () => {
      const of = await signUp(door)
      const made = await create({ retailPrice: 5 }, of)
      const untouched = await create({ retailPrice: 5 }, of)
      await of.api.patch(`${BASE}/${made.id}/price`, { retailPrice: 7, startsAt: SOON })
      await apply(of)
      expect((await of.api.get(`${BASE}/${made.id}`)).body).toMatchObject({ retailPrice: 5, version: 2 })
      await makeDue(of)
      const device = await enrolDevice(door, of)
      const { cursor } = (await device.download()).footer
      await Promise.all([apply(of), apply(of), apply(of)])
      expect((await of.api.get(`${BASE}/${made.id}`)).body).toMatchObject({
        retailPrice: 7,
        futurePrices: [],
        version: 3,
      })
      expect((await of.api.get(`${BASE}/${untouched.id}`)).body).toEqual(untouched)
      const { lines } = await device.download(`?cursor=${cursor}`)
      expect(lines).toEqual([
        expect.objectContaining({ id: made.id, v: expect.objectContaining({ price: 7 }) }),
      ])
    })

    it('applies the latest of several due prices', async () => {
      const of = await signUp(door)
      const priceTypeId = (await of.api.post('/api/catalog/price-types', { name: 'Wholesale' })).body.id
      const coming = (value: number, startsAt: string, ofType = of.priceTypeId) => ({
        priceTypeId: ofType,
        value,
        startsAt,
      })
      const two = await create({ retailPrice: 5, futurePrices: [coming(9, SOON), coming(7, LATER)] }, of)
      const other = await create({ futurePrices: [coming(6, LATER), coming(4, SOON, priceTypeId)] }, of)
      await makeDue(of)
      await apply(of)
      const now = async (id: string) => (await of.api.get(`${BASE}/${id}`)).body
      expect(await now(two.id)).toMatchObject({ retailPrice: 7, futurePrices: [], version: 2 })
      const values = new Map<string, number>()
      for (const price of (await now(other.id)).prices) values.set(price.priceTypeId, price.value)
      expect([values.get(of.priceTypeId), values.get(priceTypeId)]).toEqual([6, 4])
    })

    it('keeps a price set after the start of a future price', async () => {
      const of = await signUp(door)
      const made = await create(
        { futurePrices: [{ priceTypeId: of.priceTypeId, value: 9, startsAt: SOON }] },
        of,
      )
      await makeDue(of)
      await of.api.patch(`${BASE}/${made.id}/price`, { retailPrice: 4 })
      await apply(of)
      expect((await of.api.get(`${BASE}/${made.id}`)).body).toMatchObject({
        retailPrice: 4,
        futurePrices: [],
      })
    })
  })

  it('refuses an indivisible unit at every endpoint while a fraction is in stock', async () => {
    const units = (await shop.api.get('/api/catalog/units-of-measure?pageSize=100')).body.items
    const unit = (code: string) => units.find((one: { code: string }) => one.code === code).id
    const [piece, kilogram] = [unit('796'), unit('166')]
    const made = await create({ unitOfMeasureId: kilogram, name: `Cheese ${newId().slice(-6)}` })
    const stocked = async (quantity: number) => {
      const lines = [{ productId: made.id, quantity, price: 1 }]
      const { body } = await shop.api.post('/api/inventory/enters', { storeId: shop.storeId, lines })
      expect((await shop.api.post(`/api/inventory/enters/${body.id}/post`)).status).toBe(200)
    }
    await stocked(1.234)
    const { version, name } = await read(made.id)
    const put = await shop.api.put(`${BASE}/${made.id}`, { version, name, unitOfMeasureId: piece })
    expect([put.status, put.body.code, put.body.errors?.[0].pointer]).toEqual([
      409,
      'in_use',
      '#/unitOfMeasureId',
    ])
    const changes = { unitOfMeasureId: piece }
    const bulk = await shop.api.post(`${BASE}/bulk-update`, { ids: [made.id], changes })
    expect([bulk.status, bulk.body.errors?.[0]]).toMatchObject([409, { productId: made.id }])
    const set = await shop.api.post('/api/change-sets', { kind: 'products', ids: [made.id], changes })
    const rows = (await shop.api.get(`/api/change-sets/${set.body.id}/rows`)).body.items
    expect(rows[0]).toMatchObject({ outcome: 'Refused', refusal: { code: 'parts_in_stock' } })
    const imported = await sendCsv(shop.api, OWN, `Name;Code;Unit\n${name};${made.code};шт\n`)
    expect(JSON.stringify(imported.body)).toContain('parts_in_stock')
    expect((await read(made.id)).unitOfMeasureId).toBe(kilogram)
    await stocked(0.766)
    const whole = await shop.api.put(`${BASE}/${made.id}`, { version, name, unitOfMeasureId: piece })
    expect(whole.status, JSON.stringify(whole.body)).toBe(200)
  })

  describe('calculating the retail price from the cost', () => {
    const recalculate = (id: string, client = shop.api) => client.post(`${BASE}/${id}/recalc-retail`)

    it('applies the markup of the nearest group that has one', async () => {
      const top = await createGroup({ markup: 0.25 })
      const productGroupId = await createGroup({ parentId: top })
      const made = await create({ cost: 80.01, productGroupId, retailPrice: 5 })
      const answer = await recalculate(made.id)
      expect([answer.status, answer.body.retailPrice, answer.body.version]).toEqual([200, 101, 2])
    })

    it('rounds the cost up when no group has a markup', async () => {
      expect((await recalculate((await create({ cost: 80.01 })).id)).body.retailPrice).toBe(81)
    })

    it('refuses a product without a cost and a result below the minimum price', async () => {
      const free = await create({ retailPrice: 5 })
      const refused = await recalculate(free.id)
      expect([refused.status, refused.body.code]).toEqual([409, 'no_cost'])
      expect(await read(free.id)).toEqual(free)
      const answer = await recalculate((await create({ cost: 5, minPrice: 6 })).id)
      expect([answer.status, answer.body.code]).toEqual([400, 'price_too_small'])
    })

    it('requires the permission to recalculate a price', async () => {
      const made = await create({ cost: 5 })
      expect((await recalculate(made.id, await hire(door, shop, 'Storekeeper'))).status).toBe(403)
      expect((await recalculate(made.id, (await signUp(door)).api)).status).toBe(404)
      expect((await recalculate(made.id, shop.api.with({ Authorization: '' }))).status).toBe(401)
    })
  })
})
