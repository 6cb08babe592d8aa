import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atMoment } from '#test/support/clock.ts'
import { type Answer, type ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { MailServer, mailThrough } from '#test/support/mail-server.ts'
import { hire, superAdmin } from '#test/support/people.ts'

const OFFER = '/api/organization/ownership-offer'
const OWN = '/api/me/ownership-offer'
const EMPLOYEES = '/api/organization/employees'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('transfer of ownership to a colleague', () => {
  const door = useHub()
  let server: MailServer

  beforeAll(async () => {
    server = await MailServer.start()
    await mailThrough(await superAdmin(door, await signUp(door)), server)
  })
  afterAll(() => server.stop())

  const codeOf = ({ status, body }: Answer) => [status, body?.code]
  const colleague = async (shop: Organization, role: 'Administrator' | 'Manager' = 'Manager') => {
    const api = await hire(door, shop, role)
    const { body } = await shop.api.get(`${EMPLOYEES}?search=${role}`)
    return { api, id: body.items[0].id as string }
  }
  const roleOf = async ({ api }: { api: ApiClient }, id: string) =>
    (await api.get(`${EMPLOYEES}/${id}`)).body.roleName ??
    (await api.get(`${EMPLOYEES}/${id}`)).body.role?.name
  const NO_OFFER = [404, 'not_found']
  const NONE_STANDS = { status: 200, body: { offer: null } }

  it('makes the colleague the owner on acceptance, and the previous owner an administrator', async () => {
    const shop = await signUp(door)
    const heir = await colleague(shop)
    expect(await heir.api.get(OWN)).toMatchObject(NONE_STANDS)
    const made = await shop.api.post(OFFER, { employeeId: heir.id })
    expect([made.status, made.body.employeeId]).toEqual([200, heir.id])
    expect((await heir.api.get(OWN)).body).toEqual({ offer: made.body })
    expect((await shop.api.get(OFFER)).body).toEqual({ offer: made.body })
    expect(await (await signUp(door)).api.get(OFFER)).toMatchObject(NONE_STANDS)
    expect(codeOf(await shop.api.post(`${OWN}/accept`))).toEqual(NO_OFFER)
    const answers = await Promise.all([heir.api.post(`${OWN}/accept`), heir.api.post(`${OWN}/accept`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
    expect(await roleOf(heir, heir.id)).toBe('Owner')
    expect(await roleOf(heir, shop.employeeId)).toBe('Administrator')
    expect(codeOf(await shop.api.post(OFFER, { employeeId: heir.id }))).toEqual([409, 'owner_needed'])
    const log = (await heir.api.get('/api/admin/audit-log')).body.items
    expect(log[0]).toMatchObject({ action: 'POST /api/me/ownership-offer/accept' })
  })

  it('allows only the re-authenticated owner to offer the organization to a colleague with an account', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const administrator = await colleague(shop, 'Administrator')
    expect(codeOf(await administrator.api.post(OFFER, { employeeId: administrator.id }))).toEqual([
      409,
      'owner_needed',
    ])
    const offer = (employeeId: unknown) => shop.api.post(OFFER, { employeeId })
    expect(codeOf(await atMoment(inHours(0.2), () => offer(administrator.id)))).toEqual([
      401,
      'step_up_needed',
    ])
    const roleId = (await shop.api.get('/api/organization/employee-roles?search=Cashier')).body.items[0].id
    const cashier = (await shop.api.post(EMPLOYEES, { lastName: 'Lee', roleId })).body.id
    for (const employeeId of [cashier, other.employeeId, 'x', undefined])
      expect((await offer(employeeId)).body.errors[0].pointer).toBe('#/employeeId')
    expect((await offer(administrator.id)).status).toBe(200)
    expect(codeOf(await administrator.api.delete(OFFER))).toEqual([409, 'owner_needed'])
    expect(codeOf(await atMoment(inHours(0.2), () => administrator.api.post(`${OWN}/accept`)))).toEqual([
      401,
      'step_up_needed',
    ])
  })

  it('keeps the owner when the offer is withdrawn, declined, replaced or expired after 72 hours', async () => {
    const shop = await signUp(door)
    const heir = await colleague(shop)
    const other = await colleague(shop, 'Administrator')
    const offer = (employeeId = heir.id) => shop.api.post(OFFER, { employeeId })
    await offer()
    expect((await shop.api.delete(OFFER)).status).toBe(204)
    expect(codeOf(await heir.api.post(`${OWN}/accept`))).toEqual(NO_OFFER)
    await offer()
    expect((await heir.api.delete(OWN)).status).toBe(204)
    expect(codeOf(await shop.api.delete(OFFER))).toEqual(NO_OFFER)
    await offer()
    await offer(other.id)
    expect(codeOf(await heir.api.post(`${OWN}/accept`))).toEqual(NO_OFFER)
    await offer()
    await using owner = await door.database.connect()
    const move = (hours: number) =>
      owner.query(`UPDATE ownership_offers SET expires_at = expires_at - interval '${hours} hours'`)
    await move(72)
    expect(await heir.api.get(OWN)).toMatchObject(NONE_STANDS)
    await move(-1)
    expect((await heir.api.get(OWN)).body.offer.employeeId).toBe(heir.id)
    // Another employee has become the owner in the meantime.
    await owner.query('UPDATE ownership_offers SET offered_by_id = $1', [other.id])
    expect(codeOf(await heir.api.post(`${OWN}/accept`))).toEqual(NO_OFFER)
    expect(await roleOf(shop, shop.employeeId)).toBe('Owner')
  })

  it('keeps exactly one owner when the offer is accepted while the colleague is being deleted', async () => {
    const shop = await signUp(door)
    const administrator = await hire(door, shop, 'Administrator')
    for (let i = 0; i < 4; i += 1) {
      const heir = await colleague(shop)
      const [{ body: owner }] = [await shop.api.get(`${EMPLOYEES}/${shop.employeeId}`)]
      if (!owner.isOwner) return
      await shop.api.post(OFFER, { employeeId: heir.id })
      const [accepted, deleted] = await Promise.all([
        heir.api.post(`${OWN}/accept`),
        administrator.delete(`${EMPLOYEES}/${heir.id}`),
      ])
      expect([accepted.status, deleted.status].filter((status) => status === 204)).toHaveLength(1)
      const { items } = (await administrator.get(EMPLOYEES)).body
      expect(items.filter(({ isOwner }: { isOwner: boolean }) => isOwner)).toHaveLength(1)
    }
  })

  it('refuses to delete an employee who owns the organization', async () => {
    const shop = await signUp(door)
    const own = `${EMPLOYEES}/${shop.employeeId}`
    expect(codeOf(await shop.api.delete(own))).toEqual([409, 'owner_needed'])
    const heir = await colleague(shop)
    await shop.api.post(OFFER, { employeeId: heir.id })
    expect(codeOf(await shop.api.delete(own))).toEqual([409, 'owner_needed'])
    expect((await heir.api.post(`${OWN}/accept`)).status).toBe(204)
    expect((await heir.api.delete(own)).status).toBe(204)
    expect((await shop.api.get(EMPLOYEES)).status).toBe(401)
    expect(codeOf(await heir.api.delete(`${EMPLOYEES}/${heir.id}`))).toEqual([409, 'owner_needed'])
  })

  it('mails the offer to the colleague', async () => {
    const shop = await signUp(door, { country: 'GB' })
    const heir = await colleague(shop)
    await shop.api.post(OFFER, { employeeId: heir.id })
    await using owner = await door.database.connect()
    const { rows } = await owner.query(
      'SELECT email FROM accounts WHERE id = (SELECT account_id FROM employees WHERE id = $1)',
      [heir.id],
    )
    const [mail] = await server.mailsTo(rows[0].email)
    expect(mail?.subject).toMatch(/^You are offered ownership of Shop/)
  })
})
