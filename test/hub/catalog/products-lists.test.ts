import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'

const BASE = '/api/catalog/products'
/**
 * One more than the number of products that the hub counts and sorts exactly. Longer lists are paged by
 * walking an index.
 */
const MANY = 2_001

interface Listed {
  items: { name: string }[]
  total: number
  isTotalExact: boolean
}

describe('lists of more products than the hub counts', () => {
  const door = useHub()
  let shop: Organization
  const list = async (query: string): Promise<Listed> => {
    const answer = await shop.api.get(`${BASE}?pageSize=3&${query}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const names = async (query: string) => (await list(query)).items.map(({ name }) => name).join(' ')

  /**
   * Creates products named after their numbers, which are also their prices: P0001 costs 1. The last has no
   * price and no barcode, the second is archived, and only the third is in stock.
   */
  beforeAll(async () => {
    shop = await signUp(door)
    const numbers = `generate_series(1, ${MANY + 1}) i`
    const id = `('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid`
    const { organizationId, priceTypeId, storeId } = shop
    await using owner = await door.database.connect()
    await owner.query(`
      BEGIN; SET LOCAL app.organization_id = '${organizationId}';
      INSERT INTO products (organization_id, id, name, code, unit_of_measure_id, cost, min_stock,
        is_weighed, kind, is_discount_prohibited, is_archived)
      SELECT '${organizationId}', ${id}, 'P' || lpad(i::text, 4, '0') || ' thing', i::text,
        (SELECT unit_id FROM organization_units WHERE organization_id = '${organizationId}' LIMIT 1), 0,
        1000, false, 'Good', false, i = 2
      FROM ${numbers};
      INSERT INTO product_prices (organization_id, product_id, price_type_id, value)
      SELECT '${organizationId}', ${id}, '${priceTypeId}', i * 100 FROM ${numbers} WHERE i <= ${MANY};
      INSERT INTO product_barcodes (organization_id, product_id, value, type, position)
      SELECT '${organizationId}', ${id}, 'B' || i, 'Code128', 0 FROM ${numbers} WHERE i <= ${MANY};
      INSERT INTO stock_balances (organization_id, store_id, product_id, quantity, last_movement_at)
      SELECT '${organizationId}', '${storeId}', ${id}, 1000, now() FROM ${numbers} WHERE i = 3;
      SELECT feed_bump(); COMMIT`)
  })

  it.each([
    ['', 'P0001 P0002 P0003'],
    ['page=667', 'P1999 P2000 P2001'],
    ['page=668', 'P2002'],
    ['isArchived=false', 'P0001 P0003 P0004'],
    ['isArchived=false&sort=-name', 'P2002 P2001 P2000'],
    ['hasBarcode=true&sort=-name', 'P2001 P2000 P1999'],
    ['kind=Good&isArchived=false&page=2', 'P0005 P0006 P0007'],
    ['priceFrom=1', 'P0001 P0002 P0003'],
    ['priceFrom=1&isArchived=false', 'P0001 P0003 P0004'],
    ['priceFrom=1&sort=-retailPrice', 'P2001 P2000 P1999'],
    ['priceFrom=1&sort=retailPrice&page=668', ''],
    ['priceFrom=1&isArchived=true', 'P0002'],
    ['priceFrom=10&priceTo=20&isArchived=false', 'P0010 P0011 P0012'],
    ['priceFrom=1&belowMinStock=true&isArchived=false', 'P0001 P0004 P0005'],
    ['sort=-retailPrice', 'P2001 P2000 P1999'],
    ['sort=retailPrice&page=667', 'P1999 P2000 P2001'],
    ['sort=retailPrice&page=668', 'P2002'],
    ['sort=retailPrice,-name&page=668', 'P2002'],
    ['belowMinStock=true', 'P0001 P0002 P0004'],
    ['belowMinStock=true&isArchived=false&sort=-name', 'P2002 P2001 P2000'],
    ['belowMinStock=false', 'P0003'],
    ['hasBarcode=false', 'P2002'],
    ['search=thing&isArchived=true', 'P0002'],
    ['search=thing&priceFrom=100&sort=retailPrice', 'P0100 P0101 P0102'],
    ['search=thing&belowMinStock=true&isArchived=true&hasBarcode=true', 'P0002'],
    ['search=thing&belowMinStock=false', 'P0003'],
    ['search=B200', 'P0200 P2000 P2001'],
  ])('answers the query %s with the list %s', async (query, expected) => {
    expect((await names(query)).replaceAll(' thing', '')).toBe(expected)
  })

  it.each([
    ['', 2000, false],
    ['exactTotal=true', 2002, true],
    ['isArchived=false', 2000, false],
    ['isArchived=false&exactTotal=true', 2001, true],
    ['priceFrom=1', 2000, false],
    ['priceFrom=1&exactTotal=true', 2001, true],
    ['priceFrom=2', 2000, true],
    ['priceFrom=1&isArchived=false', 2000, true],
    ['belowMinStock=true', 2000, false],
    ['belowMinStock=true&isArchived=false', 2000, true],
    ['search=thing', 2000, false],
    ['search=thing&exactTotal=true', 2002, true],
    ['search=thing&isArchived=true', 1, false],
    ['search=B1', 1111, true],
  ])('answers the query %s with the total %i', async (query, total, isTotalExact) => {
    expect(await list(query)).toMatchObject({ total, isTotalExact })
  })

  it('lists a product as without barcodes only while it has none', async () => {
    const other = await signUp(door)
    const save = async (version: number, barcodes: { value: string }[]) =>
      expect((await other.api.put(`${BASE}/${made.id}`, { name: 'Tea', version, barcodes })).status).toBe(200)
    const made = (await other.api.post(BASE, { name: 'Tea' })).body
    expect(await bareOf(other)).toEqual(['Tea'])
    await save(1, [{ value: '1' }, { value: '2' }])
    expect(await bareOf(other)).toEqual([])
    await save(2, [{ value: '2' }])
    expect(await bareOf(other)).toEqual([])
    await save(3, [])
    expect(await bareOf(other)).toEqual(['Tea'])
    await other.api.post(`${BASE}/${made.id}/barcodes/generate`)
    expect(await bareOf(other)).toEqual([])
  })

  it('compares the minimum stock of a product with its stock in all stores together', async () => {
    const other = await signUp(door)
    const store = (await other.api.post('/api/catalog/stores', { name: 'Two' })).body.id
    const { body: made } = await other.api.post(BASE, { name: 'Tea', minStock: 5 })
    const receive = async (storeId: string, quantity: number) => {
      const lines = [{ productId: made.id, quantity, price: 1 }]
      const { body } = await other.api.post('/api/inventory/enters', { storeId, lines })
      await other.api.post(`/api/inventory/enters/${body.id}/post`)
      return (await other.api.get(`${BASE}?belowMinStock=true`)).body.total
    }
    expect([await receive(other.storeId, 3), await receive(store, 2)]).toEqual([1, 0])
  })

  it('lists a product in its group and in every group above', async () => {
    const other = await signUp(door)
    let parentId: string | null = null
    const groups: string[] = []
    for (const name of ['Food', 'Drinks', 'Tea', 'Green']) {
      const made = await other.api.post('/api/catalog/product-groups', { name, parentId })
      parentId = made.body.id as string
      groups.push(parentId)
    }
    await other.api.post(BASE, { name: 'Sencha', productGroupId: parentId })
    const totals = groups.map(async (id) => (await other.api.get(`${BASE}?productGroupId=${id}`)).body.total)
    expect(await Promise.all(totals)).toEqual([1, 1, 1, 1])
  })

  it('keeps barcodes in the order of the last request', async () => {
    const other = await signUp(door)
    const values = (body: { barcodes: { value: string }[] }) => body.barcodes.map(({ value }) => value)
    const made = await other.api.post(BASE, { name: 'Tea', barcodes: [{ value: '1' }, { value: '2' }] })
    const saved = await other.api.put(`${BASE}/${made.body.id}`, {
      name: 'Tea',
      version: 1,
      barcodes: [{ value: '2' }, { value: '3' }, { value: '1' }],
    })
    expect(values(saved.body)).toEqual(['2', '3', '1'])
  })

  it('updates the list of products without barcodes after an import', async () => {
    const other = await signUp(door)
    expect(await importCsv(other.api, 'Name,Code,Barcodes\r\nTea,1,K-1\r\nSalt,2,')).toBe(200)
    expect(await bareOf(other)).toEqual(['Salt'])
    expect(await importCsv(other.api, 'Name,Code,Barcodes\r\nTea,1,K-3\r\nSalt,2,K-2')).toBe(200)
    expect(await bareOf(other)).toEqual([])
  })
})

async function bareOf({ api }: Organization): Promise<string[]> {
  const { body } = await api.get(`${BASE}?hasBarcode=false`)
  return body.items.map((item: { name: string }) => item.name)
}

async function importCsv(api: ApiClient, content: string): Promise<number> {
  const form = new FormData()
  form.append('file', new File([content], 'products.csv'))
  const request = new Request('http://hub', { method: 'POST', body: form })
  const type = request.headers.get('Content-Type') ?? ''
  const body = new Uint8Array(await request.arrayBuffer())
  return (await api.with({ 'Content-Type': type }).sendBytes(`${BASE}/import-csv`, body)).status
}
