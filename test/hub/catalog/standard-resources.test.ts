import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

interface Resource {
  base: string
  /** A body that can be created; each has another name. */
  body(organization: Organization, name: string): Record<string, unknown>
  /** Bodies that are refused, by the pointer the answer must name. */
  refused: Record<string, (organization: Organization) => Record<string, unknown>>
}

const RESOURCES: Resource[] = [
  {
    base: '/api/catalog/stores',
    body: (_, name) => ({ name, code: 'S', address: 'Abay 1' }),
    refused: { '#/isDefault': () => ({ isDefault: 'yes' }) },
  },
  {
    base: '/api/catalog/price-types',
    body: (_, name) => ({ name, sortOrder: 7 }),
    refused: { '#/sortOrder': () => ({ sortOrder: -1 }) },
  },
  {
    base: '/api/catalog/product-groups',
    body: (_, name) => ({ name, markup: 0.25 }),
    refused: {
      '#/parentId': () => ({ parentId: newId() }),
      '#/markup': () => ({ markup: 0.00001 }),
    },
  },
  {
    base: '/api/catalog/retail-points',
    body: ({ storeId, priceTypeId }, name) => ({ name, storeId, priceTypeId, paperWidth: 58 }),
    refused: {
      '#/storeId': () => ({ storeId: newId() }),
      '#/priceTypeId': () => ({ priceTypeId: newId() }),
      '#/paperWidth': () => ({ paperWidth: 60 }),
    },
  },
  {
    base: '/api/catalog/products',
    body: ({ priceTypeId }, name) => ({
      name,
      retailPrice: 12.5,
      prices: [{ priceTypeId, value: 12.5 }],
      barcodes: [{ value: '4600000000008', type: 'Ean13' }],
    }),
    refused: {
      '#/retailPrice': () => ({ retailPrice: 11 }),
      '#/prices/0/priceTypeId': () => ({ prices: [{ priceTypeId: newId(), value: 1 }] }),
      '#/prices/0/value': ({ priceTypeId }) => ({ prices: [{ priceTypeId, value: 0.001 }] }),
      '#/barcodes/0/value': () => ({ barcodes: [{ value: '4600000000001', type: 'Ean13' }] }),
      '#/productGroupId': () => ({ productGroupId: newId() }),
      '#/unitOfMeasureId': () => ({ unitOfMeasureId: newId() }),
      '#/weightCode': () => ({ weightCode: '00042' }),
      '#/colour': () => ({ colour: 'red' }),
    },
  },
]

describe.each(RESOURCES)('$base', ({ base, body, refused }) => {
  const door = useHub()
  let organization: Organization
  let api: ApiClient
  let other: Organization

  beforeAll(async () => {
    organization = await signUp(door)
    api = organization.api
    other = await signUp(door)
  })

  const create = (name: string, more: Record<string, unknown> = {}) =>
    api.post(base, { ...body(organization, name), ...more })

  it('creates, shows, changes and deletes', async () => {
    const created = await create('First')
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    expect(created.body).toMatchObject({ ...body(organization, 'First'), version: 1 })
    expect(created.headers.get('Location')).toBe(`${base}/${created.body.id}`)
    const one = `${base}/${created.body.id}`
    expect((await api.get(one)).body).toEqual(created.body)

    const changed = await api.put(one, { ...body(organization, 'Second'), version: 1 })
    expect(changed.body).toMatchObject({ name: 'Second', version: 2, createdAt: created.body.createdAt })
    expect((await api.get(one)).body).toEqual(changed.body)

    expect((await api.delete(one)).status).toBe(204)
    expect((await api.get(one)).status).toBe(404)
    expect((await api.delete(one)).status).toBe(404)
  })

  it('lists a page, sorted and searched', async () => {
    for (const name of ['Lst b_1', 'Lst c', 'Lst a']) await create(name)
    const names = async (query: string) =>
      (await api.get(`${base}?${query}`)).body.items.map((item: { name: string }) => item.name)
    expect(await names('search=lst&sort=-name')).toEqual(['Lst c', 'Lst b_1', 'Lst a'])
    expect(await names('search=lst&sort=name&pageSize=2&page=2')).toEqual(['Lst c'])
    expect(await names('search=_1')).toEqual(['Lst b_1'])
    expect((await api.get(`${base}?search=lst&pageSize=1`)).body).toMatchObject({
      page: 1,
      pageSize: 1,
      total: 3,
    })
  })

  it('returns the first on a repeat', async () => {
    const id = newId()
    const first = await create('Repeated', { id })
    const again = await create('Repeated', { id })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
  })

  it('refuses a stale version', async () => {
    const { body: made } = await create('Stale')
    const put = (version: number) =>
      api.put(`${base}/${made.id}`, { ...body(organization, 'Stale'), version })
    const answers = await Promise.all([put(1), put(1)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const stale = await put(1)
    expect([stale.body.code, stale.body.currentVersion]).toEqual(['concurrency_conflict', 2])
  })

  it('hides what is another organization’s', async () => {
    const { body: made } = await create('Hidden')
    const one = `${base}/${made.id}`
    expect((await other.api.get(one)).status).toBe(404)
    expect((await other.api.put(one, { ...body(other, 'Taken'), version: 1 })).status).toBe(404)
    expect((await other.api.delete(one)).status).toBe(404)
    expect((await other.api.get(`${base}?search=Hidden`)).body.total).toBe(0)
    expect((await api.get(one)).body).toEqual(made)
  })

  it.each([
    ['looks', 'Storekeeper', 200],
    ['does nothing', 'Cashier', 403],
  ] as const)('only %s as a %s', async (_, role, seen) => {
    const { body: made } = await create(`For a ${role}`)
    const colleague = await hire(door, organization, role)
    const one = `${base}/${made.id}`
    expect((await colleague.get(base)).status).toBe(seen)
    expect((await colleague.get(one)).status).toBe(seen)
    const writes = [
      await colleague.post(base, body(organization, 'No')),
      await colleague.put(one, { ...body(organization, 'No'), version: 1 }),
      await colleague.delete(one),
    ]
    expect(writes.map((answer) => answer.status)).toEqual([403, 403, 403])
  })

  it('names the field it refuses', async () => {
    const cases: Resource['refused'] = {
      '#/name': () => ({ name: ' ' }),
      '#/id': () => ({ id: 'x' }),
      ...refused,
    }
    for (const [pointer, wrong] of Object.entries(cases)) {
      const answer = await create('Wrong', wrong(organization))
      expect([pointer, answer.status]).toEqual([pointer, 400])
      expect(answer.body.errors[0].pointer).toBe(pointer)
    }
    expect((await api.get(`${base}?search=Wrong`)).body.total).toBe(0)
  })
})
