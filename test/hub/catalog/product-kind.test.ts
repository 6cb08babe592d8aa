import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { products } from '#hub/db/tables/products.ts'
import { checkedBooks } from '#test/hub/documents/books.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'

const BASE = '/api/catalog/products'

describe('the kind of a product', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  const get = async (id: string) => (await shop.api.get(`${BASE}/${id}`)).body
  const change = async (id: string, fields: Record<string, unknown>) => {
    const { name, version } = await get(id)
    return shop.api.put(`${BASE}/${id}`, { name, version, ...fields })
  }
  const draft = (productId: string) =>
    shop.api.post('/api/inventory/enters', {
      storeId: shop.storeId,
      lines: [{ productId, quantity: 1, price: 5 }],
    })
  const importCsv = (text: string) =>
    shop.api
      .with({ 'Content-Type': 'text/csv' })
      .sendBytes(`${BASE}/import-csv`, new TextEncoder().encode(text))
  const REFUSED = [409, 'in_use', '#/kind']
  const refusal = ({ status, body }: Awaited<ReturnType<typeof change>>) => [
    status,
    body.code,
    body.errors?.[0].pointer,
  ]

  it('changes the kind of an unused product, and keeps the kind when the request omits it', async () => {
    const id = await createProduct(shop)
    await draft(await createProduct(shop))
    expect((await change(id, { kind: 'Service' })).status).toBe(200)
    expect((await change(id, {})).body.kind).toBe('Service')
  })

  it('refuses a change of kind when a draft document uses the product', async () => {
    const id = await createProduct(shop)
    const made = await draft(id)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(refusal(await change(id, { kind: 'Service' }))).toEqual(REFUSED)
    expect((await change(id, { kind: 'Good', description: 'fresh' })).body.description).toBe('fresh')
  })

  it('refuses a change of kind when a till has sold the product', async () => {
    const id = await createProduct(shop, { kind: 'Service' })
    const device = await enrolDevice(door, shop)
    await device.upload([device.item(saleBody(shop, [{ productId: id }]))])
    expect(refusal(await change(id, { kind: 'Good' }))).toEqual(REFUSED)
  })

  it('reports import rows that change the kind of a used product', async () => {
    const [used, unused] = [await createProduct(shop), await createProduct(shop)]
    await draft(used)
    const [a, b] = [await get(used), await get(unused)]
    const rows = (...products: { code: string; name: string }[]) =>
      ['code,name,kind', ...products.map(({ code, name }) => `${code},${name},Service`)].join('\n')
    const answer = await importCsv(rows(a, b))
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    expect(answer.body.errors).toMatchObject([{ row: 2, column: 'kind', value: 'Service' }])
    expect((await importCsv(rows(b))).body).toMatchObject({ updated: 1 })
    expect([(await get(used)).kind, (await get(unused)).kind]).toEqual(['Good', 'Service'])
  })

  it('refuses to create a bundle or to turn a product into one, but accepts existing bundles', async () => {
    const made = await shop.api.post(BASE, { name: 'Gift box', kind: 'Bundle' })
    expect(refusal(made)).toEqual([400, 'invalid_request', '#/kind'])
    const [id, old] = [await createProduct(shop), await createProduct(shop)]
    expect(refusal(await change(id, { kind: 'Bundle' }))).toEqual([400, 'invalid_request', '#/kind'])
    const { code, name } = await get(id)
    for (const row of [`${code},${name},Bundle`, `new-1,Gift box,Bundle`]) {
      const { body } = await importCsv(`code,name,kind\n${row}`)
      expect(body).toMatchObject({
        created: 0,
        updated: 0,
        warnings: [{ column: 'kind', code: 'new_bundle' }],
      })
    }
    expect((await get(id)).kind).toBe('Good')
    await using database = openDatabase(door)
    await database.db.transact(shop.organizationId, (tx) =>
      tx.update(products).set({ kind: 'Bundle' }).where(eq(products.id, old)),
    )
    expect((await change(old, { kind: 'Bundle', description: 'old' })).body).toMatchObject({ kind: 'Bundle' })
    const kept = await get(old)
    const again = await importCsv(`code,name,kind\n${kept.code},Older,Bundle`)
    expect(again.body, JSON.stringify(again.body)).toMatchObject({ updated: 1 })
  })

  it('keeps the books consistent when the kind changes during a sale', async () => {
    const device = await enrolDevice(door, shop)
    for (let round = 0; round < 4; round++) {
      const id = await createProduct(shop)
      const [changed, sold] = await Promise.all([
        change(id, { kind: 'Service' }),
        device.upload([device.item(saleBody(shop, [{ productId: id }]))]),
      ])
      expect([200, 409]).toContain(changed.status)
      expect(sold.status).toBe(200)
    }
    expect(await checkedBooks(door, shop)).toMatchObject({ findingsTotal: 0 })
  })
})
