import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  startTestHub,
  useHub,
} from '#test/support/hub.ts'
import { MailServer, mailThrough, tokenIn } from '#test/support/mail-server.ts'
import { hire, superAdmin, superAdminWithFactor, visit } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const BASE = '/api/super-admin/organizations'
type Json = Answer['body']

describe('organization management by SuperAdmins', () => {
  const door = useHub()
  let platform: ApiClient
  beforeAll(async () => {
    platform = await superAdmin(door, await signUp(door))
  })
  const of = async (shop: Organization): Promise<Json> => {
    const { status, body } = await platform.get(`${BASE}/${shop.organizationId}`)
    expect(status).toBe(200)
    return body
  }
  const path = (shop: Organization, rest = '') => `${BASE}/${shop.organizationId}${rest}`
  const reasons = async (shop: Organization) =>
    (await shop.api.get('/api/admin/audit-log')).body.items.map(({ reason }: Json) => reason)

  it('lists organizations by name, finds them by owner, and returns their size', async () => {
    const name = `Listed ${newId()}`
    const shop = await signUp(door, { organizationName: name })
    await enrolDevice(door, shop)
    const found = (await platform.get(`${BASE}?search=${name.toUpperCase()}`)).body
    expect(found).toMatchObject({ total: 1, items: [{ id: shop.organizationId, name, isArchived: false }] })
    expect(found.items[0]).toMatchObject({
      ownerEmployeeId: shop.employeeId,
      ownerName: 'Owner',
      ownerEmail: shop.email,
      employees: 1,
      retailPoints: 1,
      devices: 1,
      country: 'KZ',
      timeZone: 'Asia/Almaty',
    })
    expect((await platform.get(`${BASE}?ownerEmail=${shop.email}`)).body.total).toBe(1)
    expect((await platform.get(`${BASE}?search=%25${newId()}`)).body).toMatchObject({ items: [], total: 0 })
    const [first, second] = [1, 2].map((page) =>
      platform.get(`${BASE}?pageSize=1&sort=-createdAt&page=${page}`),
    )
    expect((await first)?.body.items[0].id).not.toBe((await second)?.body.items[0].id)
  })

  it('creates an organization and invites its owner, only once for a repeated request', async () => {
    const id = newId()
    const input = {
      id,
      name: 'Made by the platform',
      taxId: '123456789012',
      country: 'RU',
      owner: { email: `${id}@shop.test`, lastName: 'Ivanova' },
    }
    const made = await platform.post(BASE, input)
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        id,
        timeZone: 'Europe/Moscow',
        ownerName: 'Ivanova',
        ownerEmail: `${id}@shop.test`,
        taxId: '123456789012',
      },
    ])
    expect(made.headers.get('Location')).toBe(`${BASE}/${id}`)
    const { token, ...invitation } = linkOf(made)
    expect(invitation).toMatchObject({ email: `${id}@shop.test`, isByHand: true, mail: null })
    const repeated = await platform.post(BASE, input)
    expect([repeated.status, repeated.body.ownerInvitation.link]).toEqual([200, null])
    const twice = { ...input, id: newId(), owner: { ...input.owner, email: `${newId()}@shop.test` } }
    const answers = await Promise.all([platform.post(BASE, twice), platform.post(BASE, twice)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    expect((await platform.get(`${BASE}?ownerEmail=${twice.owner.email}`)).body.total).toBe(1)
    const inside = await visit(platform, id)
    expect((await inside.get('/api/catalog/stores')).body.total).toBe(1)
    const wrong = await platform.post(BASE, { ...input, id: newId(), owner: { email: 'x', lastName: '' } })
    expect(wrong.body.errors.map(({ pointer }: Json) => pointer)).toEqual([
      '#/owner/email',
      '#/owner/lastName',
    ])
  })

  /** Returns the invitation with the token of its link. Requires a hub that sends no mail. */
  const linkOf = ({ body }: Answer) => {
    const invitation = body.ownerInvitation ?? body
    expect(invitation.link).toMatch(/\/accept-invitation#token=[\w-]{43}$/)
    return { ...invitation, token: invitation.link.split('#token=')[1] as string }
  }
  const found = (email: string, headers: Record<string, string> = {}) =>
    platform.with(headers).post(BASE, { name: 'Founded', country: 'KZ', owner: { email, lastName: 'Lee' } })
  const accept = (token: string, password: string) =>
    new ApiClient(door).post('/api/auth/accept-invitation', { token, password })

  it('returns the invitation link of the owner only once, and leaves the email address of the owner unverified', async () => {
    const email = `${newId()}@shop.test`
    const made = await found(email, { 'Idempotency-Key': 'found' })
    expect((await found(email, { 'Idempotency-Key': 'found' })).body).toMatchObject({
      id: made.body.id,
      ownerInvitation: { email, link: null },
    })
    const lost = linkOf(made).token
    const again = `${BASE}/${made.body.id}/employees/${made.body.ownerEmployeeId}/invitation`
    const { token } = linkOf(await platform.post(again))
    expect((await accept(lost, OWNER_PASSWORD)).body.code).toBe('link_invalid')
    expect((await accept(token, OWNER_PASSWORD)).body.organizationId).toBe(made.body.id)
    const signIn = { grant_type: 'password', username: email, password: OWNER_PASSWORD }
    const owner = new ApiClient(door, (await new ApiClient(door).token(signIn)).body.access_token)
    expect((await owner.get('/api/me')).body).toMatchObject({ isAddressProved: false })
    expect((await owner.get('/api/organization/employees')).body.items).toMatchObject([
      { isOwner: true, hasAccount: true, roleName: 'Owner' },
    ])
    expect((await platform.post(again)).body.code).toBe('duplicate')
    expect((await platform.get(`${BASE}?ownerEmail=${email}`)).body.total).toBe(1)
  })

  it('accepts the owner of another organization with the existing password, and refuses a SuperAdmin as the owner', async () => {
    const shop = await signUp(door)
    const made = await found(shop.email)
    expect([made.status, made.body.ownerEmail]).toEqual([201, shop.email])
    const { token } = linkOf(made)
    expect((await accept(token, 'seven green bottles')).body.code).toBe('wrong_password')
    expect((await accept(token, OWNER_PASSWORD)).status).toBe(200)
    expect((await platform.get(`${BASE}?ownerEmail=${shop.email}`)).body.total).toBe(2)
    const admin = await superAdminWithFactor(door, await signUp(door))
    const refused = await found(admin.email)
    expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
      409,
      'email_taken',
      '#/owner/email',
    ])
  })

  it('mails the invitation of the owner in the language of the country', async () => {
    await using hub = await startTestHub()
    await using server = await MailServer.start()
    const admin = await superAdmin(hub, await signUp(hub))
    await mailThrough(admin, server)
    for (const [country, subject] of [
      ['KZ', 'Приглашение: Mailed'],
      ['GB', 'Invitation: Mailed'],
    ] as const) {
      const email = `${newId()}@shop.test`
      const made = await admin.post(BASE, { name: 'Mailed', country, owner: { email, lastName: 'Lee' } })
      expect(made.body.ownerInvitation).toMatchObject({ email, isByHand: false, link: null })
      const [mail] = await server.mailsTo(email)
      expect(mail?.subject).toBe(subject)
      const accepting = new ApiClient(hub)
      const body = { token: tokenIn(mail as never), password: OWNER_PASSWORD }
      expect((await accepting.post('/api/auth/accept-invitation', body)).status).toBe(200)
      const signIn = { grant_type: 'password', username: email, password: OWNER_PASSWORD }
      const owner = new ApiClient(hub, (await accepting.token(signIn)).body.access_token)
      expect((await owner.get('/api/me')).body).toMatchObject({ isAddressProved: true })
    }
  })

  it('refuses to rename an organization with a stale version', async () => {
    const shop = await signUp(door)
    const read = await of(shop)
    const renamed = await platform.put(path(shop), { ...read, name: 'Renamed', taxId: '7' })
    expect(renamed.body).toMatchObject({ name: 'Renamed', taxId: '7', version: read.version + 1 })
    expect((await platform.put(path(shop), { ...read, name: 'Late' })).body.code).toBe('concurrency_conflict')
    expect((await platform.put(path(shop), renamed.body)).body).toMatchObject({ name: 'Renamed' })
  })

  it('archives an organization, which locks out its users but holds till uploads, and restores it', async () => {
    const shop = await signUp(door)
    const product = await createProduct(shop)
    const device = await enrolDevice(door, shop)
    expect((await platform.post(path(shop, '/archive'))).body.isArchived).toBe(true)
    expect((await shop.api.get('/api/catalog/stores')).status).toBe(401)
    const { email: username } = shop
    const signIn = () =>
      new ApiClient(door).token({ grant_type: 'password', username, password: OWNER_PASSWORD })
    expect((await signIn()).status).toBe(400)
    const sale = saleBody(shop, [{ productId: product, quantity: 1 }])
    expect((await device.upload([device.item(sale)])).body.results[0].result).toBe('held')
    expect((await platform.get(`${BASE}?isArchived=true&ownerEmail=${username}`)).body.total).toBe(1)
    expect((await platform.post(path(shop, '/archive'))).status).toBe(200)
    expect((await platform.post(path(shop, '/restore'))).body.isArchived).toBe(false)
    expect((await shop.api.get('/api/catalog/stores')).status).toBe(200)
    await until(
      'the sale is booked',
      async () => (await shop.api.get(`/api/sales/retail/${sale.id}`)).status === 200,
    )
  })

  it('changes the owner with a reason that the organization can read', async () => {
    const shop = await signUp(door)
    const heir = await hire(door, shop, 'Manager')
    const { items } = (await shop.api.get('/api/organization/employees?sort=-createdAt')).body
    const [manager] = items
    const read = await of(shop)
    const change = (more: object) =>
      platform.post(path(shop, '/change-owner'), {
        version: read.version,
        employeeId: manager.id,
        reason: 'The owner has sold the shop',
        ...more,
      })
    for (const [more, pointer] of [
      [{ reason: ' ' }, '#/reason'],
      [{ employeeId: newId() }, '#/employeeId'],
    ] as const)
      expect((await change(more)).body.errors[0].pointer).toBe(pointer)
    const answers = await Promise.all([change({}), change({ employeeId: shop.employeeId })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const now = await of(shop)
    const won = now.ownerEmployeeId === manager.id
    if (!won)
      await platform.post(path(shop, '/change-owner'), {
        version: now.version,
        employeeId: manager.id,
        reason: 'Sold',
      })
    expect(await of(shop)).toMatchObject({ ownerEmployeeId: manager.id, ownerName: 'Manager' })
    // The previous owner becomes an administrator, and the new owner has all permissions.
    const people = (await heir.get('/api/organization/employees')).body.items
    expect(people.find(({ id }: Json) => id === shop.employeeId)).toMatchObject({ roleName: 'Administrator' })
    expect(await reasons(shop)).toContain(won ? 'The owner has sold the shop' : 'Sold')
  })

  it('refuses to lock or delete the owner, and locks and deletes other employees', async () => {
    const shop = await signUp(door)
    const manager = await hire(door, shop, 'Manager')
    const { items } = (await platform.get(path(shop, '/employees?sort=-createdAt'))).body
    const [{ id }] = items
    const ofOwner = path(shop, `/employees/${shop.employeeId}`)
    for (const answer of [
      await platform.post(`${ofOwner}/toggle-active`),
      await platform.post(`${ofOwner}/account/toggle-active`),
      await platform.delete(ofOwner),
    ])
      expect(answer.body.code).toBe('owner_needed')
    const colleague = path(shop, `/employees/${id}`)
    expect((await platform.post(`${colleague}/toggle-active`)).body.isArchived).toBe(true)
    expect((await manager.get('/api/catalog/stores')).status).toBe(401)
    expect((await platform.post(`${colleague}/toggle-active`)).body.isArchived).toBe(false)
    expect((await platform.post(`${colleague}/account/toggle-active`)).body.isAccountActive).toBe(false)
    expect((await platform.post(`${colleague}/account/toggle-active`)).body.isAccountActive).toBe(true)
    const roleId = items[0].roleId
    const cashier = await platform.post(path(shop, '/employees'), { lastName: 'Aliya', roleId })
    expect([cashier.status, cashier.body.lastName]).toEqual([201, 'Aliya'])
    expect(cashier.headers.get('Location')).toBe(path(shop, `/employees/${cashier.body.id}`))
    expect(
      (await platform.post(path(shop, `/employees/${cashier.body.id}/account/toggle-active`))).body.code,
    ).toBe('account_missing')
    const reset = await platform.post(`${ofOwner}/reset-password`)
    expect([reset.status, reset.body.code]).toEqual([409, 'mail_not_configured'])
    const other = await signUp(door)
    for (const answer of [
      await platform.get(path(other, `/employees/${id}`)),
      await platform.post(path(other, `/employees/${id}/toggle-active`)),
      await platform.get(`${BASE}/${newId()}/employees`),
    ])
      expect(answer.status).toBe(404)
  })

  it('mails a password reset in the language of the country', async () => {
    await using server = await MailServer.start()
    await mailThrough(platform, server)
    for (const [country, subject] of [
      ['KZ', /парол/i],
      ['GB', /password/i],
    ] as const) {
      const shop = await signUp(door, { country })
      const before = server.mails.length
      expect((await platform.post(path(shop, `/employees/${shop.employeeId}/reset-password`))).status).toBe(
        204,
      )
      await until('the letter is there', async () => server.mails.length > before)
      expect(server.mails.at(-1)).toMatchObject({
        to: { text: shop.email },
        subject: expect.stringMatching(subject),
      })
    }
  })

  it('deletes only an archived organization without stuck fiscal receipts, with its name as confirmation if it has sales', async () => {
    const [shop, other] = [await signUp(door, { organizationName: 'Gone "soon"' }), await signUp(door)]
    const product = await createProduct(shop, { name: 'Tea' })
    const device = await enrolDevice(door, shop)
    await device.upload([device.item(saleBody(shop, [{ productId: product, quantity: 1 }]))])
    expect((await platform.delete(path(shop))).body.code).toBe('not_archived')
    await platform.post(path(shop, '/archive'))
    expect((await platform.delete(path(shop))).body.code).toBe('not_confirmed')
    expect((await platform.delete(path(shop, '?confirmation=gone'))).body.code).toBe('not_confirmed')
    const ask = () => platform.delete(path(shop, `?confirmation=${encodeURIComponent('Gone "soon"')}`))
    // The provider may already have registered a fiscal receipt that is stuck.
    await using owner = await door.database.connect()
    await owner.query(
      `INSERT INTO fiscal_receipts (organization_id, sale_id, state) SELECT organization_id, id, 'Failed' FROM retail_sales
       WHERE organization_id = $1`,
      [shop.organizationId],
    )
    expect((await ask()).body.code).toBe('cleanup_refused')
    await owner.query(`UPDATE fiscal_receipts SET state = 'Done' WHERE organization_id = $1`, [
      shop.organizationId,
    ])
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    await until('it is gone', async () => (await platform.get(path(shop))).status === 404)
    const { rows } = await owner.query(`
      SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`)
    for (const { name } of rows) {
      const left = await owner.query(`SELECT FROM ${name} WHERE organization_id = $1`, [shop.organizationId])
      expect([name, left.rowCount]).toEqual([name, 0])
    }
    // The hub has deleted the device, so unsent records stay at the till.
    const token = await new ApiClient(door).token({ grant_type: 'client_credentials', ...device.credentials })
    expect([token.status, token.body.error]).toEqual([401, 'invalid_client'])
    expect((await device.upload([])).status).toBe(401)
    expect((await other.api.get('/api/catalog/stores')).body.total).toBe(1)
    expect((await platform.delete(path(shop))).status).toBe(404)
  })

  it('requires a SuperAdmin to manage organizations', async () => {
    const shop = await signUp(door)
    for (const api of [shop.api, new ApiClient(door)])
      for (const answer of [
        await api.get(BASE),
        await api.get(path(shop)),
        await api.post(path(shop, '/archive')),
        await api.delete(path(shop)),
        await api.get(path(shop, '/employees')),
      ])
        expect(answer.status).toBe(api === shop.api ? 403 : 401)
  })
})
