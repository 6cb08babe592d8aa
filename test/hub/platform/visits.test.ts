import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  useHub,
} from '#test/support/hub.ts'
import { MailServer, mailThrough } from '#test/support/mail-server.ts'
import { hire, superAdmin, superAdminWithFactor, visit } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

type Json = Answer['body']
const STORES = '/api/catalog/stores'
const MINUTE_MS = 60_000

describe('SuperAdmin visits to an organization', () => {
  const door = useHub()
  let shop: Organization
  let admin: ApiClient
  let codes: string[]
  let signInForm: (otp: string) => Record<string, string>
  beforeAll(async () => {
    shop = await signUp(door)
    const made = await superAdminWithFactor(door, shop)
    admin = made.api
    signInForm = (otp) => ({ grant_type: 'password', username: made.email, password: OWNER_PASSWORD, otp })
    codes = made.recoveryCodes
  })
  afterEach(() => vi.useRealTimers())

  const pathOf = ({ organizationId }: Organization) =>
    `/api/super-admin/organizations/${organizationId}/visits`
  const inside = (client: ApiClient, { organizationId } = shop) =>
    client.with({ 'X-Organization-Id': organizationId })
  const codeOf = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return [status, body.code]
  }
  /** Returns the email address of the SuperAdmin who visited last, as created by test/support/people.ts. */
  const emailOf = async (place: Organization) =>
    `${(await admin.get(pathOf(place))).body.items[0].accountId}@shop.test`
  const NEEDED = [403, 'visit_needed']

  it('requires a reason, and admits only the visiting SuperAdmin to only that organization', async () => {
    const place = await signUp(door)
    const path = pathOf(place)
    expect(await codeOf(inside(admin, place).get(STORES))).toEqual(NEEDED)
    for (const [body, pointer] of [
      [{}, '#/reason'],
      [{ reason: ' ' }, '#/reason'],
      [{ reason: 'x'.repeat(1001) }, '#/reason'],
      [{ reason: 'Help', act: 'yes' }, '#/act'],
    ] as const) {
      const refused = await admin.post(path, body)
      expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, pointer])
    }
    expect(await codeOf(admin.post(pathOf({ ...place, organizationId: newId() }), { reason: 'x' }))).toEqual([
      404,
      'not_found',
    ])
    const begun = await admin.post(path, { reason: 'They asked\nfor help' })
    expect([begun.status, begun.body]).toMatchObject([
      201,
      { organizationId: place.organizationId, reason: 'They asked\nfor help', mayAct: false, endedAt: null },
    ])
    expect(Date.parse(begun.body.endsAt) - Date.parse(begun.body.startedAt)).toBe(30 * MINUTE_MS)
    const found = (await inside(admin, place).get(STORES)).body
    expect(found.items.map(({ id }: Json) => id)).toEqual([place.storeId])
    // The visit admits the SuperAdmin to no other organization, and admits no other SuperAdmin.
    expect(await codeOf(inside(admin, await signUp(door)).get(STORES))).toEqual(NEEDED)
    expect(await codeOf(inside(await superAdmin(door, shop), place).get(STORES))).toEqual(NEEDED)
    expect(await codeOf(inside(admin, { ...place, organizationId: newId() }).get(STORES))).toEqual([
      404,
      'not_found',
    ])
  })

  it('allows only reading unless the visit permits changes', async () => {
    const place = await signUp(door)
    const reading = await visit(admin, place.organizationId, { act: false })
    expect((await reading.get(STORES)).status).toBe(200)
    const refused = [403, 'visit_reads_only']
    expect(await codeOf(reading.post(STORES, { name: 'North' }))).toEqual(refused)
    expect(await codeOf(reading.delete(`${STORES}/${place.storeId}`))).toEqual(refused)
    expect(await codeOf(reading.put(`${STORES}/${place.storeId}`, {}))).toEqual(refused)
    expect((await place.api.get(STORES)).body.total).toBe(1)
    // Requests about the account of the SuperAdmin and about the platform are still allowed.
    expect((await reading.put('/api/super-admin/settings', {})).body.code).toBe('invalid_request')
    expect((await reading.get('/api/me/sessions')).status).toBe(200)
    const acting = await visit(admin, place.organizationId)
    expect((await acting.post(STORES, { name: 'North' })).status).toBe(201)
    await visit(admin, place.organizationId, { act: false })
    expect(await codeOf(acting.post(STORES, { name: 'South' }))).toEqual(refused)
  })

  it('ends a visit 30 minutes after its start by the clock of the hub', async () => {
    const place = await signUp(door)
    const startedAt = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt })
    await visit(admin, place.organizationId)
    const later = async (ms: number) => {
      vi.setSystemTime(startedAt + ms)
      const form = signInForm(must(codes.pop()))
      return inside(new ApiClient(door, (await new ApiClient(door).token(form)).body.access_token), place)
    }
    const client = await later(30 * MINUTE_MS - 1)
    expect((await client.get(STORES)).status).toBe(200)
    vi.setSystemTime(startedAt + 30 * MINUTE_MS)
    expect(await codeOf(client.get(STORES))).toEqual(NEEDED)
    expect(await codeOf(client.post(STORES, { name: 'Late' }))).toEqual(NEEDED)
    // After the end of a visit, the next one can begin.
    const again = await visit(client, place.organizationId)
    expect((await again.get(STORES)).status).toBe(200)
    const [now, before] = (await client.get(pathOf(place))).body.items
    expect([now.endedAt, before.endedAt]).toEqual([null, before.endsAt])
  })

  it('ends a visit at the request of any SuperAdmin', async () => {
    const place = await signUp(door)
    const path = pathOf(place)
    const acting = await visit(admin, place.organizationId)
    const other = await superAdmin(door, shop)
    const [{ id }] = (await other.get(path)).body.items
    expect((await acting.get(STORES)).status).toBe(200)
    expect((await other.delete(`${path}/${id}`)).status).toBe(204)
    expect(await codeOf(acting.get(STORES))).toEqual(NEEDED)
    const [{ endedAt }] = (await admin.get(path)).body.items
    expect((await admin.delete(`${path}/${id}`)).status).toBe(204)
    expect((await admin.get(path)).body).toMatchObject({ total: 1, items: [{ id, endedAt }] })
    for (const answer of [
      await admin.delete(`${path}/${newId()}`),
      await admin.delete(`${pathOf(shop)}/${id}`),
      await admin.get(pathOf({ ...place, organizationId: newId() })),
    ])
      expect(answer.status).toBe(404)
  })

  it('keeps only one of several concurrently started visits open, and ends it idempotently', async () => {
    const place = await signUp(door)
    const path = pathOf(place)
    const begun = await Promise.all([1, 2, 3].map(() => admin.post(path, { reason: 'At once', act: true })))
    expect(begun.map(({ status }) => status)).toEqual([201, 201, 201])
    const { items } = (await admin.get(path)).body
    expect(items.filter(({ endedAt }: Json) => endedAt === null)).toHaveLength(1)
    const running = items.find(({ endedAt }: Json) => endedAt === null)
    const ends = await Promise.all([1, 2].map(() => admin.delete(`${path}/${running.id}`)))
    expect(ends.map(({ status }) => status)).toEqual([204, 204])
    expect(await codeOf(inside(admin, place).get(STORES))).toEqual(NEEDED)
  })

  it('records a visit, its reason and its changes in the logs of the organization and of the platform', async () => {
    const place = await signUp(door)
    const acting = await visit(admin, place.organizationId)
    await acting.post(STORES, { name: 'North' })
    const { items } = (await place.api.get('/api/admin/audit-log')).body
    const [made, begun] = items
    expect(made).toMatchObject({
      action: `POST ${STORES}`,
      recordName: 'North',
      isSuperAdmin: true,
      employeeId: null,
      reason: 'Asked for help',
    })
    expect(begun).toMatchObject({
      action: 'POST /api/super-admin/organizations/{orgId}/visits',
      isSuperAdmin: true,
      reason: 'Asked for help',
    })
    const ofPlatform = (await admin.get('/api/super-admin/audit-log')).body.items.filter(
      ({ insideId }: Json) => insideId === place.organizationId,
    )
    expect(ofPlatform.map(({ id }: Json) => id)).toEqual([made.id, begun.id])
  })

  it('requires a SuperAdmin for visits', async () => {
    const manager = await hire(door, shop, 'Administrator')
    for (const [client, status] of [
      [new ApiClient(door), 401],
      [manager, 403],
      [shop.api, 403],
    ] as const) {
      expect((await client.get(pathOf(shop))).status).toBe(status)
      expect((await client.post(pathOf(shop), { reason: 'x' })).status).toBe(status)
      expect((await client.delete(`${pathOf(shop)}/${newId()}`)).status).toBe(status)
    }
  })

  it('mails the owner the name of the SuperAdmin, the reason and whether the visit permits changes', async () => {
    await using server = await MailServer.start()
    await mailThrough(admin, server)
    const place = await signUp(door, { organizationName: 'Tea & <b>Co</b>', country: 'GB' })
    await visit(admin, place.organizationId)
    await visit(admin, place.organizationId, { act: false })
    await until('both mails are there', async () => server.mails.length === 2)
    const email = await emailOf(place)
    const texts = server.mails.map(({ text }) => text ?? '')
    for (const mail of server.mails) {
      expect(mail.to).toMatchObject({ text: place.email })
      expect(mail.subject).toBe('A platform administrator has access to Tea & <b>Co</b>')
      expect(mail.text).toContain(`${email} has access to Tea & <b>Co</b>`)
      expect(mail.text).toContain('Reason: Asked for help')
      expect(mail.html).not.toContain('<b>Co')
    }
    expect(texts.filter((text) => text.includes('can make changes'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('can only view'))).toHaveLength(1)
  })
})
