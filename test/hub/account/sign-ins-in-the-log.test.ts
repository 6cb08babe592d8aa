import { describe, expect, it } from 'vitest'
import { enrolDevice } from '#test/support/device.ts'
import { ApiClient, type Organization, OWNER_PASSWORD, signUp, useHub } from '#test/support/hub.ts'

describe('sign-ins in the audit log', () => {
  const door = useHub()
  const entries = async ({ api }: Organization, kind: string) =>
    (await api.get(`/api/admin/audit-log?kind=${kind}`)).body.items
  const browser = (address: string) =>
    new ApiClient(door).with({ 'X-Forwarded-For': address, 'User-Agent': 'Console/1' })
  const signIn = (username: string, password: string, address: string) =>
    browser(address).token({ grant_type: 'password', username, password })

  it('records sign-ins and sign-outs with address and user agent', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const before = await entries(shop, 'sign-ins')
    const { body } = await signIn(shop.email, OWNER_PASSWORD, '203.0.113.9')
    const signedIn = await entries(shop, 'sign-ins')
    expect(signedIn).toHaveLength(before.length + 1)
    expect(signedIn[0]).toMatchObject({
      actorName: 'Owner',
      employeeId: shop.employeeId,
      address: '203.0.113.9',
      userAgent: 'Console/1',
      action: 'POST /~/connect/token',
      recordId: signedIn[0].accountId,
    })
    expect(JSON.stringify(signedIn)).not.toContain(body.refresh_token)
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    const renewed = await browser('203.0.113.9').token(refresh)
    expect(await entries(shop, 'sign-ins')).toHaveLength(signedIn.length)
    const form = new URLSearchParams({ token: renewed.body.refresh_token }).toString()
    const out = browser('203.0.113.9').with({ 'Content-Type': 'application/x-www-form-urlencoded' })
    for (let twice = 0; twice < 2; twice += 1) await out.send('POST', '/~/connect/revoke', form)
    expect(await entries(shop, 'sign-outs')).toMatchObject([{ actorName: 'Owner', address: '203.0.113.9' }])
    expect(await entries(other, 'sign-outs')).toEqual([])
  })

  it('records guesses above the limit in one entry, and no wrong passwords below it', async () => {
    const shop = await signUp(door)
    const guess = () => signIn(shop.email, 'wrong horse', '203.0.113.10')
    let status = 0
    for (let tries = 0; tries < 40 && status !== 429; tries += 1) {
      expect(await entries(shop, 'refused-sign-ins')).toEqual([])
      status = (await guess()).status
    }
    expect(status).toBe(429)
    await Promise.all([guess(), guess(), guess()])
    const refused = () => entries(shop, 'refused-sign-ins')
    // The entry is written after the response is sent.
    await expect.poll(refused).toMatchObject([{ actorName: null, address: '203.0.113.10', changes: [] }])
    await guess()
    expect(await refused()).toHaveLength(1)
  })

  it('records the sign-up and enrolled agents, without credentials', async () => {
    const shop = await signUp(door)
    expect(await entries(shop, 'signup')).toMatchObject([
      { action: 'POST /api/auth/signup', actorName: 'Owner', recordId: shop.organizationId },
    ])
    const device = await enrolDevice(door, shop)
    expect(await entries(shop, 'devices')).toMatchObject([
      { action: 'POST /api/pos/v1/enrol', accountId: null, recordId: device.id },
    ])
    expect(JSON.stringify(await entries(shop, 'devices'))).not.toContain(device.credentials.client_secret)
  })
})
