import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFactor, codeOf } from '#test/support/authenticator.ts'
import { atMoment } from '#test/support/clock.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  useHub,
} from '#test/support/hub.ts'
import { MailServer, mailThrough, tokenIn } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'

const EMPLOYEES = '/api/organization/employees'

describe('a lost second factor', () => {
  const door = useHub()
  let server: MailServer
  let admin: ApiClient

  beforeAll(async () => {
    server = await MailServer.start()
    admin = await superAdmin(door, await signUp(door))
    await mailThrough(admin, server)
  })
  afterAll(() => server.stop())

  let people = 0
  const codeIn = ({ status, body }: Answer) => [status, body.code]
  /** Hires an employee and sends an invitation. The returned `accept` accepts it. */
  const colleague = async (shop: Organization, role: string, given?: string) => {
    people += 1
    const email = given ?? `colleague-${people}@shop.test`
    const roles = (await shop.api.get('/api/organization/employee-roles?pageSize=100')).body.items
    const roleId = roles.find(({ name }: { name: string }) => name === role).id
    const { id } = (await shop.api.post(EMPLOYEES, { lastName: 'Lee', roleId, email })).body
    const mails = given ? 2 : 1
    await shop.api.post(`${EMPLOYEES}/${id}/invitation`)
    const token = tokenIn((await server.mailsTo(email, mails)).at(-1) as never)
    const accept = (more: object) =>
      new ApiClient(door).post('/api/auth/accept-invitation', { token, password: OWNER_PASSWORD, ...more })
    return { id: id as string, email, accept }
  }
  const signIn = async (email: string, more: Record<string, string> = {}) => {
    const form = { grant_type: 'password', username: email, password: OWNER_PASSWORD, ...more }
    const client = new ApiClient(door).with({ 'X-Forwarded-For': '10.3.3.3' })
    const { status, body } = await client.token(form)
    return { status, api: new ApiClient(door, body.access_token) }
  }
  const remove = (api: ApiClient, id: string, body: object = { reason: 'The phone is lost' }) =>
    api.post(`${EMPLOYEES}/${id}/remove-second-factor`, body)

  it('allows a colleague with permission to remove a second factor with a reason, ends sessions and notifies the user', async () => {
    const shop = await signUp(door)
    const { id, email, accept } = await colleague(shop, 'Manager')
    expect((await accept({})).status).toBe(200)
    expect(codeIn(await remove(shop.api, id))).toEqual([409, 'second_factor_off'])
    const { api } = await signIn(email)
    await addFactor(api)
    expect((await signIn(email)).status).toBe(400)
    expect((await remove(shop.api, id, {})).body.errors[0].pointer).toBe('#/reason')
    const stale = new Date(Date.now() + 11 * 60_000).toISOString()
    expect(codeIn(await atMoment(stale, () => remove(shop.api, id)))).toEqual([401, 'step_up_needed'])
    expect((await remove(shop.api, id)).status).toBe(204)
    expect((await api.get('/api/me/sessions')).status).toBe(401)
    expect((await signIn(email)).status).toBe(200)
    const mail = (await server.mailsTo(email, 2)).at(-1)
    expect([mail?.subject, mail?.text]).toEqual([
      'Двухфакторная защита отключена',
      expect.stringContaining('The phone is lost'),
    ])
    const [entry] = (await shop.api.get('/api/admin/audit-log')).body.items.filter(
      ({ action }: { action: string }) => action.includes('remove-second-factor'),
    )
    expect(entry).toMatchObject({ reason: 'The phone is lost', actorName: 'Owner' })
  })

  it('refuses to remove the second factor of the owner, of an employee elsewhere, or of one without an account', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const administrator = await colleague(shop, 'Administrator')
    await administrator.accept({})
    const { api } = await signIn(administrator.email)
    await addFactor(shop.api)
    expect(codeIn(await remove(api, shop.employeeId))).toEqual([409, 'owner_needed'])
    expect((await remove(other.api, administrator.id)).status).toBe(404)
    const manager = await colleague(shop, 'Manager')
    expect(codeIn(await remove(shop.api, manager.id))).toEqual([409, 'account_missing'])
  })

  it('requires the code of a factor to accept an invitation, and a SuperAdmin to remove the factor of a user in two organizations', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const { id, email, accept } = await colleague(shop, 'Manager')
    await accept({})
    const there = await colleague(other, 'Manager', email)
    const { api } = await signIn(email)
    const factor = await addFactor(api)
    expect(codeIn(await there.accept({}))).toEqual([400, 'wrong_password'])
    expect(codeIn(await there.accept({ code: '000000' }))).toEqual([400, 'wrong_password'])
    const code = codeOf(factor.secret, 30)
    const answers = await Promise.all([there.accept({ code }), there.accept({ code })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(codeIn(await remove(shop.api, id))).toEqual([409, 'works_elsewhere'])
    const path = (organization: Organization, employee: string) =>
      `/api/super-admin/organizations/${organization.organizationId}/employees/${employee}/remove-second-factor`
    expect((await admin.post(path(shop, there.id), { reason: 'Asked for' })).status).toBe(404)
    expect((await admin.post(path(shop, id), { reason: 'Asked for' })).status).toBe(204)
    const chosen = { organization: shop.organizationId }
    expect((await signIn(email, chosen)).status).toBe(200)
    const [, entry] = (await shop.api.get('/api/admin/audit-log')).body.items
    expect(entry).toMatchObject({ reason: 'Asked for', isSuperAdmin: true })
  })
})
