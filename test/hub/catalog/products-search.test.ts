import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

const BASE = '/api/catalog/products'

describe('product search', () => {
  const door = useHub()

  const fill = async (shop: Organization, products: Record<string, unknown>[]) => {
    for (const body of products) {
      const made = await shop.api.post(BASE, body)
      expect(made.status, JSON.stringify(made.body)).toBe(201)
    }
  }
  const names = (answer: { body: { items: { name: string }[] } }) =>
    answer.body.items.map((item) => item.name)

  describe('quick search', () => {
    let shop: Organization
    beforeAll(async () => {
      shop = await signUp(door)
      await fill(shop, [
        { name: 'Молоко «Ёлочка» 3,2 %', code: 'M-77', barcodes: [{ value: '4600000000001' }] },
        { name: 'Шоколад молочный', article: 'ШОК 7' },
        { name: 'Шоколад молочный, старый', isArchived: true },
        { name: 'Сок яблочный 1л' },
        { name: 'Milk 1l' },
        { name: 'Cheese by weight', isWeighed: true, weightCode: '12345', retailPrice: 10 },
      ])
    })
    const search = async (query: string, client: ApiClient = shop.api) =>
      names(await client.get(`${BASE}/quick-search?query=${encodeURIComponent(query)}`))

    it('looks up each text of a pasted table column separately', async () => {
      await fill(shop, [
        { name: 'Twin', code: 'T-1' },
        { name: 'twin', code: 'T-2' },
      ])
      const lookUp = (texts: unknown, client = shop.api) => client.post(`${BASE}/look-up`, { texts })
      const texts = [
        '4600000000001',
        'm-77',
        'ШОК 7',
        'MILK 1L',
        'milk',
        'Шоколад молочный, старый',
        'Twin',
        't-2',
      ]
      const { body } = await lookUp([...texts, 'm-77'])
      const milk = 'Молоко «Ёлочка» 3,2 %'
      expect(body.items.map((item: { name: string } | null) => item?.name ?? null)).toEqual([
        milk,
        milk,
        'Шоколад молочный',
        'Milk 1l',
        null,
        null,
        null,
        'twin',
        milk,
      ])
      expect((await lookUp(['m-77'], (await signUp(door)).api)).body).toEqual({ items: [null] })
      for (const wrong of [[], [''], 'm-77', Array.from({ length: 501 }, () => 'x')])
        expect((await lookUp(wrong)).body.errors[0].pointer).toMatch(/^#\/texts/)
    })

    it.each([
      ['m-77', 'Молоко «Ёлочка» 3,2 %', 'a code in lower case'],
      ['шок 7', 'Шоколад молочный', 'an article'],
      ['4600000000001', 'Молоко «Ёлочка» 3,2 %', 'a barcode'],
      ['елочка мол', 'Молоко «Ёлочка» 3,2 %', 'beginnings of words in any order'],
      ['3.2', 'Молоко «Ёлочка» 3,2 %', 'a number with a decimal point'],
      ['vjkjrj', 'Молоко «Ёлочка» 3,2 %', 'Russian typed with English keys'],
      ['ьшдл', 'Milk 1l', 'English typed with Russian keys'],
      ['шокалад', 'Шоколад молочный', 'a wrong letter'],
      ['яблочынй сок', 'Сок яблочный 1л', 'swapped letters'],
      ['ijrfkfl', 'Шоколад молочный', 'a typing error in the wrong keyboard layout'],
    ])('answers the query %s with %s: %s', async (query, name) => expect(await search(query)).toEqual([name]))

    it.each(['%', "'", '\\', '_', '((', 'xyzzyq', 'старый'])('finds no product for %s', async (query) =>
      expect(await search(query)).toEqual([]),
    )

    it('finds a weighed product by its scale label', async () => {
      const answer = await shop.api.get(`${BASE}/quick-search?query=2112345015002`)
      expect(answer.body.items).toEqual([
        expect.objectContaining({ name: 'Cheese by weight', quantity: 1.5 }),
      ])
    })

    it('finds no products of another organization', async () => {
      const other = await signUp(door)
      for (const query of ['молоко', 'm-77', 'шокалад', '4600000000001', '2112345015002'])
        expect(await search(query, other.api)).toEqual([])
    })

    it('ranks names that begin with the first typed word above other matches', async () => {
      const other = await signUp(door)
      await fill(other, [
        { name: 'Honey with tea' },
        { name: 'Tea, black' },
        { name: 'Tea with honey 2' },
        { name: 'Tea with honey 1' },
        { name: 'Tea with honey, old', isArchived: true },
      ])
      expect(await search('tea hon', other.api)).toEqual([
        'Tea with honey 1',
        'Tea with honey 2',
        'Honey with tea',
      ])
      const few = await other.api.get(`${BASE}/quick-search?query=tea%20hon&limit=1`)
      expect(names(few)).toEqual(['Tea with honey 1'])
    })

    it('finds a product by its new name immediately after renaming', async () => {
      const made = await shop.api.post(BASE, { name: 'Anonymous' })
      await shop.api.put(`${BASE}/${made.body.id}`, { name: 'Кефир', version: 1 })
      expect(await search('кифир')).toEqual(['Кефир'])
      expect(await search('anonymous')).toEqual([])
    })

    it('requires the permission for quick search', async () => {
      expect((await (await hire(door, shop, 'Cashier')).get(`${BASE}/quick-search?query=a`)).status).toBe(403)
    })
  })

  describe('lookup by barcode', () => {
    it('finds a weighed product and its weight by a scale label', async () => {
      const shop = await signUp(door)
      await fill(shop, [{ name: 'Cheese', isWeighed: true, weightCode: '00042' }])
      const found = await shop.api.get(`${BASE}/by-barcode/2100042000018`)
      expect(found.body).toMatchObject({ name: 'Cheese', weightCode: '42', quantity: 0.001 })
      expect((await shop.api.get(`${BASE}/by-barcode/2100043000017`)).status).toBe(404)
      expect((await (await signUp(door)).api.get(`${BASE}/by-barcode/2100042000018`)).status).toBe(404)
    })

    it('prefers an exact barcode to a scale label', async () => {
      const shop = await signUp(door)
      await fill(shop, [
        { name: 'Cheese', isWeighed: true, weightCode: '42' },
        { name: 'Parcel', barcodes: [{ value: '2100042000018', type: 'Ean13' }] },
      ])
      const found = await shop.api.get(`${BASE}/by-barcode/2100042000018`)
      expect(found.body.name).toBe('Parcel')
      expect(found.body).not.toHaveProperty('quantity')
    })
  })

  describe('duplicate barcodes', () => {
    it('lists duplicate barcodes with their products, page by page', async () => {
      const shop = await signUp(door)
      const having = (name: string, ...values: string[]) => ({
        name,
        barcodes: values.map((value) => ({ value })),
      })
      await fill(shop, [
        having('A', '1', '2', '3'),
        having('B', '2'),
        having('C', '3', '2'),
        having('D', '9'),
      ])
      const list = async (query = '', client = shop.api) =>
        (await client.get(`${BASE}/barcode-duplicates${query}`)).body
      expect(await list()).toMatchObject({ total: 2, page: 1 })
      expect(
        (await list()).items.map((item: { value: string; products: { name: string }[] }) => [
          item.value,
          item.products.map((product) => product.name),
        ]),
      ).toEqual([
        ['2', ['A', 'B', 'C']],
        ['3', ['A', 'C']],
      ])
      expect(await list('?page=2&pageSize=1')).toMatchObject({ total: 2, items: [{ value: '3' }] })
      expect(await list('?page=9')).toMatchObject({ total: 2, items: [] })
      expect(await list('', (await signUp(door)).api)).toMatchObject({ total: 0, items: [] })
    })
  })

  describe('the product list', () => {
    let shop: Organization
    let group: string
    let supplier: string
    beforeAll(async () => {
      shop = await signUp(door)
      group = (await shop.api.post('/api/catalog/product-groups', { name: 'Drinks' })).body.id
      supplier = (await shop.api.post('/api/catalog/counterparties', { name: 'Farm' })).body.id
      await fill(shop, [
        {
          name: 'Ale',
          retailPrice: 30,
          cost: 3,
          kind: 'Service',
          trackingType: 'Beer',
          productGroupId: group,
        },
        { name: 'Bun', retailPrice: 10, cost: 9, barcodes: [{ value: '777123' }], minStock: 5 },
        { name: 'Cod', cost: 6, isWeighed: true, supplierId: supplier, article: 'F 1' },
        {
          name: 'Dip',
          retailPrice: 20,
          isArchived: true,
          minStockByStore: [{ storeId: shop.storeId, minStock: 1 }],
        },
      ])
    })
    const list = async (query: string) => names(await shop.api.get(`${BASE}?${query}`)).join(' ')

    it.each([
      ['kind=Service', 'Ale'],
      ['trackingType=Beer', 'Ale'],
      ['isWeighed=true', 'Cod'],
      ['isArchived=true', 'Dip'],
      ['isArchived=false&hasBarcode=false', 'Ale Cod'],
      ['hasBarcode=true', 'Bun'],
      ['priceFrom=10&priceTo=20', 'Bun Dip'],
      ['priceFrom=20.01', 'Ale'],
      ['belowMinStock=true', 'Bun Dip'],
      ['belowMinStock=false', 'Ale Cod'],
      ['updatedSince=2999-01-01T00:00:00Z', ''],
      ['updatedSince=2001-01-01T00:00:00Z&kind=Good', 'Bun Cod Dip'],
      ['search=777', 'Bun'],
      ['search=f%201', 'Cod'],
      ['search=%25', ''],
      ['search=d&kind=Good', ''],
      ['search=di', 'Dip'],
      ['sort=-name', 'Dip Cod Bun Ale'],
      ['sort=retailPrice', 'Bun Dip Ale Cod'],
      ['sort=-retailPrice', 'Ale Dip Bun Cod'],
      ['sort=retailPrice&isArchived=false', 'Bun Ale Cod'],
      ['sort=-retailPrice&pageSize=2&page=2', 'Bun Cod'],
      ['sort=retailPrice&pageSize=1&page=4', 'Cod'],
      ['sort=retailPrice&pageSize=1&page=5', ''],
      ['sort=kind', undefined],
      ['sort=-cost', 'Bun Cod Ale Dip'],
      ['sort=kind,name', undefined],
    ])('answers the query %s with the list %s', async (query, expected) => {
      if (expected !== undefined) return expect(await list(query)).toBe(expected)
      expect((await shop.api.get(`${BASE}?${query}`)).status).toBe(400)
    })

    it('filters products by group and by supplier', async () => {
      expect(await list(`productGroupId=${group}`)).toBe('Ale')
      expect(await list(`supplierId=${supplier}`)).toBe('Cod')
    })

    it('returns exact totals for a short list', async () => {
      for (const query of ['', '?exactTotal=true', '?search=bun&exactTotal=true'])
        expect((await shop.api.get(BASE + query)).body).toMatchObject({
          total: query.includes('search') ? 1 : 4,
          isTotalExact: true,
        })
    })

    it('refuses to sort by cost for users who may not see costs', async () => {
      const answer = await (await hire(door, shop, 'Storekeeper')).get(`${BASE}?sort=name,-cost`)
      expect([answer.status, answer.body.permission]).toEqual([403, 'costs.view'])
    })

    it.each(['priceFrom=-1', 'isArchived=maybe', 'updatedSince=yesterday', 'kind=Thing', 'priceTo=0.001'])(
      'refuses the query %s',
      async (query) => {
        const answer = await shop.api.get(`${BASE}?${query}`)
        expect([answer.status, answer.body.errors[0].pointer]).toEqual([
          400,
          `#/query/${query.split('=')[0]}`,
        ])
      },
    )

    describe('the product list as a file', () => {
      const file = async (query: string, client = shop.api) => {
        const answer = await client.raw(`${BASE}/export?${query}`)
        expect(answer.status).toBe(200)
        return (await answer.text()).replace('\ufeff', '').trim().split('\r\n')
      }

      it('exports the filtered products with the columns that an import reads', async () => {
        const [header, ...rows] = await file('language=en&isArchived=false')
        expect(header).toMatch(
          /^Name,Code,Article,External code,Group,Unit,Barcodes,Cost,Retail price,Min price,VAT/,
        )
        expect(rows.map((row) => row.split(',')[0]).sort()).toEqual(['Ale', 'Bun', 'Cod'])
        expect(rows.find((row) => row.startsWith('Ale'))).toMatch(/^Ale,"=""00001""",,[^,]+,Drinks,шт,,3,30,/)
        expect((await file('language=ru'))[0]).toContain('Наименование;Код;Артикул;Внешний код;Группы')
      })

      it('exports costs only for users who may see them', async () => {
        const [header] = await file('language=en', await hire(door, shop, 'Storekeeper'))
        expect(header).not.toContain('Cost')
      })

      it('exports an XLSX workbook on request', async () => {
        const answer = await shop.api.raw(`${BASE}/export?format=xlsx&search=bun`)
        expect(answer.headers.get('Content-Type')).toContain('spreadsheetml')
        expect(
          Buffer.from(await answer.arrayBuffer())
            .subarray(0, 2)
            .toString(),
        ).toBe('PK')
      })

      it('requires the permission to export products', async () => {
        expect((await (await hire(door, shop, 'Cashier')).get(`${BASE}/export`)).status).toBe(403)
        expect(await file('language=en', (await signUp(door)).api)).toHaveLength(1)
      })
    })
  })
})
