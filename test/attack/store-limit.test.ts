import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { newId } from '#shared/std/ids.ts'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { done, type Place, work } from '#test/hub/organization/places.ts'
import { atMoment } from '#test/support/clock.ts'
import { type Device, enrolDevice } from '#test/support/device.ts'
import { type Answer, type ApiClient, useHub } from '#test/support/hub.ts'
import { hireAllowed, limitToStores, openDatabase, signIn } from '#test/support/people.ts'

type Json = Answer['body']
const POINTS = '/api/catalog/retail-points'
const EMPLOYEES = '/api/organization/employees'
const NOT_FOUND = { status: 404, body: { code: 'not_found' } }
const ALL_STORES_NEEDED = { status: 403, body: { code: 'all_stores_needed' } }

/** Attack of an employee who is limited to one store, with all permissions, on the tills of another store. */
describe('an employee of one store', () => {
  const door = useHub()
  let office: Office
  /** Retail point and till in the attacker's store, and in another store. */
  let here: { storeId: string; retailPointId: string; device: Device }
  let there: Place & { device: Device }
  let attacker: ApiClient

  beforeAll(async () => {
    office = await openOffice(door)
    const { api, organization, store, otherStore } = office
    const point = done(await api.get(`${POINTS}/${organization.retailPointId}`))
    const mine = done(await api.post(POINTS, { ...settingsOf(point), name: 'Mine', storeId: otherStore }))
    const device = await enrolDevice(door, organization, mine.id)
    here = { storeId: otherStore, retailPointId: mine.id, device }
    const place = await work(door, office, store, organization.retailPointId)
    there = { ...place, device: await enrolDevice(door, organization) }
    attacker = await hireLimited(otherStore)
  })

  const settingsOf = ({ id, version, createdAt, updatedAt, createdById, logoUrl, ...rest }: Json) => rest
  async function hireLimited(...storeIds: string[]): Promise<ApiClient> {
    const permissions = PERMISSIONS.filter((permission) => permission !== 'pos.sync')
    const email = await hireAllowed(door, office.organization, `Everything ${newId()}`, permissions)
    await limitToStores(door, office.organization, email, storeIds)
    return signIn(door, email)
  }
  const devices = async () => done(await office.api.get('/api/devices?pageSize=100')).items as Json[]

  it('refuses to pair an agent with a retail point of another store or to replace its till', async () => {
    const before = await devices()
    const path = (id: string) => `${POINTS}/${id}/pairing-code`
    expect(await attacker.post(path(there.retailPointId))).toMatchObject(NOT_FOUND)
    const replaces = { replacesDeviceId: there.device.id }
    expect(await attacker.post(path(there.retailPointId), replaces)).toMatchObject(NOT_FOUND)
    // A replacement at the attacker's retail point would recall the uploads of the replaced device.
    const taken = await attacker.post(path(here.retailPointId), replaces)
    expect([taken.status, taken.body.errors?.[0].pointer]).toEqual([400, '#/replacesDeviceId'])
    expect((await devices()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect((await there.device.download()).header.kind).toBe('snapshot')
    const own = await attacker.post(path(here.retailPointId), { replacesDeviceId: here.device.id })
    expect(own.status).toBe(201)
  })

  it('refuses to show, change or delete a retail point of another store, and to move or create one there', async () => {
    const [mine, theirs] = [`${POINTS}/${here.retailPointId}`, `${POINTS}/${there.retailPointId}`]
    const before = done(await office.api.get(theirs))
    for (const answer of [
      await attacker.get(theirs),
      await attacker.put(theirs, { ...before, storeId: here.storeId }),
      await attacker.post(POINTS, { ...settingsOf(before), id: there.retailPointId, storeId: here.storeId }),
      await attacker.delete(theirs),
      await attacker.delete(`${theirs}/logo`),
    ])
      expect(answer).toMatchObject(NOT_FOUND)
    expect(done(await office.api.get(theirs))).toEqual(before)
    const own = done(await attacker.get(mine))
    for (const answer of [
      await attacker.put(mine, { ...own, storeId: there.storeId }),
      await attacker.post(POINTS, { ...settingsOf(own), name: 'New', storeId: there.storeId }),
    ])
      expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([400, '#/storeId'])
    expect(done(await attacker.put(mine, { ...own, receiptFooter: 'Thanks' })).receiptFooter).toBe('Thanks')
    const listed = done(await attacker.get(`${POINTS}?pageSize=100`)).items
    expect(listed.map(({ id }: Json) => id)).toEqual([here.retailPointId])
  })

  it('refuses to show, rename or revoke a device of another store', async () => {
    const path = `/api/devices/${there.device.id}`
    for (const answer of [
      await attacker.get(path),
      await attacker.patch(path, { name: 'Mine' }),
      await attacker.post(`${path}/revoke`),
    ])
      expect(answer).toMatchObject(NOT_FOUND)
    const found = done(await office.api.get(path))
    expect([found.name, found.revokedAt]).toEqual(['till-1', null])
    const seen = done(await attacker.get('/api/devices?pageSize=100')).items
    expect(new Set(seen.map(({ retailPointId }: Json) => retailPointId))).toEqual(
      new Set([here.retailPointId]),
    )
    expect(done(await attacker.patch(`/api/devices/${here.device.id}`, { name: 'Front' })).name).toBe('Front')
  })

  it('sends an employee hired for one store to no till of another store', async () => {
    const { items } = done(await office.api.get('/api/organization/employee-roles?pageSize=100'))
    const { id: roleId } = items.find(({ name }: Json) => name === 'Cashier')
    const hired = { lastName: 'Accomplice', roleId, posPin: '8264', storeIds: [here.storeId] }
    const { id } = done(await attacker.post(EMPLOYEES, hired))
    const cashiers = async (device: Device) =>
      (await device.download()).lines.flatMap((line) =>
        line.t === 'cashier' && 'id' in line ? [line.id] : [],
      )
    const agent = await enrolDevice(door, office.organization, here.retailPointId)
    expect(await cashiers(agent)).toContain(id)
    expect(await cashiers(there.device)).not.toContain(id)
    // Employees of another store are not sent to agents of this store.
    const guarded = { lastName: 'Theirs', roleId, posPin: '9375', storeIds: [there.storeId] }
    const theirs = done(await office.api.post(EMPLOYEES, guarded)).id
    expect(await cashiers(agent)).not.toContain(theirs)
    expect(await cashiers(there.device)).toContain(theirs)
    const filtered = async (pointId: string) =>
      done(await office.api.get(`${EMPLOYEES}?retailPointId=${pointId}&pageSize=100`)).items.map(
        (each: Json) => each.id,
      )
    expect(await filtered(there.retailPointId)).not.toContain(id)
    expect(await filtered(here.retailPointId)).toContain(id)
  })

  it('replaces the cashiers of a till when its retail point moves to another store', async () => {
    const { api, organization } = office
    const point = done(await api.get(`${POINTS}/${organization.retailPointId}`))
    const roaming = done(await api.post(POINTS, { ...settingsOf(point), name: 'Roaming' }))
    const agent = await enrolDevice(door, organization, roaming.id)
    const { items } = done(await api.get('/api/organization/employee-roles?pageSize=100'))
    const { id: roleId } = items.find(({ name }: Json) => name === 'Cashier')
    const hire = async (posPin: string, storeId: string) =>
      done(await api.post(EMPLOYEES, { lastName: 'C', roleId, posPin, storeIds: [storeId] })).id
    const [old, young] = [await hire('4826', there.storeId), await hire('5937', here.storeId)]
    const { footer } = await agent.download()
    done(await api.put(`${POINTS}/${roaming.id}`, { ...roaming, storeId: here.storeId }))
    const { lines } = await agent.download(`?cursor=${footer.cursor}`)
    const received = lines.flatMap((line) =>
      line.t === 'cashier' && 'id' in line ? [`${line.op} ${line.id}`] : [],
    )
    expect(received).toContain(`del ${old}`)
    expect(received).toContain(`put ${young}`)
  })

  it('refuses to show, retry or resolve a fiscal receipt of another store', async () => {
    await using database = openDatabase(door)
    const { organizationId } = office.organization
    await database.db.transact(organizationId, (tx) =>
      tx.insert(fiscalReceipts).values({ organizationId, saleId: there.sale, state: 'Failed' }),
    )
    const path = `/api/sales/fiscal-receipts/${there.sale}`
    for (const answer of [
      await attacker.get(path),
      await attacker.post(`${path}/retry`),
      await attacker.post(`${path}/settle`, { sign: '1', reason: 'Mine' }),
    ])
      expect(answer).toMatchObject(NOT_FOUND)
    expect(done(await office.api.get(path)).state).toBe('Failed')
    const rows = await database.db.transact(organizationId, (tx) =>
      tx.select().from(fiscalReceipts).where(eq(fiscalReceipts.saleId, there.sale)),
    )
    expect(rows).toMatchObject([{ state: 'Failed' }])
  })

  it('refuses actions on the whole organization by an employee limited to one store', async () => {
    for (const [method, path, body] of [
      ['DELETE', '/api/admin/seed-demo'],
      ['POST', '/api/admin/seed-demo'],
      ['PUT', '/api/organization/messenger/bind', { version: 0 }],
      ['DELETE', '/api/organization/messenger'],
      ['PUT', '/api/reports/morning-digest/mail', { isWanted: true, at: '09:00', language: 'en' }],
      ['POST', '/api/org/export'],
      ['DELETE', '/api/admin/cleanup/all'],
      ['GET', '/api/admin/jobs/recent'],
      ['GET', '/api/admin/audit-log'],
      ['PUT', '/api/organization/settings', {}],
      ['POST', '/api/organization/employee-roles', { name: 'More', permissions: [] }],
      ['POST', '/api/catalog/stores', { name: 'Third' }],
      ['PUT', `/api/catalog/stores/${there.storeId}`, { name: 'Mine' }],
    ] as const)
      expect([path, await attacker.send(method, path, body)]).toMatchObject([path, ALL_STORES_NEEDED])
  })

  it('refuses to delete demo data for an employee limited to one store, or in a stale session', async () => {
    const path = '/api/admin/seed-demo'
    expect(await attacker.delete(path)).toMatchObject(ALL_STORES_NEEDED)
    const stale = new Date(Date.now() + 11 * 60_000).toISOString()
    const late = await atMoment(stale, () => office.api.delete(path))
    expect(late).toMatchObject({ status: 401, body: { code: 'step_up_needed' } })
  })

  it('allows an employee limited to one store to post documents in that store', async () => {
    const { tea } = office
    const lines = [{ productId: tea, quantity: 1, price: 1 }]
    const made = done(await attacker.post(BASES.enter, { storeId: here.storeId, lines }))
    expect(done(await attacker.post(`${BASES.enter}/${made.id}/post`)).status).toBe('Posted')
  })
})
