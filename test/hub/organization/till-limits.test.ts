import { beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, type TillLimits } from '#shared/domain/till-limits.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { enrolDevice } from '#test/support/device.ts'
import { type Answer, type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

const ROLES = '/api/organization/employee-roles'
const EMPLOYEES = '/api/organization/employees'
const PERMISSIONS = ['employees.view', 'employees.create', 'employees.update', 'employees.delete', 'pos.sell']

type Json = Answer['body']
const done = ({ status, body }: Answer): Json => {
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body
}

describe('till limits of a role', () => {
  const door = useHub()
  let shop: Organization
  beforeAll(async () => {
    shop = await signUp(door)
  })

  const makeRole = async (tillLimits?: Partial<TillLimits>, api = shop.api) =>
    done(await api.post(ROLES, { name: `Role ${newId()}`, permissions: PERMISSIONS, tillLimits }))
  /** Hires a signed-in employee whose role has the given limits. */
  async function hireWith(limits: Partial<TillLimits>): Promise<{ api: ApiClient; employee: Json }> {
    const api = await hire(door, shop, 'Cashier')
    const { items } = (await shop.api.get(`${EMPLOYEES}?hasAccount=true&sort=-createdAt&pageSize=1`)).body
    const role = await makeRole(limits)
    const path = `${EMPLOYEES}/${items[0].id}`
    return { api, employee: done(await shop.api.put(path, { ...items[0], roleId: role.id })) }
  }

  it('returns no till limits by default, and saved limits unchanged', async () => {
    const { items } = (await shop.api.get(ROLES)).body
    for (const { tillLimits } of items) expect(tillLimits).toEqual(NO_LIMITS)
    const limits = { maxDiscountPercent: 7.5, allowCashOut: false }
    const role = await makeRole(limits)
    expect(role.tillLimits).toEqual({ ...NO_LIMITS, ...limits })
    const wider = { ...role, tillLimits: { allowZReport: false } }
    expect(done(await shop.api.put(`${ROLES}/${role.id}`, wider)).tillLimits).toEqual({
      ...NO_LIMITS,
      allowZReport: false,
    })
  })

  it.each([
    ['maxDiscountPercent', -1],
    ['maxDiscountPercent', 100.01],
    ['maxDiscountPercent', 1.001],
    ['allowCashIn', 'no'],
    ['allowMagic', true],
  ])('refuses %s = %j, and names the field', async (name, value) => {
    const role = { name: 'Odd', permissions: [], tillLimits: { [name]: value } }
    const { status, body } = await shop.api.post(ROLES, role)
    expect([status, body.errors?.[0].pointer]).toEqual([400, `#/tillLimits/${name}`])
  })

  it('refuses to grant wider limits than the user has, by a role or to an employee', async () => {
    const { api, employee } = await hireWith({ maxDiscountPercent: 10, allowCashOut: false })
    const own = { maxDiscountPercent: 10, allowCashOut: false }
    const denied = (...limits: string[]) => ({ status: 403, body: { code: 'permission_not_held', limits } })
    const create = (tillLimits?: object) =>
      api.post(ROLES, {
        name: `Role ${newId()}`,
        permissions: ['pos.sell'],
        ...(tillLimits && { tillLimits }),
      })
    expect(await create()).toMatchObject(denied('maxDiscountPercent', 'allowCashOut'))
    expect(await create({ ...own, maxDiscountPercent: 10.01 })).toMatchObject(denied('maxDiscountPercent'))
    const made = done(await create(own))
    const put = (role: Json, tillLimits: object) => api.put(`${ROLES}/${role.id}`, { ...role, tillLimits })
    expect(await put(made, { ...own, allowCashOut: true })).toMatchObject(denied('allowCashOut'))
    done(await put(made, { ...own, maxDiscountPercent: 5 }))
    const free = await makeRole()
    expect(await put(free, own)).toMatchObject(denied('maxDiscountPercent', 'allowCashOut'))
    expect(await api.delete(`${ROLES}/${free.id}`)).toMatchObject(
      denied('maxDiscountPercent', 'allowCashOut'),
    )
    const hired = { lastName: 'Serik', roleId: free.id }
    expect((await api.post(EMPLOYEES, hired)).body.code).toBe('permission_not_held')
    const path = `${EMPLOYEES}/${employee.id}`
    expect((await api.put(path, { ...employee, roleId: free.id })).body.code).toBe('permission_not_held')
    const other = done(await shop.api.post(EMPLOYEES, hired))
    expect((await api.put(`${EMPLOYEES}/${other.id}`, { ...other, roleId: made.id })).body.code).toBe(
      'permission_not_held',
    )
    done(await api.post(EMPLOYEES, { ...hired, roleId: made.id }))
  })

  it('sends limits to tills with their cashiers, and changed limits with the next sync', async () => {
    const device = await enrolDevice(door, shop)
    const role = await makeRole({ allowXReport: false, allowTraining: false })
    const { id } = done(
      await shop.api.post(EMPLOYEES, { lastName: 'Ann', roleId: role.id, posPin: '730519' }),
    )
    const sync = async (cursor?: string) => {
      const { lines, footer } = await device.download(cursor ? `?cursor=${encodeURIComponent(cursor)}` : '')
      const line = lines.find((one) => one.t === 'cashier' && 'id' in one && one.id === id) as Json
      return { v: line?.v, cursor: must(footer.cursor) }
    }
    const first = await sync()
    expect(first.v.permissions).toEqual(['pos.sell'])
    // The till computes the digest of the parsed record, and the hub that of the sent record. A different key
    // order would make the digests differ permanently.
    expect(JSON.stringify(first.v.limits)).toBe(
      JSON.stringify({ ...NO_LIMITS, allowXReport: false, allowTraining: false }),
    )
    done(await shop.api.put(`${ROLES}/${role.id}`, { ...role, tillLimits: { maxDiscountPercent: 3 } }))
    expect((await sync(first.cursor)).v.limits).toEqual({ ...NO_LIMITS, maxDiscountPercent: 3 })
  })
})
