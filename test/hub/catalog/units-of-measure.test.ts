import { beforeAll, describe, expect, it } from 'vitest'
import { NATIONAL_UNITS } from '#shared/catalog/national-units.ts'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, superAdmin, visit } from '#test/support/people.ts'

const OWN = '/api/catalog/units-of-measure'
const GLOBAL = '/api/super-admin/units-of-measure'

describe('units of measure', () => {
  const door = useHub()
  let shop: Organization
  let platform: ApiClient
  beforeAll(async () => {
    shop = await signUp(door)
    platform = await superAdmin(door, shop)
  })

  let codes = 1000
  const unitBody = () => {
    codes += 1
    return { name: `u${codes}`, fullName: `Unit ${codes}`, code: String(codes) }
  }
  const createUnit = async () => (await platform.post(GLOBAL, unitBody())).body
  const ids = async (client: ApiClient, path = OWN) =>
    (await client.get(`${path}?pageSize=500`)).body.items.map((unit: { id: string }) => unit.id)

  describe('units of an organization', () => {
    it('lists only the enabled active units of the organization', async () => {
      const unit = await createUnit()
      expect(await ids(shop.api)).not.toContain(unit.id)
      expect((await shop.api.get(`${OWN}/${unit.id}`)).status).toBe(404)
      await shop.api.post(`${OWN}/${unit.id}/enable`)
      expect(await ids(shop.api)).toContain(unit.id)
      expect((await shop.api.get(`${OWN}/${unit.id}`)).body).toEqual(unit)
    })

    it('enables six units by default, and offers all other national units', async () => {
      const { api } = await signUp(door)
      const all = async (query: string) => (await api.get(`${OWN}?${query}pageSize=500`)).body.items
      const codes = (await all('')).map(({ code }: { code: string }) => code)
      expect(codes.sort()).toEqual(['006', '112', '163', '166', '778', '796'])
      const others = await all('isEnabled=false&')
      for (const { aliases: _, ...unit } of NATIONAL_UNITS.filter(({ code }) => !codes.includes(code)))
        expect(others).toContainEqual(expect.objectContaining(unit))
    })

    it('enables and disables a unit idempotently', async () => {
      const { id } = await createUnit()
      const call = async (method: string) => (await shop.api.send(method, `${OWN}/${id}/enable`)).status
      expect(await Promise.all([call('POST'), call('POST'), call('POST')])).toEqual([204, 204, 204])
      expect((await ids(shop.api)).filter((own: string) => own === id)).toHaveLength(1)
      expect([await call('DELETE'), await call('DELETE')]).toEqual([204, 204])
      expect(await ids(shop.api)).not.toContain(id)
    })

    it('refuses to disable a unit that products use', async () => {
      const { id } = await createUnit()
      await shop.api.post(`${OWN}/${id}/enable`)
      await createProduct(shop, { name: 'Rope', unitOfMeasureId: id })
      const answer = await shop.api.delete(`${OWN}/${id}/enable`)
      expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
      expect(answer.body.blockedBy).toEqual([{ resource: 'products', count: 1, names: ['Rope'] }])
      const other = await signUp(door)
      expect((await other.api.delete(`${OWN}/${id}/enable`)).status).toBe(204)
    })

    it('sends enabled and renamed units to the tills', async () => {
      const device = await enrolDevice(door, shop)
      const unit = await createUnit()
      await shop.api.post(`${OWN}/${unit.id}/enable`)
      const first = await device.download()
      expect(first.lines).toContainEqual(expect.objectContaining({ t: 'unit', id: unit.id }))
      await platform.put(`${GLOBAL}/${unit.id}`, { ...unitBody(), name: 'renamed', version: 1 })
      const { lines } = await device.download(`?cursor=${first.footer.cursor}`)
      expect(lines).toMatchObject([{ t: 'unit', op: 'put', id: unit.id, v: { name: 'renamed' } }])
    })

    it('requires the permission to enable units', async () => {
      const { id } = await createUnit()
      const storekeeper = await hire(door, shop, 'Storekeeper')
      expect((await storekeeper.get(OWN)).status).toBe(200)
      expect((await storekeeper.post(`${OWN}/${id}/enable`)).status).toBe(403)
      expect((await shop.api.post(`${OWN}/${newId()}/enable`)).status).toBe(404)
      expect((await platform.post(`${OWN}/${id}/enable`)).body.code).toBe('organization_required')
    })
  })

  describe('platform-wide units', () => {
    it('lists all units for a SuperAdmin', async () => {
      const { id } = await createUnit()
      await platform.delete(`${GLOBAL}/${id}`)
      expect(await ids(platform)).toContain(id)
      expect((await platform.get(`${OWN}/${id}`)).body.isActive).toBe(false)
      const inside = await visit(platform, shop.organizationId)
      expect(await ids(inside)).not.toContain(id)
    })

    it('requires a SuperAdmin to manage platform-wide units', async () => {
      const { id } = await createUnit()
      const answers = [
        await shop.api.get(GLOBAL),
        await shop.api.get(`${GLOBAL}/${id}`),
        await shop.api.post(GLOBAL, unitBody()),
        await shop.api.put(`${GLOBAL}/${id}`, { ...unitBody(), version: 1 }),
        await shop.api.delete(`${GLOBAL}/${id}`),
      ]
      expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403])
    })

    it('creates a unit only once, changes it, and refuses a stale version', async () => {
      const body = { id: newId(), ...unitBody() }
      const [first, again] = [await platform.post(GLOBAL, body), await platform.post(GLOBAL, body)]
      expect([first.status, again.status]).toEqual([201, 200])
      expect(again.body).toEqual(first.body)
      const change = { ...unitBody(), isFractional: true, version: 1 }
      const changed = await platform.put(`${GLOBAL}/${body.id}`, change)
      expect(changed.body).toMatchObject({ ...change, version: 2 })
      const stale = await platform.put(`${GLOBAL}/${body.id}`, change)
      expect([stale.status, stale.body.code]).toEqual([409, 'concurrency_conflict'])
    })

    it('refuses invalid and duplicate unit codes', async () => {
      const bad = await platform.post(GLOBAL, { ...unitBody(), code: 'kg' })
      expect([bad.status, bad.body.errors[0].pointer]).toEqual([400, '#/code'])
      const taken = await platform.post(GLOBAL, { ...unitBody(), code: '796' })
      expect([taken.status, taken.body.errors[0].pointer]).toEqual([409, '#/code'])
    })

    it.each(['deleted', 'deactivated'])('keeps a unit in use from being %s', async (how) => {
      const unit = await createUnit()
      await shop.api.post(`${OWN}/${unit.id}/enable`)
      await createProduct(shop, { name: `Rope ${how}`, unitOfMeasureId: unit.id })
      const { id, createdAt, updatedAt, ...editable } = unit
      const answer =
        how === 'deleted'
          ? await platform.delete(`${GLOBAL}/${id}`)
          : await platform.put(`${GLOBAL}/${id}`, { ...editable, isActive: false })
      expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
      expect(answer.body.blockedBy).toMatchObject([
        { resource: 'organizations', count: 1 },
        { resource: 'products', count: 1, names: [`Rope ${how}`] },
      ])
      expect((await platform.get(`${GLOBAL}/${id}`)).body).toEqual(unit)
    })

    it('deactivates a deleted unit instead of removing it', async () => {
      const { id } = await createUnit()
      expect((await platform.delete(`${GLOBAL}/${id}`)).status).toBe(204)
      expect((await platform.get(`${GLOBAL}/${id}`)).body).toMatchObject({ isActive: false, version: 2 })
      expect((await shop.api.post(`${OWN}/${id}/enable`)).status).toBe(404)
      expect((await platform.delete(`${GLOBAL}/${newId()}`)).status).toBe(404)
    })
  })
})
