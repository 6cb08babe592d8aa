import { beforeAll, describe, expect, it } from 'vitest'
import { createProduct } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

const BASE = '/api/catalog/product-groups'

describe('product groups', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  const create = (name: string, parentId: string | null = null) => shop.api.post(BASE, { name, parentId })
  const id = async (name: string, parentId: string | null = null) => (await create(name, parentId)).body.id
  const move = (name: string, groupId: string, parentId: string, version = 1) =>
    shop.api.put(`${BASE}/${groupId}`, { name, parentId, version })

  it('returns the path of a product group and updates it after a rename', async () => {
    const food = await id('Food')
    const bread = await create('Bread', food)
    expect(bread.body).toMatchObject({ parentId: food, path: 'Food/Bread' })
    const rye = await id('Rye', bread.body.id)
    const { body } = await shop.api.get(`${BASE}?search=Rye`)
    expect(body.items[0].path).toBe('Food/Bread/Rye')
    await shop.api.put(`${BASE}/${food}`, { name: 'Groceries', version: 1 })
    expect((await shop.api.get(`${BASE}/${rye}`)).body.path).toBe('Groceries/Bread/Rye')
    expect((await shop.api.get(`${BASE}?parentId=${food}`)).body.total).toBe(1)
  })

  it('requires unique names of groups only among siblings', async () => {
    const [here, there] = [await id('Here'), await id('There')]
    expect((await create('Same', here)).status).toBe(201)
    expect((await create('Same', there)).status).toBe(201)
    const twin = await create('Same', here)
    expect([twin.status, twin.body.code, twin.body.errors[0].pointer]).toEqual([409, 'duplicate', '#/name'])
    expect((await create('Here')).status).toBe(409)
  })

  it('refuses to move a group below itself', async () => {
    const top = await id('Top')
    const middle = await id('Middle', top)
    const bottom = await id('Bottom', middle)
    for (const parent of [top, middle, bottom]) {
      const answer = await move('Top', top, parent)
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '#/parentId'])
    }
  })

  it('prevents a cycle when groups are moved concurrently', async () => {
    const [left, right] = [await id('Left'), await id('Right')]
    const answers = await Promise.all([move('Left', left, right), move('Right', right, left)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  })

  it('allows at most eight levels of groups', async () => {
    let parent: string | null = null
    for (let level = 1; level <= 8; level += 1) parent = await id(`Level ${level}`, parent)
    const ninth = await create('Level 9', parent)
    expect([ninth.status, ninth.body.errors[0].pointer]).toEqual([400, '#/parentId'])
  })

  it('applies the markup of a group, or of the nearest parent group that has one', async () => {
    const effective = async (groupId: string) =>
      (await shop.api.get(`${BASE}/${groupId}`)).body.effectiveMarkup
    const create = async (name: string, parentId: string | null, markup: number | null) =>
      (await shop.api.post(BASE, { name, parentId, markup })).body.id
    const top = await create('Markup', null, null)
    const tea = await create('Tea', top, 0.3)
    const green = await create('Green', tea, null)
    const free = await create('Free', green, 0)
    const leaf = await create('Leaf', free, null)
    expect(await Promise.all([top, tea, green, free, leaf].map(effective))).toEqual([0, 0.3, 0.3, 0, 0])
    const { items } = (await shop.api.get(`${BASE}?search=Green`)).body
    expect(items).toMatchObject([{ markup: null, effectiveMarkup: 0.3 }])
  })

  it('removes duplicate keywords of a group', async () => {
    const { body } = await shop.api.post(BASE, { name: 'Words', keywords: ['tea', ' tea', 'чай'] })
    expect(body.keywords).toEqual(['tea', 'чай'])
  })

  it('refuses to delete a group selected for a retail point', async () => {
    const sold = await id('Sold')
    await shop.api.post('/api/catalog/retail-points', {
      name: 'Kiosk',
      storeId: shop.storeId,
      priceTypeId: shop.priceTypeId,
      productGroupIds: [sold],
    })
    const answer = await shop.api.delete(`${BASE}/${sold}`)
    expect([answer.status, answer.body.blockedBy]).toEqual([
      409,
      [{ resource: 'retail points', count: 1, names: ['Kiosk'] }],
    ])
  })

  it('refuses to delete a group that is not empty', async () => {
    const group = await id('Full')
    await id('Inside', group)
    await createProduct(shop, { name: 'Salt', productGroupId: group })
    const answer = await shop.api.delete(`${BASE}/${group}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.blockedBy).toEqual([
      { resource: 'product groups', count: 1, names: ['Inside'] },
      { resource: 'products', count: 1, names: ['Salt'] },
    ])
  })
})
