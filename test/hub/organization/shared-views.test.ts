import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { type Answer, type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

type Json = Answer['body']

describe('shared views', () => {
  const VIEWS = '/api/organization/shared-views'
  const KEY = '/api/catalog/products'
  const door = useHub()
  let shop: Organization
  let other: Organization
  let manager: ApiClient
  let colleague: ApiClient
  let cashier: ApiClient
  let cashierRole: string

  beforeAll(async () => {
    ;[shop, other] = [await signUp(door), await signUp(door)]
    manager = await hire(door, shop, 'Manager')
    colleague = await hire(door, shop, 'Manager')
    cashier = await hire(door, shop, 'Cashier')
    const { body } = await shop.api.get('/api/organization/employee-roles?search=Cashier')
    cashierRole = body.items[0].id
  })

  const view = (more: object = {}) => ({ key: KEY, name: 'Cheap', value: { priceTo: '5' }, ...more })
  const share = async (more: object = {}, api = manager): Promise<Json> =>
    (await api.post(VIEWS, view(more))).body
  const idsOf = async (api: ApiClient, key = KEY): Promise<string[]> =>
    (await api.get(`${VIEWS}?key=${encodeURIComponent(key)}`)).body.items.map(({ id }: Json) => id)

  it('lists a shared view with its author for all users of the organization, and for no other organization', async () => {
    const made = await share()
    expect(made).toMatchObject({ ...view(), roleId: null, roleName: null, createdByName: 'Manager' })
    for (const api of [shop.api, colleague, cashier]) expect(await idsOf(api)).toContain(made.id)
    expect(await idsOf(manager, '/api/catalog/stores')).toEqual([])
    expect(await idsOf(other.api)).toEqual([])
    for (const { status } of [
      await other.api.get(`${VIEWS}/${made.id}`),
      await other.api.put(`${VIEWS}/${made.id}`, view({ version: 1 })),
      await other.api.delete(`${VIEWS}/${made.id}`),
    ])
      expect(status).toBe(404)
  })

  it('lists a view shared with a role only for the author of the view, administrators and users with the role', async () => {
    const { id, roleName } = await share({ roleId: cashierRole })
    expect(roleName).toBe('Cashier')
    for (const api of [cashier, manager, shop.api]) expect(await idsOf(api)).toContain(id)
    expect(await idsOf(colleague)).not.toContain(id)
    expect((await colleague.get(`${VIEWS}/${id}`)).body.id).toBe(id)
  })

  it('requires the permission to share views', async () => {
    const answer = await cashier.post(VIEWS, view())
    expect([answer.status, answer.body.permission]).toEqual([403, 'organization.share_views'])
  })

  it('allows only the author and administrators to change and delete a shared view', async () => {
    const { id, version } = await share()
    const path = `${VIEWS}/${id}`
    const changed = view({ version, name: 'Dear', value: ['x'], roleId: cashierRole })
    for (const [api, permission] of [
      [colleague, 'organization.update'],
      [cashier, 'organization.share_views'],
    ] as const) {
      expect((await api.get(path)).body.mayChange).toBe(false)
      for (const answer of [await api.put(path, changed), await api.delete(path)])
        expect([answer.status, answer.body.permission]).toEqual([403, permission])
    }
    expect((await manager.get(path)).body).toMatchObject({ ...view(), mayChange: true })
    expect((await manager.put(path, changed)).body).toMatchObject({ ...changed, version: 2 })
    expect((await manager.put(path, changed)).body.code).toBe('concurrency_conflict')
    expect((await shop.api.put(path, { ...changed, version: 2, name: 'Ours' })).body).toMatchObject({
      name: 'Ours',
      createdByName: 'Manager',
      mayChange: true,
    })
    expect((await shop.api.delete(path)).status).toBe(204)
    expect((await manager.get(path)).status).toBe(404)
    expect((await manager.delete(`${VIEWS}/${(await share()).id}`)).status).toBe(204)
  })

  it('creates a shared view only once per id, and reports the invalid field of a refused one', async () => {
    const id = newId()
    expect(await share({ id, name: 'Again' })).toEqual(await share({ id }))
    const roleId = (await other.api.get('/api/organization/employee-roles')).body.items[0].id
    for (const [field, value] of [
      ['name', ''],
      ['key', null],
      ['value', 'text'],
      ['value', ['x'.repeat(64 * 1024)]],
      ['roleId', roleId],
    ] as const) {
      const { status, body } = await manager.post(VIEWS, view({ [field]: value }))
      expect([status, body.errors[0].pointer]).toEqual([400, `#/${field}`])
    }
  })

  it('deletes the shared views of a deleted role', async () => {
    const role = { name: 'Weekend', permissions: [] }
    const roleId = (await shop.api.post('/api/organization/employee-roles', role)).body.id
    const { id } = await share({ roleId })
    expect((await shop.api.delete(`/api/organization/employee-roles/${roleId}`)).status).toBe(204)
    expect((await shop.api.get(`${VIEWS}/${id}`)).status).toBe(404)
  })
})
