import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { counterparties } from '#hub/db/tables/catalog.ts'
import { newId } from '#shared/std/ids.ts'
import { createProduct } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, openDatabase } from '#test/support/people.ts'

const BASE = '/api/catalog/counterparties'

describe('counterparties', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  const create = async (body: Record<string, unknown>, of = shop) => {
    const answer = await of.api.post(BASE, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const names = async (query: string, of = shop): Promise<string[]> =>
    (await of.api.get(`${BASE}?${query}`)).body.items.map((item: { name: string }) => item.name)

  it('makes a counterparty supplier and customer by default', async () => {
    expect(await create({ name: 'Plain' })).toMatchObject({
      kind: 'LegalEntity',
      isSupplier: true,
      isCustomer: true,
      taxId: null,
      bankAccounts: [],
      tags: [],
      isSystem: false,
      isArchived: false,
    })
  })

  it('lists counterparties by ids and only those of the organization', async () => {
    const own = await signUp(door)
    const made = [await create({ name: 'One' }, own), await create({ name: 'Two' }, own)]
    await create({ name: 'Three' }, own)
    const foreign = await create({ name: 'Foreign' })
    const ids = [...made, foreign].map(({ id }) => id).join(',')
    expect(await names(`ids=${ids}`, own)).toEqual(['One', 'Two'])
    expect((await own.api.get(`${BASE}?ids=x`)).status).toBe(400)
  })

  it('calculates sales to a counterparty and its debt from posted documents and receipts', async () => {
    const own = await signUp(door)
    const { storeId } = own
    const party = await create({ name: 'Both' }, own)
    const other = await create({ name: 'Other' }, own)
    const productId = await createProduct(own, { cost: 10 })
    const write = async (path: string, body: object, quantity: number, price: number, isPosted = true) => {
      const lines = [{ productId, quantity, price }]
      const made = (await own.api.post(path, { storeId, lines, ...body })).body
      if (isPosted) expect((await own.api.post(`${path}/${made.id}/post`)).status).toBe(200)
      return made.id
    }
    const counterpartyId = party.id
    const [supply, demand] = ['/api/purchases/supplies', '/api/sales/demands']
    const of = { counterpartyId, vatEnabled: false }
    const supplyId = await write(supply, of, 10, 5)
    await write(supply, of, 1000, 5, false)
    await write('/api/purchases/supplier-returns', { ...of, supplyId }, 2, 5)
    await write(demand, of, 1, 100)
    await write(demand, { ...of, counterpartyId: other.id }, 1, 1)
    const payments = [
      { type: 'Cash', amount: 15 },
      { type: 'Credit', amount: 5 },
    ]
    const saleId = await write('/api/sales/retail', { customerId: party.id, payments }, 2, 10)
    const seen = async (api = own.api) => (await api.get(`${BASE}/${party.id}`)).body
    expect(await seen()).toMatchObject({ salesAmount: 120, balance: 100 + 5 - 50 + 10 })
    const back = (await own.api.post(`/api/sales/retail/${saleId}/create-return`)).body
    expect((await own.api.post(`/api/sales/retail/${back.id}/post`)).status).toBe(200)
    expect(await seen()).toMatchObject({ salesAmount: 100, balance: 60 })
    const { items } = (await own.api.get(`${BASE}?sort=name`)).body
    expect(items.map((item: { salesAmount: number }) => item.salesAmount)).toEqual([100, 1, null])
    const manager = await hire(door, own, 'Storekeeper')
    expect(await seen(manager)).not.toHaveProperty('salesAmount')
    expect(await seen(manager)).not.toHaveProperty('balance')
  })

  it('keeps exactly one default bank account, which is the first unless another is chosen', async () => {
    const accounts = (body: { bankAccounts: { accountNumber: string; isDefault: boolean }[] }) =>
      body.bankAccounts.filter((account) => account.isDefault).map((account) => account.accountNumber)
    const two = [{ accountNumber: '1' }, { accountNumber: '2' }]
    expect(accounts(await create({ name: 'Two accounts', bankAccounts: two }))).toEqual(['1'])
    const chosen = [two[0], { ...two[1], isDefault: true }]
    expect(accounts(await create({ name: 'Chosen account', bankAccounts: chosen }))).toEqual(['2'])
  })

  it('accepts a valid birthday of an individual and refuses an invalid one', async () => {
    const person = { name: 'Ann', kind: 'Individual', birthDate: '1990-02-28', sex: 'Female' }
    expect(await create(person)).toMatchObject(person)
    const nobody = await shop.api.post(BASE, { ...person, birthDate: '1990-02-30' })
    expect([nobody.status, nobody.body.errors[0].pointer]).toEqual([400, '#/birthDate'])
  })

  it.each([
    ['RU', '7707083893', '7707083894'],
    ['KZ', '950540000524', '7707083893'],
    ['UZ', '201122919', '20112291'],
  ])('checks by the rules of country %s whether a tax id is valid', async (country, good, bad) => {
    const here = await signUp(door, { country })
    expect(await create({ name: 'Good', taxId: good }, here)).toMatchObject({ taxId: good })
    const answer = await here.api.post(BASE, { name: 'Bad', taxId: bad })
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '#/taxId'])
  })

  it('keeps phone numbers as typed and in normalized form', async () => {
    const { phone, phoneNumber, id } = await create({ name: 'Phone', phone: '8 (702) 123-45-67' })
    expect([phone, phoneNumber]).toEqual(['8 (702) 123-45-67', '+77021234567'])
    const changed = await shop.api.put(`${BASE}/${id}`, { name: 'Phone', phone: 'ask Ann', version: 1 })
    expect(changed.body).toMatchObject({ phone: 'ask Ann', phoneNumber: null })
  })

  it('filters counterparties by kind, role, tag and archive state', async () => {
    const here = await signUp(door)
    await create({ name: 'Farm', kind: 'Entrepreneur', isCustomer: false, tags: ['milk', 'near'] }, here)
    await create({ name: 'School', isSupplier: false, tags: ['near'] }, here)
    await create({ name: 'Closed', isArchived: true }, here)
    const own = 'Розничный покупатель'
    expect(await names('kind=Entrepreneur', here)).toEqual(['Farm'])
    expect(await names('isSupplier=true', here)).toEqual(['Closed', 'Farm'])
    expect(await names('isCustomer=false', here)).toEqual(['Farm'])
    expect(await names('tag=near', here)).toEqual(['Farm', 'School'])
    expect(await names('tag=nea', here)).toEqual([])
    expect(await names('isArchived=false', here)).toEqual(['Farm', 'School', own])
    expect((await here.api.get(`${BASE}?kind=Company`)).status).toBe(400)
  })

  it.each(['bakery', 'BK-7', '40140000', '8 701 765 43 21', '+7 (701) 765-43-21', '7654321'])(
    'finds counterparties by %s',
    async (search) => {
      const here = await signUp(door)
      await create({ name: 'Other', code: 'X', phone: '87017654322', description: 'bakery' }, here)
      const bakery = { name: 'The Bakery', code: 'bk-7', taxId: '940140000385', phone: '+77017654321' }
      await create(bakery, here)
      expect(await names(`search=${encodeURIComponent(search)}`, here)).toEqual(['The Bakery'])
    },
  )

  describe('counterparties referenced by products', () => {
    it('refuses to delete a counterparty that products refer to', async () => {
      const { id } = await create({ name: 'Mill' })
      await createProduct(shop, { name: 'Flour', supplierId: id })
      const answer = await shop.api.delete(`${BASE}/${id}`)
      expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
      expect(answer.body.blockedBy).toEqual([{ resource: 'products', count: 1, names: ['Flour'] }])
    })

    it('deletes a counterparty and clears its references on request', async () => {
      const [mill, farm] = [await create({ name: 'Mill 2' }), await create({ name: 'Farm 2' })]
      const flour = await createProduct(shop, { name: 'Flour 2', supplierId: mill.id })
      const milk = await createProduct(shop, { name: 'Milk 2', supplierId: farm.id })
      expect((await shop.api.delete(`${BASE}/${mill.id}?clearReferences=yes`)).status).toBe(400)
      expect((await shop.api.delete(`${BASE}/${mill.id}?clearReferences=true`)).status).toBe(204)
      const product = async (id: string) => (await shop.api.get(`/api/catalog/products/${id}`)).body
      expect(await product(flour)).toMatchObject({ supplierId: null, version: 2 })
      expect(await product(milk)).toMatchObject({ supplierId: farm.id, version: 1 })
    })
  })

  it('refuses to delete or archive the default customer', async () => {
    const here = await signUp(door)
    const [system] = (await here.api.get(BASE)).body.items
    expect(system).toMatchObject({ kind: 'Individual', isSystem: true, isSupplier: false })
    for (const query of ['', '?clearReferences=true']) {
      const answer = await here.api.delete(`${BASE}/${system.id}${query}`)
      expect([answer.status, answer.body.code]).toEqual([409, 'system_record'])
    }
    const change = { name: 'Walk-in', kind: 'Individual', version: 1 }
    const archived = await here.api.put(`${BASE}/${system.id}`, { ...change, isArchived: true })
    expect([archived.status, archived.body.code, archived.body.errors[0].pointer]).toEqual([
      409,
      'system_record',
      '#/isArchived',
    ])
    expect((await here.api.put(`${BASE}/${system.id}`, change)).body).toMatchObject({
      name: 'Walk-in',
      isSystem: true,
    })
  })

  describe('export of counterparties', () => {
    it('exports the counterparties of the list as CSV', async () => {
      const here = await signUp(door)
      const price = await here.api.get(`/api/catalog/price-types/${here.priceTypeId}`)
      await create(
        {
          name: '=Farm "A", Ltd',
          kind: 'Entrepreneur',
          taxId: '950540000524',
          priceTypeId: here.priceTypeId,
          tags: ['a', 'b'],
        },
        here,
      )
      await create({ name: 'School', isSupplier: false }, here)
      const raw = await here.api.raw(`${BASE}/export?isSupplier=true`)
      const text = Buffer.from(await raw.arrayBuffer()).toString()
      expect(text.startsWith('\ufeffName,Type,Supplier,')).toBe(true)
      const lines = text.trimEnd().split('\r\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toMatch(/^"'=Farm ""A"", Ltd",Sole trader,true,true,"=""950540000524""",/)
      expect(lines[1]).toContain(`,${price.body.name},,"a, b",`)
      expect(raw.headers.get('Content-Disposition')).toContain('filename="Counterparties.csv"')
    })

    it('exports an XLSX file on request, in the requested language', async () => {
      const here = await signUp(door)
      const raw = await here.api.raw(`${BASE}/export?format=xlsx&language=ru`)
      const { sheets } = await readXlsx(new Uint8Array(await raw.arrayBuffer()))
      expect(sheets[0]?.name).toBe('Контрагенты')
      expect(sheets[0]?.rows[0]?.slice(0, 2)).toEqual(['Название', 'Тип'])
      expect(sheets[0]?.rows[1]?.slice(0, 3)).toEqual(['Розничный покупатель', 'Физическое лицо', false])
    })

    it('exports all counterparties, each once, in several batches', async () => {
      const here = await signUp(door)
      const rows = Array.from({ length: 2500 }, (_, index) => ({
        organizationId: here.organizationId,
        id: newId(),
        name: `Number ${index}`,
      }))
      await using database = openDatabase(door)
      await database.db.transact(here.organizationId, (tx) => tx.insert(counterparties).values(rows))
      const { body } = await here.api.get(`${BASE}/export?search=Number`)
      const found = body.trimEnd().split('\r\n').slice(1)
      expect(new Set(found.map((line: string) => line.split(',')[0])).size).toBe(2500)
      expect(found).toHaveLength(2500)
    })

    it('exports only to users of the organization with permission', async () => {
      await create({ name: 'Secret' })
      expect((await new ApiClient(door).get(`${BASE}/export`)).status).toBe(401)
      const cashier = await hire(door, shop, 'Cashier')
      expect((await cashier.get(`${BASE}/export`)).status).toBe(403)
      const storekeeper = await hire(door, shop, 'Storekeeper')
      expect((await storekeeper.get(`${BASE}/export`)).body).toContain('Secret')
      const other = await signUp(door)
      expect((await other.api.get(`${BASE}/export`)).body).not.toContain('Secret')
      const bad = await shop.api.get(`${BASE}/export?format=pdf`)
      expect([bad.status, bad.body.errors[0].pointer]).toEqual([400, '#/query/format'])
    })
  })
})
