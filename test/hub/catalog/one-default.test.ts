import { describe, expect, it } from 'vitest'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

describe.each([
  { base: '/api/catalog/stores', first: (shop: Organization) => shop.storeId },
  { base: '/api/catalog/price-types', first: (shop: Organization) => shop.priceTypeId },
])('$base', ({ base, first }) => {
  const door = useHub()
  const defaults = async (shop: Organization) =>
    (await shop.api.get(base)).body.items
      .filter((item: { isDefault: boolean }) => item.isDefault)
      .map((item: { name: string }) => item.name)

  it('replaces the default record with the last one chosen', async () => {
    const shop = await signUp(door)
    await shop.api.post(base, { name: 'New', isDefault: true })
    expect(await defaults(shop)).toEqual(['New'])
    const { body: old } = await shop.api.get(`${base}/${first(shop)}`)
    expect(old).toMatchObject({ isDefault: false, version: 2 })
    await shop.api.put(`${base}/${old.id}`, { name: 'Old', isDefault: true, version: 2 })
    expect(await defaults(shop)).toEqual(['Old'])
  })

  it('keeps one default record after concurrent choices', async () => {
    const shop = await signUp(door)
    const chosen = ['A', 'B', 'C', 'D'].map((name) => shop.api.post(base, { name, isDefault: true }))
    expect((await Promise.all(chosen)).map((answer) => answer.status)).toEqual([201, 201, 201, 201])
    expect(await defaults(shop)).toHaveLength(1)
  })

  it('refuses to unset or delete the default record', async () => {
    const shop = await signUp(door)
    const one = `${base}/${first(shop)}`
    const unset = await shop.api.put(one, { name: 'Old', isDefault: false, version: 1 })
    expect([unset.status, unset.body.errors[0].pointer]).toEqual([400, '#/isDefault'])
    const deleted = await shop.api.delete(one)
    expect([deleted.status, deleted.body.code]).toEqual([409, 'in_use'])
    expect((await shop.api.get(one)).body).toMatchObject({ isDefault: true, version: 1 })
  })

  it('refuses to delete a record that a retail point uses', async () => {
    const shop = await signUp(door)
    await shop.api.post(base, { name: 'New', isDefault: true })
    const answer = await shop.api.delete(`${base}/${first(shop)}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.blockedBy).toMatchObject([{ resource: 'retail points', count: 1 }])
  })
})
