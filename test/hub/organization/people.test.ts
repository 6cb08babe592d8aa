import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import {
  type Answer,
  type ApiClient,
  type Organization,
  OWNER_PIN,
  signUp,
  useHub,
} from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

const ROLES = '/api/organization/employee-roles'
const EMPLOYEES = '/api/organization/employees'

type Json = Answer['body']

describe('employees and roles of an organization', () => {
  const door = useHub()
  let shop: Organization
  let roles: Record<string, Json>
  beforeAll(async () => {
    shop = await signUp(door)
    const { items } = (await shop.api.get(`${ROLES}?isSystem=true`)).body
    roles = Object.fromEntries(items.map((role: Json) => [role.name, role]))
  })

  const done = ({ status, body }: Answer): Json => {
    expect([200, 201], JSON.stringify(body)).toContain(status)
    return body
  }
  const makeRole = async (permissions: string[], api = shop.api) =>
    done(await api.post(ROLES, { name: `Role ${newId()}`, permissions }))
  const make = async (more: object = {}, api = shop.api) =>
    done(await api.post(EMPLOYEES, { lastName: 'Serik', roleId: roles.Cashier.id, ...more }))
  /** Saves the employee with the given changes, as the employee page does. */
  const change = (api: ApiClient, { id, version, ...rest }: Json, changes: object) => {
    const {
      lastName,
      firstName,
      middleName,
      position,
      phone,
      email,
      inn,
      roleId,
      retailPointIds,
      isArchived,
    } = rest
    const kept = { lastName, firstName, middleName, position, phone, email, inn, roleId, retailPointIds }
    return api.put(`${EMPLOYEES}/${id}`, { version, ...kept, isArchived, ...changes })
  }
  /** Hires a signed-in employee whose role has the given permissions. */
  const hireWith = async (permissions: string[]): Promise<{ api: ApiClient; id: string }> => {
    const api = await hire(door, shop, 'Cashier')
    const { items } = (await shop.api.get(`${EMPLOYEES}?hasAccount=true&sort=-createdAt&pageSize=1`)).body
    const role = await makeRole(permissions)
    done(await change(shop.api, items[0], { roleId: role.id }))
    return { api, id: items[0].id }
  }

  it('describes every permission in English and Russian, and marks the ones that the user can grant', async () => {
    const { api } = await hireWith(['employees.view', 'catalog.view'])
    const { groups } = (await api.get('/api/organization/permissions')).body
    const all = groups.flatMap(({ permissions }: Json) => permissions)
    expect(all.map(({ name }: Json) => name)).toEqual(roles.Owner.permissions)
    expect(all.filter(({ isHeld }: Json) => isHeld).map(({ name }: Json) => name)).toEqual([
      'catalog.view',
      'employees.view',
    ])
    for (const { title, permissions } of groups)
      for (const words of [title, ...permissions.map(({ description }: Json) => description)])
        expect([words.en, words.ru]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/[а-я]/i)])
  })

  it('refuses to change or delete system roles, but allows copies of them', async () => {
    const { id, version, name, permissions } = roles.Manager
    const preset = { status: 409, body: { code: 'preset_record' } }
    expect(await shop.api.put(`${ROLES}/${id}`, { version, name, permissions })).toMatchObject(preset)
    expect(await shop.api.delete(`${ROLES}/${id}`)).toMatchObject(preset)
    const copy = await makeRole([...permissions].reverse())
    expect(copy).toMatchObject({ isSystem: false, permissions, employeesCount: 0 })
  })

  it('refuses to delete a role that an employee has', async () => {
    const role = await makeRole(['pos.sell'])
    const employee = await make({ roleId: role.id, isArchived: true })
    expect(await shop.api.delete(`${ROLES}/${role.id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', blockedBy: [{ resource: 'employees', count: 1, names: ['Serik'] }] },
    })
    expect((await shop.api.get(`${ROLES}/${role.id}`)).body.employeesCount).toBe(1)
    expect((await shop.api.delete(`${EMPLOYEES}/${employee.id}`)).status).toBe(204)
    expect((await shop.api.delete(`${ROLES}/${role.id}`)).status).toBe(204)
  })

  it('requires all permissions of a role to create, change, delete or grant it and to manage its employees', async () => {
    const manages = ['employees.view', 'employees.create', 'employees.update', 'employees.delete']
    const { api } = await hireWith([...manages, 'pos.sell', 'pos.return'])
    const refused = (permission: string) => ({
      status: 403,
      body: { code: 'permission_not_held', permissions: [permission] },
    })
    const body = { name: `Role ${newId()}`, permissions: ['pos.sell', 'costs.view'] }
    expect(await api.post(ROLES, body)).toMatchObject(refused('costs.view'))
    const above = await makeRole(['costs.view'])
    const { id, name } = above
    const lower = { version: 1, name, permissions: ['pos.sell'] }
    expect(await api.put(`${ROLES}/${id}`, lower)).toMatchObject(refused('costs.view'))
    expect(await api.delete(`${ROLES}/${id}`)).toMatchObject(refused('costs.view'))
    const own = await makeRole(['pos.sell'], api)
    const raised = { version: 1, name: own.name, permissions: ['pos.sell', 'costs.view'] }
    expect(await api.put(`${ROLES}/${own.id}`, raised)).toMatchObject(refused('costs.view'))
    // The same rules apply to employees.
    const boss = await make({ roleId: id })
    const cashier = await make({}, api)
    expect(await api.post(EMPLOYEES, { lastName: 'X', roleId: id })).toMatchObject(refused('costs.view'))
    expect(await change(api, cashier, { roleId: id })).toMatchObject(refused('costs.view'))
    expect(await change(api, boss, { posPin: '2580' })).toMatchObject(refused('costs.view'))
    expect(await change(api, boss, { roleId: own.id })).toMatchObject(refused('costs.view'))
    expect(await api.delete(`${EMPLOYEES}/${boss.id}`)).toMatchObject(refused('costs.view'))
    expect((await change(api, cashier, { roleId: own.id })).status).toBe(200)
  })

  it('applies a changed role at once, and signs out locked and archived employees', async () => {
    const { api, id } = await hireWith(['catalog.view'])
    const status = async () => (await api.get('/api/catalog/products')).status
    const employee = async () => (await shop.api.get(`${EMPLOYEES}/${id}`)).body
    expect(await status()).toBe(200)
    const { roleId } = await employee()
    const { name, version } = (await shop.api.get(`${ROLES}/${roleId}`)).body
    done(await shop.api.put(`${ROLES}/${roleId}`, { version, name, permissions: ['sales.view'] }))
    expect(await status()).toBe(403)
    done(await change(shop.api, await employee(), { roleId: roles.Manager.id }))
    expect(await status()).toBe(200)
    done(await change(shop.api, await employee(), { isArchived: true }))
    expect(await status()).toBe(401)
    done(await change(shop.api, await employee(), { isArchived: false }))
    expect(await status()).toBe(200)
    const locked = done(await change(shop.api, await employee(), { isAccountActive: false }))
    expect([locked.hasAccount, locked.isAccountActive, await status()]).toEqual([true, false, 401])
    // After unlocking, the employee must sign in again, because all sessions have ended.
    const unlocked = done(await change(shop.api, await employee(), { isAccountActive: true }))
    expect([unlocked.isAccountActive, await status()]).toEqual([true, 401])
  })

  it('refuses every request to lock, archive, demote or delete the owner', async () => {
    const administrator = await hire(door, shop, 'Administrator')
    const owner = (await shop.api.get(`${EMPLOYEES}/${shop.employeeId}`)).body
    expect(owner).toMatchObject({ isOwner: true, hasAccount: true, hasPosPin: true, roleName: 'Owner' })
    const needed = { status: 409, body: { code: 'owner_needed' } }
    for (const api of [administrator, shop.api]) {
      for (const changes of [
        { roleId: roles.Administrator.id },
        { isArchived: true },
        { isAccountActive: false },
      ])
        expect(await change(api, owner, changes)).toMatchObject(needed)
      expect(await api.delete(`${EMPLOYEES}/${owner.id}`)).toMatchObject(needed)
    }
    expect((await change(shop.api, owner, { position: 'Director' })).body).toMatchObject({
      position: 'Director',
      isOwner: true,
    })
  })

  it.each([
    ['delete', (api: ApiClient, other: Json) => api.delete(`${EMPLOYEES}/${other.id}`)],
    ['archive', (api: ApiClient, other: Json) => change(api, other, { isArchived: true })],
    ['lock out', (api: ApiClient, other: Json) => change(api, other, { isAccountActive: false })],
    ['demote', (api: ApiClient, other: Json) => change(api, other, { roleId: roles.Cashier.id })],
  ])('lets only one of two administrators %s the other when both try concurrently', async (_, remove) => {
    for (let i = 0; i < 4; i += 1) {
      const clients = [await hire(door, shop, 'Administrator'), await hire(door, shop, 'Administrator')]
      const { items } = (await shop.api.get(`${EMPLOYEES}?hasAccount=true&sort=-createdAt&pageSize=2`)).body
      const [second, first] = items
      const answers = await Promise.all([remove(must(clients[0]), second), remove(must(clients[1]), first)])
      const worked = answers.filter(({ status }) => status < 300)
      expect(worked).toHaveLength(1)
      // The remaining administrator keeps all permissions.
      const winner = clients[answers.findIndex(({ status }) => status < 300)]
      expect((await must(winner).get(EMPLOYEES)).status).toBe(200)
    }
  })

  it('requires unique PINs that are hard to guess, and never returns them', async () => {
    for (const posPin of ['1111', '1234', '9876', '890123', '1212', '121212', '12', 'abcd'])
      expect([
        posPin,
        (await shop.api.post(EMPLOYEES, { lastName: 'X', roleId: roles.Cashier.id, posPin })).status,
      ]).toEqual([posPin, 400])
    const first = await make({ posPin: '2580' })
    expect(JSON.stringify(first)).not.toContain('2580')
    expect(first).toMatchObject({ hasPosPin: true, hasAccount: false })
    const duplicate = { status: 409, body: { code: 'duplicate', errors: [{ pointer: '#/posPin' }] } }
    const second = await make()
    expect(await change(shop.api, second, { posPin: '2580' })).toMatchObject(duplicate)
    expect(await change(shop.api, second, { posPin: OWNER_PIN })).toMatchObject(duplicate)
    const both = await Promise.all(
      [first, second].map((employee) => change(shop.api, employee, { posPin: '7391' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    // Another organization can use the same PIN.
    const other = await signUp(door)
    const { items } = (await other.api.get(ROLES)).body
    expect((await make({ posPin: '2580', roleId: items[0].id }, other.api)).hasPosPin).toBe(true)
    const gone = done(
      await change(shop.api, both.find(({ status }) => status === 200)?.body, { posPin: null }),
    )
    expect(gone.hasPosPin).toBe(false)
  })

  it('refuses to delete employees with sales, and hides employees from other organizations', async () => {
    const cashier = await make({ posPin: '6402' })
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop)
    const sale = saleBody(shop, [{ productId: tea }], { cashierId: cashier.id })
    await device.upload([device.item(sale)])
    expect(await shop.api.delete(`${EMPLOYEES}/${cashier.id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', blockedBy: [{ resource: 'retail sales', names: [sale.receiptNumber] }] },
    })
    const other = await signUp(door)
    expect((await other.api.get(`${EMPLOYEES}/${cashier.id}`)).status).toBe(404)
    expect((await change(other.api, cashier, {})).status).toBe(404)
    expect((await other.api.delete(`${EMPLOYEES}/${cashier.id}`)).status).toBe(404)
    const foreign = (await other.api.get(ROLES)).body.items[0].id
    expect(await change(shop.api, cashier, { roleId: foreign })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/roleId' }] },
    })
    const points = [shop.retailPointId, other.retailPointId]
    expect((await change(shop.api, cashier, { retailPointIds: points })).status).toBe(400)
    expect((await other.api.get(EMPLOYEES)).body.total).toBe(1)
  })

  it('sends cashiers to the tills of their retail points with the next sync', async () => {
    const store = { storeId: shop.storeId, priceTypeId: shop.priceTypeId }
    const second = done(await shop.api.post('/api/catalog/retail-points', { name: 'Second', ...store }))
    const [here, there] = [await enrolDevice(door, shop), await enrolDevice(door, shop, second.id)]
    const cashier = await make({ posPin: '530917', firstName: 'Ann', retailPointIds: [second.id] })
    const found = async (device: typeof here, since = '') => {
      const { lines, footer } = await device.download(since)
      const line = lines.findLast((one) => one.t === 'cashier' && 'id' in one && one.id === cashier.id)
      return { line: line as Json, next: `?cursor=${encodeURIComponent(must(footer.cursor))}` }
    }
    const [first, other] = [await found(here), await found(there)]
    expect([first.line, other.line]).toMatchObject([
      undefined,
      { op: 'put', v: { permissions: ['pos.sell', 'pos.return'] } },
    ])
    const moved = done(await change(shop.api, cashier, { retailPointIds: [shop.retailPointId] }))
    expect((await found(here, first.next)).line).toMatchObject({ op: 'put' })
    const left = await found(there, other.next)
    expect(left.line).toMatchObject({ op: 'del' })
    const everywhere = done(await change(shop.api, moved, { retailPointIds: [] }))
    expect((await found(there, left.next)).line).toMatchObject({ op: 'put' })
    const at = async (point: string) =>
      (await shop.api.get(`${EMPLOYEES}?retailPointId=${point}&search=Ann`)).body.total
    expect(await at(second.id)).toBe(1)
    done(await change(shop.api, everywhere, { isArchived: true }))
    expect((await found(here)).line).toBeUndefined()
  })
})
