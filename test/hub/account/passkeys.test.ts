import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addFactor } from '#test/support/authenticator.ts'
import { openBrowser } from '#test/support/browser.ts'
import { atMoment } from '#test/support/clock.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  useHub,
} from '#test/support/hub.ts'
import { superAdmin } from '#test/support/people.ts'

const PASSKEYS = '/api/me/passkeys'
const BEGIN = '/api/auth/passkey/options'
const GRANT = 'urn:counterfoil:grant-type:passkey'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('passkeys created by a real browser', () => {
  const door = useHub()
  let browser: Browser
  let page: Page
  let cdp: CDPSession
  let site: string

  beforeAll(async () => {
    const admin = await superAdmin(door, await signUp(door))
    // The site must have a name, because passkeys do not work with IP addresses.
    site = door.hub.url.replace('127.0.0.1', 'localhost')
    const channels = '/api/super-admin/platform-settings'
    const { body } = await admin.get(channels)
    expect((await admin.put(channels, { ...body, publicUrl: site })).status).toBe(200)
    browser = await openBrowser()
    page = await browser.newPage()
    // API responses have no origin because their policy sandboxes them, so a console page is simulated.
    await page.route('**/sign-in', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto(`${site}/sign-in`)
    cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
  })
  afterAll(() => browser?.close())
  afterEach(async () => {
    for (const unplug of plugged.splice(0)) await unplug()
  })
  const plugged: (() => Promise<unknown>)[] = []

  /** Adds a virtual authenticator that stores passkeys and has verified its user. */
  const plugIn = async () => {
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    plugged.push(() => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }))
    return authenticatorId
  }
  const create = (options: object): Promise<object> =>
    page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      return made.toJSON()
    }, options)
  const prove = (options: object): Promise<Record<string, string>> =>
    page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as never)
      const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
      return found.toJSON() as never
    }, options)

  const client = () => new ApiClient(door).with({ 'X-Forwarded-For': '10.2.2.2' })
  const challenge = async () => (await client().post(BEGIN)).body
  const redeem = (assertion: object, more: Record<string, string> = {}) =>
    client().token({ grant_type: GRANT, assertion: JSON.stringify(assertion), ...more })
  const signIn = async () => redeem(await prove(await challenge()))
  const add = async ({ api }: Pick<Organization, 'api'>, name = 'My telephone') => {
    const options = (await api.post(`${PASSKEYS}/options`)).body
    return api.post(PASSKEYS, { name, credential: await create(options) })
  }
  const claimsOf = ({ body }: Answer) =>
    JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
  const errorOf = ({ status, body }: Answer) => [status, body.error]
  const REFUSED = [400, 'invalid_grant']

  it('signs in with a passkey instead of a password, and renames and removes the passkey', async () => {
    await plugIn()
    const shop = await signUp(door)
    const made = await add(shop)
    expect([made.status, made.body.items]).toMatchObject([201, [{ name: 'My telephone', lastUsedAt: null }]])
    const signedIn = await signIn()
    expect([signedIn.status, claimsOf(signedIn)]).toMatchObject([200, { amr: ['pop', 'mfa'] }])
    const api = new ApiClient(door, signedIn.body.access_token)
    expect((await api.get(`/api/catalog/stores/${shop.storeId}`)).status).toBe(200)
    const [passkey] = (await api.get(PASSKEYS)).body.items
    expect(passkey.lastUsedAt).not.toBeNull()
    const stranger = await signUp(door)
    const rename = (who: ApiClient, body: object) => who.send('PATCH', `${PASSKEYS}/${passkey.id}`, body)
    expect((await rename(api, { name: 'My old telephone' })).body.items).toEqual([
      { ...passkey, name: 'My old telephone' },
    ])
    for (const name of ['', 'x'.repeat(101), 7])
      expect((await rename(api, { name })).body.errors[0].pointer).toBe('#/name')
    expect((await rename(stranger.api, { name: 'Mine' })).status).toBe(404)
    expect((await stranger.api.delete(`${PASSKEYS}/${passkey.id}`)).status).toBe(404)
    expect((await api.delete(`${PASSKEYS}/${passkey.id}`)).status).toBe(204)
    expect(errorOf(await signIn())).toEqual(REFUSED)
  })

  it('accepts a signed challenge once, within five minutes, and only for this site', async () => {
    await plugIn()
    const shop = await signUp(door)
    await add(shop)
    const assertion = await prove(await challenge())
    const answers = await Promise.all([redeem(assertion), redeem(assertion)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(errorOf(await redeem(assertion))).toEqual(REFUSED)
    const late = await prove(await challenge())
    expect(errorOf(await atMoment(inMinutes(5.1), () => redeem(late)))).toEqual(REFUSED)
    expect((await signIn()).status).toBe(200)
    // Neither the challenge of a registration nor an invented one is valid for a sign-in.
    const options = (await shop.api.post(`${PASSKEYS}/options`)).body
    const { rpId, ...requested } = await challenge()
    for (const challenge of [options.challenge, 'AAAA'])
      expect(errorOf(await redeem(await prove({ ...requested, rpId, challenge })))).toEqual(REFUSED)
    const tampered = {
      ...assertion,
      response: { ...(assertion.response as never as object), signature: 'AAAA' },
    }
    for (const wrong of [{}, tampered, 'x', { ...assertion, response: {} }])
      expect(errorOf(await redeem(wrong as object))).toEqual(REFUSED)
    await using owner = await door.database.connect()
    await owner.query(`UPDATE platform_channels SET public_url = 'https://elsewhere.example'`)
    expect(errorOf(await redeem(await prove({ ...(await challenge()), rpId })))).toEqual(REFUSED)
    await owner.query(`UPDATE platform_channels SET public_url = $1`, [site])
  })

  it('refuses a passkey whose counter has not advanced, which indicates a copy', async () => {
    await plugIn()
    const shop = await signUp(door)
    await add(shop)
    expect((await signIn()).status).toBe(200)
    await using owner = await door.database.connect()
    await owner.query('UPDATE passkeys SET counter = counter + 10')
    expect(errorOf(await signIn())).toEqual(REFUSED)
  })

  it('accepts a passkey as the second factor that a role requires, unlike a password alone', async () => {
    await plugIn()
    const shop = await signUp(door)
    await add(shop)
    const settings = (await shop.api.get('/api/organization/settings')).body
    const roles = (await shop.api.get('/api/organization/employee-roles?pageSize=100')).body.items
    const ids = roles.map(({ id }: { id: string }) => id)
    await shop.api.put('/api/organization/settings', { ...settings, secondFactorRoleIds: ids })
    const form = { grant_type: 'password', username: shop.email, password: OWNER_PASSWORD }
    const byPassword = new ApiClient(door, (await client().token(form)).body.access_token)
    expect((await byPassword.get('/api/catalog/stores')).body.code).toBe('second_factor_needed')
    const byPasskey = new ApiClient(door, (await signIn()).body.access_token)
    expect((await byPasskey.get('/api/catalog/stores')).status).toBe(200)
    // The last passkey cannot be removed while a second factor is required.
    const [passkey] = (await byPasskey.get(PASSKEYS)).body.items
    expect((await byPasskey.delete(`${PASSKEYS}/${passkey.id}`)).body.code).toBe('second_factor_stays')
    await addFactor(byPasskey)
    expect((await byPasskey.delete(`${PASSKEYS}/${passkey.id}`)).status).toBe(204)
  })

  it('proves the identity of the owner of the passkey, and of no other user', async () => {
    await plugIn()
    const [shop, stranger] = [await signUp(door), await signUp(door)]
    await add(shop)
    const { api } = shop
    await addFactor(api)
    const stepUp = async (caller: ApiClient) =>
      caller.post('/api/me/step-up', { assertion: await prove(await challenge()) })
    const proven = await stepUp(api)
    expect([proven.status, claimsOf(proven).amr]).toEqual([200, ['pwd', 'pop', 'mfa']])
    const refused = await stepUp(stranger.api)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/assertion'])
    const stale = await atMoment(inMinutes(11), () => api.post(`${PASSKEYS}/options`))
    expect(stale.body.code).toBe('step_up_needed')
  })

  it('registers a passkey only for the account that requested it, and signs in only after user verification', async () => {
    const authenticatorId = await plugIn()
    const [shop, other] = [await signUp(door), await signUp(door)]
    const options = (await shop.api.post(`${PASSKEYS}/options`)).body
    expect(options).toMatchObject({ rp: { id: 'localhost' }, user: { name: shop.email } })
    const credential = await create(options)
    const taken = await other.api.post(PASSKEYS, { name: 'Theirs', credential })
    expect([taken.status, taken.body.errors[0].pointer]).toEqual([400, '#/credential'])
    // The failed attempt uses up the challenge.
    expect((await shop.api.post(PASSKEYS, { name: 'Mine', credential })).status).toBe(400)
    expect((await add(shop)).status).toBe(201)
    expect((await shop.api.post(PASSKEYS, { name: 'Mine', credential: {} })).status).toBe(400)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    const unverified = await prove({ ...(await challenge()), userVerification: 'discouraged' })
    expect(errorOf(await redeem(unverified))).toEqual(REFUSED)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    expect((await signIn()).status).toBe(200)
  })
})
