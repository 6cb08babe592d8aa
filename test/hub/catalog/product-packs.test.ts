import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { TillReplica } from '../pos/till-replica.ts'
import { byCode, OWN, sendCsv } from './imports.ts'

const PRODUCTS = '/api/catalog/products'
const BOX = '14600000000012'

describe('product packs', () => {
  const door = useHub()
  let shop: Organization
  let units: Map<string, string>
  beforeAll(async () => {
    shop = await signUp(door)
    units = await unitsOf(shop)
  })

  async function unitsOf({ api }: Organization): Promise<Map<string, string>> {
    const { items } = (await api.get('/api/catalog/units-of-measure?pageSize=100')).body
    return new Map(items.map(({ name, id }: { name: string; id: string }) => [name, id]))
  }
  const unit = (name: string): string => units.get(name) ?? name
  const box = (quantity = 12, barcode: string | null = null) => ({ uomId: unit('упак'), quantity, barcode })
  const make = (values: object) => shop.api.post(PRODUCTS, { name: 'Juice', ...values })

  it('replaces the packs of a product as a list, and keeps them when the request omits them', async () => {
    const made = (await make({ packs: [box(12, 'BOX-1'), { uomId: unit('кг'), quantity: 0.5 }] })).body
    const packs = [box(12, 'BOX-1'), { uomId: unit('кг'), quantity: 0.5, barcode: null }]
    expect(made.packs).toEqual(packs)
    const path = `${PRODUCTS}/${made.id}`
    const renamed = (await shop.api.put(path, { name: 'Fresh juice', version: 1 })).body
    expect(renamed).toMatchObject({ name: 'Fresh juice', packs })
    const fewer = await shop.api.put(path, { name: 'Juice', version: 2, packs: [box(6)] })
    expect(fewer.body.packs).toEqual([box(6)])
    expect((await shop.api.put(path, { name: 'Juice', version: 3, packs: [] })).body.packs).toEqual([])
  })

  it.each<[string, () => object, string]>([
    ['in the unit of the product', () => ({ packs: [{ ...box(), uomId: unit('шт') }] }), '#/packs/0/uomId'],
    [
      'in a unit that is not enabled',
      () => ({ packs: [{ ...box(), uomId: shop.storeId }] }),
      '#/packs/0/uomId',
    ],
    ['with a quantity of 0', () => ({ packs: [box(0)] }), '#/packs/0/quantity'],
    ['with a negative quantity', () => ({ packs: [box(-1)] }), '#/packs/0/quantity'],
    ['with the same unit twice', () => ({ packs: [box(6), box(12)] }), '#/packs'],
    ['of a service', () => ({ kind: 'Service', packs: [box()] }), '#/packs'],
    ['of weighed goods', () => ({ isWeighed: true, packs: [box()] }), '#/packs'],
    [
      'with a barcode of the product',
      () => ({ barcodes: [{ value: 'own' }], packs: [box(6, 'own')] }),
      '#/packs/0/barcode',
    ],
    [
      'with the same barcode twice',
      () => ({ packs: [box(6, 'same'), { uomId: unit('кг'), quantity: 1, barcode: 'same' }] }),
      '#/packs',
    ],
  ])('refuses packs %s and names the field', async (_, values, pointer) => {
    const { status, body } = await make(values())
    expect([status, body.errors[0].pointer]).toEqual([400, pointer])
  })

  it('refuses changes of a product that conflict with its packs', async () => {
    const { id } = (await make({ packs: [box()] })).body
    const path = `${PRODUCTS}/${id}`
    const asService = await shop.api.put(path, { name: 'Juice', version: 1, kind: 'Service' })
    expect([asService.status, asService.body.errors[0].pointer]).toEqual([400, '#/packs'])
    const sameUnit = { name: 'Juice', version: 1, unitOfMeasureId: unit('упак') }
    expect((await shop.api.put(path, sameUnit)).status).toBe(400)
    expect((await shop.api.put(path, { ...sameUnit, packs: [] })).status).toBe(200)
  })

  it('finds a product by the barcode of its pack and returns the pack quantity', async () => {
    const { id } = (await make({ packs: [box(24, BOX)] })).body
    const { status, body } = await shop.api.get(`${PRODUCTS}/by-barcode/${BOX}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, quantity: 24, pack: box(24, BOX) })
    for (const typed of [BOX, BOX.slice(0, 6)]) {
      const { items } = (await shop.api.get(`${PRODUCTS}?search=${typed}`)).body
      expect(items.map((item: { id: string }) => item.id)).toEqual([id])
    }
    const elsewhere = await signUp(door)
    expect((await elsewhere.api.get(`${PRODUCTS}/by-barcode/${BOX}`)).status).toBe(404)
  })

  it('lists pack barcodes among the duplicates of product barcodes', async () => {
    const own = await signUp(door)
    const uomId = (await unitsOf(own)).get('упак')
    await createProduct(own, { name: 'Crate', barcodes: [{ value: 'TWICE' }] })
    await createProduct(own, { name: 'Beer', packs: [{ uomId, quantity: 20, barcode: 'TWICE' }] })
    const { body } = await own.api.get(`${PRODUCTS}/barcode-duplicates`)
    expect(body).toMatchObject({
      total: 1,
      items: [{ value: 'TWICE', products: [{ name: 'Beer' }, { name: 'Crate' }] }],
    })
    expect((await own.api.get(`${PRODUCTS}/by-barcode/TWICE`)).body.items).toHaveLength(2)
  })

  it('refuses the second of two concurrent changes of packs', async () => {
    const { id } = (await make({})).body
    const put = (quantity: number) =>
      shop.api.put(`${PRODUCTS}/${id}`, { name: 'Juice', version: 1, packs: [box(quantity)] })
    const statuses = (await Promise.all([put(6), put(12)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect((await shop.api.get(`${PRODUCTS}/${id}`)).body.packs).toHaveLength(1)
  })

  it('refuses to disable a unit that a pack uses', async () => {
    await make({ packs: [box()] })
    const { status, body } = await shop.api.delete(`/api/catalog/units-of-measure/${unit('упак')}/enable`)
    expect([status, body.code]).toEqual([409, 'in_use'])
  })

  it('sends a product to the tills when only its packs change', async () => {
    const own = await signUp(door)
    const uomId = (await unitsOf(own)).get('упак')
    const id = await createProduct(own, { name: 'Juice' })
    const till = new TillReplica(await enrolDevice(door, own))
    await till.sync()
    const packs = [{ uomId, quantity: 6, barcode: 'SIX' }]
    await own.api.put(`${PRODUCTS}/${id}`, { name: 'Juice', version: 1, packs })
    const { lines, footer } = await till.sync({ digest: 'true' })
    expect(lines).toMatchObject([{ t: 'product', id, v: { packs } }])
    expect(footer.digest).toEqual(till.digest())
    await till.expectComplete()
  })

  describe('packs in import files', () => {
    const FILE =
      'Наименование;Код;Упаковка: упак;Упаковка(ШК):упак:EAN8;Упаковка: кг\nСок;P1;12;46000013;0,5\nВода;P2;;;\n'

    it('imports packs, removes them for empty cells, and keeps them when their column is missing', async () => {
      const { api } = await signUp(door)
      const first = await sendCsv(api, OWN, FILE)
      expect(first.body).toMatchObject({ created: 2, errors: [] })
      const packsOf = async (code: string) =>
        (await byCode(api, code)).packs.map(
          ({ quantity, barcode }: { quantity: number; barcode: string }) => [quantity, barcode],
        )
      expect(await packsOf('P1')).toEqual([
        [12, '46000013'],
        [0.5, null],
      ])
      expect(await packsOf('P2')).toEqual([])
      expect((await sendCsv(api, OWN, FILE)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
      await sendCsv(api, OWN, 'Name;Code;Pack: упак\nСок;P1;6\nВода;P2;4\n')
      expect([await packsOf('P1'), await packsOf('P2')]).toEqual([
        [
          [6, null],
          [0.5, null],
        ],
        [[4, null]],
      ])
      await sendCsv(api, OWN, 'Name;Code;Pack: упак\nСок;P1;\n')
      expect(await packsOf('P1')).toEqual([[0.5, null]])
    })

    it.each([
      ['in an unknown unit', 'Pack: бочонок', '6', 'Pack: бочонок'],
      ['in the unit of the product', 'Pack: шт', '6', 'Pack: шт'],
      ['with a word as the quantity', 'Pack: упак', 'many', 'Pack: упак'],
      ['with a barcode and no quantity', 'Pack barcode: упак', '46000013', 'Pack barcode: упак'],
    ])('reports an import error for packs %s', async (_, header, cell, column) => {
      const { api } = await signUp(door)
      const { status, body } = await sendCsv(api, OWN, `Name;Code;${header}\nСок;P1;${cell}\n`)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain(header.startsWith('Pack: шт') ? 'unit of the product' : column)
    })

    it('leaves packs unchanged when an exported file is imported', async () => {
      const { api } = await signUp(door)
      await sendCsv(api, OWN, FILE)
      for (const language of ['en', 'ru']) {
        const { body } = await api.get(`${PRODUCTS}/export?format=csv&language=${language}`)
        expect(body).toContain('46000013')
        const again = await sendCsv(api, OWN, body)
        expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
      }
    })
  })
})
