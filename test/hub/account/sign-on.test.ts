import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFactor, codeOf } from '#test/support/authenticator.ts'
import { CarelessProvider } from '#test/support/careless-provider.ts'
import { atMoment } from '#test/support/clock.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  startTestHub,
  useHub,
} from '#test/support/hub.ts'
import { IdentityProvider, type Someone } from '#test/support/identity-provider.ts'
import { MailServer, mailThrough, tokenIn } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'

const SITE = 'http://hub.test'
const START = '/api/auth/external/oidc'
const CHANNELS = '/api/super-admin/platform-settings'
const IDENTITIES = '/api/me/identities'
const GRANT = 'urn:counterfoil:grant-type:sign-on'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('single sign-on', () => {
  const door = useHub()
  let provider: IdentityProvider
  let server: MailServer
  let admin: ApiClient

  const setUp = async (...signOn: object[]) => {
    const channels = (await admin.get(CHANNELS)).body
    const { createdAt: _, ...rest } = channels
    return admin.put(CHANNELS, { ...rest, signOn })
  }

  beforeAll(async () => {
    provider = await IdentityProvider.start(`${SITE}/api/auth/external/callback`)
    server = await MailServer.start()
    admin = await superAdmin(door, await signUp(door))
    await mailThrough(admin, server)
    expect((await setUp(provider.settings)).status).toBe(200)
  })
  afterAll(async () => {
    await provider.stop()
    await server.stop()
  })

  let people = 0
  const someone = (more: Partial<Someone> = {}): Someone => {
    people += 1
    return { sub: `sub-${people}`, email: `someone-${people}@works.test`, email_verified: true, ...more }
  }
  let addresses = 0
  const browser = () => {
    addresses += 1
    return new ApiClient(door).with({ 'X-Forwarded-For': `10.7.${addresses >> 8}.${addresses & 255}` })
  }
  const cookieOf = ({ headers }: Answer) => (headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  const begin = async (client = browser(), query = '') => {
    const begun = await client.get(START + query)
    expect(begun.status).toBe(302)
    return { url: begun.headers.get('Location') ?? '', cookie: cookieOf(begun) }
  }
  const end = (url: URL, cookie: string, client = browser()) =>
    client.with({ Cookie: cookie }).get(url.pathname + url.search)
  const fragmentOf = ({ headers }: Answer) =>
    Object.fromEntries(new URLSearchParams(new URL(headers.get('Location') ?? '').hash.slice(1)))
  /** Cookies of the browsers to which codes were issued, by code. */
  const cookieFor = new Map<string, string>()
  /** Performs a complete sign-on and returns the one-time code. */
  const codeFor = async (who: Someone, query = ''): Promise<string> => {
    const { url, cookie } = await begin(undefined, query)
    const came = await end(await provider.visit(url, who), cookie)
    const { code = 'none' } = fragmentOf(came)
    cookieFor.set(code, cookieOf(came))
    return code
  }
  /** Returns the client with the cookie of the browser to which the code was issued. */
  const inBrowser = (client: ApiClient, code: string) => client.with({ Cookie: cookieFor.get(code) ?? '' })
  const redeem = (code: string, more: Record<string, string> = {}) =>
    inBrowser(browser(), code).token({ grant_type: GRANT, code, ...more })
  const signIn = async (who: Someone, more: Record<string, string> = {}) => redeem(await codeFor(who), more)
  const withPassword = (username: string) =>
    browser().token({ grant_type: 'password', username, password: OWNER_PASSWORD })
  const errorOf = ({ status, body }: Answer) => [status, body.error]
  const link = (api: ApiClient, code: string) => inBrowser(api, code).post(IDENTITIES, { code })
  const signUpBy = async (code: string, email: string) =>
    inBrowser(browser(), code).post('/api/auth/signup', {
      organizationName: 'Works',
      lastName: 'Someone',
      email,
      signOnCode: code,
    })
  const claimsOf = ({ body }: Answer) =>
    JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())

  it('lists configured providers, and reports how to configure a missing one', async () => {
    expect((await browser().get('/api/auth/external/providers')).body).toEqual({
      items: [{ key: 'oidc', name: 'The works' }],
    })
    const missing = await browser().get('/api/auth/external/google')
    expect([missing.status, missing.body.code]).toEqual([503, 'sign_on_not_configured'])
    expect(missing.body.detail).toContain('SuperAdmin')
    const unknown = await browser().get('/api/auth/external/elsewhere')
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, '#/param/provider'])
  })

  it('creates an account with its organization, and signs in to it even after the address changes', async () => {
    const who = someone()
    const refused = await redeem(await codeFor(who))
    expect(errorOf(refused)).toEqual([400, 'account_required'])
    expect(refused.body.email).toBe(who.email)
    const code = await codeFor(who)
    expect((await signUpBy(code, 'another@works.test')).body.errors[0].pointer).toBe('#/email')
    expect((await signUpBy(code, who.email ?? '')).status).toBe(201)
    expect((await signUpBy(code, who.email ?? '')).status).toBe(409)
    const signedIn = await signIn({ ...who, email: 'moved@works.test', email_verified: false })
    expect(signedIn.status).toBe(200)
    expect(claimsOf(signedIn).amr).toEqual(['sso'])
    const api = new ApiClient(door, signedIn.body.access_token)
    expect((await api.get('/api/catalog/stores')).body.items).toHaveLength(1)
    expect(
      (await browser().token({ grant_type: 'refresh_token', refresh_token: signedIn.body.refresh_token }))
        .status,
    ).toBe(200)
    // The account has no password, so neither the code nor an empty password is accepted.
    expect(
      (await browser().token({ grant_type: 'password', username: who.email ?? '', password: code })).status,
    ).toBe(400)
  })

  it('refuses to create an account for an unverified address, or with neither a password nor a code', async () => {
    const who = someone({ email_verified: false })
    const refused = await signUpBy(await codeFor(who), who.email ?? '')
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/email'])
    const neither = await browser().post('/api/auth/signup', {
      organizationName: 'Works',
      lastName: 'Someone',
      email: 'x@works.test',
    })
    expect([neither.status, neither.body.errors[0].pointer]).toEqual([400, '#/password'])
  })

  describe('an address that has an account', () => {
    const verify = async ({ email }: Organization) => {
      await browser().post('/api/auth/forgot-password', { email })
      const token = tokenIn((await server.mailsTo(email))[0] as never)
      await browser().post('/api/auth/reset-password', { token, newPassword: OWNER_PASSWORD })
    }

    it('links an account when both sides verified the address, ends earlier sessions and notifies the owner', async () => {
      const shop = await signUp(door)
      await verify(shop)
      const older = new ApiClient(door, (await withPassword(shop.email)).body.access_token)
      const who = someone({ email: shop.email })
      const signedIn = await signIn(who)
      expect(signedIn.status).toBe(200)
      expect((await older.get('/api/me/sessions')).status).toBe(401)
      const api = new ApiClient(door, signedIn.body.access_token)
      expect((await api.get(IDENTITIES)).body.items).toMatchObject([
        { issuer: provider.issuer, email: shop.email },
      ])
      const mails = await server.mailsTo(shop.email, 3)
      expect(mails.at(-1)?.subject).toBe('Новый способ входа')
      // Later sign-ons do not end sessions.
      expect((await signIn(who)).status).toBe(200)
      expect((await api.get('/api/me/sessions')).status).toBe(200)
    })

    it('links no account when the provider has not verified the address, and does not reveal whether an account exists', async () => {
      const shop = await signUp(door)
      await verify(shop)
      for (const email_verified of [false, undefined]) {
        const more = email_verified === undefined ? {} : { email_verified }
        const who = { sub: someone().sub, email: shop.email, ...more }
        const known = await signIn(who)
        const unknown = await signIn(someone({ email_verified: false }))
        expect(errorOf(known)).toEqual([400, 'link_required'])
        expect(known.body).toEqual(unknown.body)
      }
      expect(errorOf(await signIn({ sub: 'no-address' }))).toEqual([400, 'link_required'])
    })

    it('links an unverified address only after a sign-in with the password, and ends other sessions', async () => {
      const shop = await signUp(door)
      const who = someone({ email: shop.email, email_verified: false })
      expect(errorOf(await signIn(who))).toEqual([400, 'link_required'])
      const other = new ApiClient(door, (await withPassword(shop.email)).body.access_token)
      const linked = await link(shop.api, await codeFor(who))
      expect([linked.status, linked.body.hasPassword, linked.body.items.length]).toEqual([200, true, 1])
      expect((await other.get('/api/me/sessions')).status).toBe(401)
      expect((await shop.api.get('/api/me/sessions')).status).toBe(200)
      expect((await signIn(who)).status).toBe(200)
    })
  })

  it('links an identity to only one account, and allows its removal unless it is the last sign-in method', async () => {
    const [first, second] = [await signUp(door), await signUp(door)]
    const who = someone()
    expect((await link(first.api, await codeFor(who))).status).toBe(200)
    const taken = await link(second.api, await codeFor(who))
    expect([taken.status, taken.body.code]).toEqual([409, 'identity_taken'])
    const [identity] = (await first.api.get(IDENTITIES)).body.items
    expect((await second.api.delete(`${IDENTITIES}/${identity.id}`)).status).toBe(404)
    expect((await first.api.delete(`${IDENTITIES}/${identity.id}`)).status).toBe(204)
    expect(errorOf(await signIn(who))).toEqual([400, 'account_required'])

    const alone = someone()
    await signUpBy(await codeFor(alone), alone.email ?? '')
    const api = new ApiClient(door, (await signIn(alone)).body.access_token)
    await link(api, await codeFor(someone()))
    const both = (await api.get(IDENTITIES)).body.items
    expect(both).toHaveLength(2)
    const answers = await Promise.all(both.map(({ id }: { id: string }) => api.delete(`${IDENTITIES}/${id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  })

  it('accepts a code only once, even with concurrent requests, within ten minutes', async () => {
    const shop = await signUp(door)
    const who = someone()
    await link(shop.api, await codeFor(who))
    const code = await codeFor(who)
    const answers = await Promise.all([redeem(code), redeem(code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant'])
    expect(errorOf(await redeem('no such code'))).toEqual([400, 'invalid_grant'])
    const late = await codeFor(who)
    expect((await atMoment(inMinutes(10.1), () => redeem(late))).status).toBe(400)
    expect((await atMoment(inMinutes(9.9), () => redeem(late))).status).toBe(200)
    expect((await link(shop.api, 'no such code')).body.errors[0].pointer).toBe('#/code')
  })

  it('accepts a code only in the browser that started the sign-on: to sign in, sign up, link and step up', async () => {
    const shop = await signUp(door)
    const who = someone()
    await link(shop.api, await codeFor(who))
    const foreign = [undefined, (await begin()).cookie]
    for (const Cookie of foreign) {
      const elsewhere = (client: ApiClient) => client.with(Cookie === undefined ? {} : { Cookie })
      const code = await codeFor(who, '?prompt=login')
      expect(errorOf(await elsewhere(browser()).token({ grant_type: GRANT, code }))).toEqual([
        400,
        'invalid_grant',
      ])
      const refused = [
        await elsewhere(browser()).post('/api/auth/signup', {
          organizationName: 'Works',
          lastName: 'Someone',
          email: who.email,
          signOnCode: code,
        }),
        await elsewhere(shop.api).post(IDENTITIES, { code }),
        await elsewhere(shop.api).post('/api/me/step-up', { signOnCode: code }),
      ]
      for (const { status, body } of refused) expect([status, body.code]).toEqual([400, 'wrong_code'])
      // The code stays valid for the browser to which it was issued.
      expect((await redeem(code)).status).toBe(200)
    }
  })

  it('accepts the return from the provider once, within ten minutes, in the browser that started the sign-on', async () => {
    const who = someone()
    const { url, cookie } = await begin()
    expect(cookie).not.toContain('state')
    const back = await provider.visit(url, who)
    const other = await begin()
    const refusals = [
      await end(back, ''),
      await end(back, other.cookie),
      await end(
        back,
        cookie.replace(/..$/, (end) => (end === 'AA' ? 'BB' : 'AA')),
      ),
      await end(new URL(back.href.replace(/state=[^&]*/, 'state=other')), cookie),
      await atMoment(inMinutes(10.1), () => end(back, cookie)),
    ]
    for (const { status, body, headers } of refusals)
      expect([status, body.errors[0].pointer, headers.get('Location')]).toEqual([400, '#/query/state', null])
    const first = await end(back, cookie)
    expect(fragmentOf(first).code).toHaveLength(43)
    // The cookie is valid as long as the code.
    expect(cookieOf(first)).toBe(cookie)
    expect(first.headers.getSetCookie()[0]).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    // Stealing the cookie and the link is useless, because the provider accepts its code only once.
    expect(fragmentOf(await end(back, cookie))).toEqual({ error: 'sign_on_failed' })
    // PKCE makes a code from another sign-on useless.
    const swapped = new URL(url)
    swapped.searchParams.set('code_challenge', new URL(other.url).searchParams.get('code_challenge') ?? '')
    expect(fragmentOf(await end(await provider.visit(swapped.href, who), cookie))).toEqual({
      error: 'sign_on_failed',
    })
  })

  it('redirects only to pages of this site, regardless of the Host header', async () => {
    for (const page of ['https://evil.test', '//evil.test', '/\\evil.test', 'products', '/%0a/evil', '']) {
      const answer = await browser().get(`${START}?returnTo=${encodeURIComponent(page)}`)
      expect([page, answer.status === 302 ? page : answer.body.errors[0].pointer]).toEqual([
        page,
        page === '/%0a/evil' ? page : '#/query/returnTo',
      ])
    }
    const forged = browser().with({ Host: 'evil.test', 'X-Forwarded-Host': 'evil.test' })
    const { url, cookie } = await begin(forged, '?returnTo=%2Fproducts%3Fq%3Dtea')
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${SITE}/api/auth/external/callback`)
    const came = await end(await provider.visit(url, someone()), cookie, forged)
    expect(came.headers.get('Location')).toMatch(/^http:\/\/hub\.test\/sign-in#code=/)
    expect(fragmentOf(came).returnTo).toBe('/products?q=tea')
    expect(came.headers.get('Cache-Control')).toBe('no-store')
  })

  it('reports that the user refused the sign-on at the provider', async () => {
    const { url, cookie } = await begin()
    expect(fragmentOf(await end(await provider.visit(url, null), cookie))).toEqual({ error: 'access_denied' })
  })

  it('keeps the code valid until the second factor and the organization are given', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const who = someone()
    const { secret, recoveryCodes } = await addFactor(shop.api)
    await link(shop.api, await codeFor(who))
    const roles = (await other.api.get('/api/organization/employee-roles?pageSize=100')).body.items
    const roleId = roles.find(({ name }: { name: string }) => name === 'Manager').id
    const employee = { lastName: 'Someone', roleId, email: shop.email }
    const { id } = (await other.api.post('/api/organization/employees', employee)).body
    await other.api.post(`/api/organization/employees/${id}/invitation`)
    const token = tokenIn((await server.mailsTo(shop.email, 2)).at(-1) as never)
    await browser().post('/api/auth/accept-invitation', {
      token,
      password: OWNER_PASSWORD,
      code: recoveryCodes[0],
    })
    const code = await codeFor(who)
    expect(errorOf(await redeem(code))).toEqual([400, 'invalid_grant'])
    expect(errorOf(await redeem(code, { otp: '000000' }))).toEqual([400, 'invalid_grant'])
    const otp = codeOf(secret, 30)
    const choice = await redeem(code, { otp })
    expect(errorOf(choice)).toEqual([400, 'organization_required'])
    expect(choice.body.organizations).toHaveLength(2)
    const chosen = await redeem(code, { otp, organization: other.organizationId })
    expect(claimsOf(chosen).amr).toEqual(['sso', 'otp'])
    expect(
      (await new ApiClient(door, chosen.body.access_token).get(`/api/catalog/stores/${other.storeId}`))
        .status,
    ).toBe(200)
    expect((await redeem(await codeFor(who), { otp, organization: other.organizationId })).status).toBe(400)
  })

  it('refuses the sign-on of a SuperAdmin and of a deactivated user', async () => {
    const shop = await signUp(door)
    const who = someone()
    await link(shop.api, await codeFor(who))
    await using owner = await door.database.connect()
    await owner.query(`UPDATE accounts SET is_active = false WHERE email = $1`, [shop.email])
    expect(errorOf(await signIn(who))).toEqual([400, 'invalid_grant'])
    await owner.query(`UPDATE accounts SET is_active = true, is_super_admin = true WHERE email = $1`, [
      shop.email,
    ])
    expect(errorOf(await signIn(who))).toEqual([400, 'invalid_grant'])
    await owner.query(`UPDATE accounts SET is_super_admin = false WHERE email = $1`, [shop.email])
    expect((await signIn(who)).status).toBe(200)
  })

  it('accepts a recent sign-on of the same user at the provider as a proof of identity', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const [who, stranger] = [someone(), someone()]
    await link(shop.api, await codeFor(who))
    await link(other.api, await codeFor(stranger))
    const signedIn = await signIn(who)
    const api = new ApiClient(door, signedIn.body.access_token)
    const stepUp = (signOnCode: string) => inBrowser(api, signOnCode).post('/api/me/step-up', { signOnCode })
    const proven = await stepUp(await codeFor(who, '?prompt=login'))
    expect([proven.status, claimsOf(proven).amr]).toEqual([200, ['sso']])
    expect((await stepUp(await codeFor(stranger, '?prompt=login'))).body.code).toBe('wrong_code')
    expect((await stepUp('no such code')).body.errors[0].pointer).toBe('#/signOnCode')
    const stale = await codeFor(who, '?prompt=login')
    await using owner = await door.database.connect()
    await owner.query(`UPDATE sign_on_codes SET proven_at = proven_at - interval '11 minutes'`)
    expect((await stepUp(stale)).body.code).toBe('wrong_code')
  })

  it('records linked identities in the audit log of the organization without secrets', async () => {
    const shop = await signUp(door)
    const who = someone()
    const code = await codeFor(who)
    await link(shop.api, code)
    await signIn(who)
    const log = JSON.stringify((await shop.api.get('/api/admin/audit-log')).body)
    expect(log).toContain('POST /api/me/identities')
    expect(log).toContain('accountIdentities')
    expect(log).not.toContain(code)
  })

  it('hides the client secret, requires it again for another issuer, and refuses invalid settings', async () => {
    const shown = (await admin.get(CHANNELS)).body.signOn[0]
    expect(shown.clientSecret).toBe('********')
    expect((await setUp(shown)).status).toBe(200)
    expect((await signIn(someone())).body.error).toBe('account_required')
    const moved = await setUp({ ...shown, issuer: 'https://evil.test' })
    expect([moved.status, moved.body.errors[0].pointer]).toEqual([400, '#/signOn/0/clientSecret'])
    const faulty = [
      [{ ...provider.settings, issuer: null }, '#/signOn/0/issuer'],
      [{ ...provider.settings, issuer: 'http://works.test' }, '#/signOn/0/issuer'],
      [{ ...provider.settings, issuer: 'https://works.test/?x' }, '#/signOn/0/issuer'],
      [{ ...provider.settings, issuer: 'https://user:pass@works.test' }, '#/signOn/0/issuer'],
      [{ ...provider.settings, issuer: 'https://:pass@works.test' }, '#/signOn/0/issuer'],
      [{ ...provider.settings, issuer: 'https://[::ffff:127.0.0.1]' }, '#/signOn/0/issuer'],
      [{ ...provider.settings, issuer: 'https://0.0.0.0' }, '#/signOn/0/issuer'],
      [{ ...provider.settings, key: 'elsewhere' }, '#/signOn/0/key'],
    ] as const
    for (const [settings, pointer] of faulty)
      expect((await setUp(settings)).body.errors[0].pointer).toBe(pointer)
    expect((await setUp(provider.settings, provider.settings)).body.errors[0].pointer).toBe('#/signOn')
    await using owner = await door.database.connect()
    const { rows } = await owner.query('SELECT client_secret FROM identity_providers')
    expect(rows[0].client_secret).toMatch(/^v1\./)
  })

  it('reports a provider that is unavailable', async () => {
    await using hub = await startTestHub()
    const gone = await IdentityProvider.start(`${SITE}/api/auth/external/callback`)
    const settings = await superAdmin(hub, await signUp(hub))
    const channels = (await settings.get(CHANNELS)).body
    await settings.put(CHANNELS, { ...channels, signOn: [gone.settings] })
    const client = new ApiClient(hub)
    const begun = await client.get(START)
    const back = await gone.visit(begun.headers.get('Location') ?? '', someone())
    await gone.stop()
    const came = await client.with({ Cookie: cookieOf(begun) }).get(back.pathname + back.search)
    expect(fragmentOf(came)).toEqual({ error: 'sign_on_failed' })
    await settings.put(CHANNELS, {
      ...(await settings.get(CHANNELS)).body,
      signOn: [{ ...gone.settings, clientId: 'another' }],
    })
    const answer = await client.get(START)
    expect([answer.status, answer.body.code]).toEqual([502, 'sign_on_failed'])
  })

  it('refuses invalid ID tokens, and accepts a clock difference of 90 seconds', async () => {
    await using careless = await CarelessProvider.start()
    await setUp(provider.settings, careless.settings)
    const outcome = async () => {
      const begun = await browser().get('/api/auth/external/microsoft')
      const back = careless.visit(begun.headers.get('Location') ?? '')
      return fragmentOf(await end(back, cookieOf(begun)))
    }
    expect((await outcome()).code).toHaveLength(43)
    const seconds = (by: number) => (claims: Record<string, unknown>) => ({
      ...claims,
      iat: Number(claims.iat) + by,
      exp: Number(claims.exp) + by,
    })
    const twists: [string, typeof careless.twist][] = [
      ['code', seconds(-90)],
      ['code', seconds(90)],
      ['error', seconds(-300)],
      ['error', (claims) => ({ ...claims, nonce: 'another' })],
      ['error', ({ nonce: _, ...claims }) => claims],
      ['error', (claims) => ({ ...claims, iss: 'https://accounts.google.com' })],
      ['error', (claims) => ({ ...claims, aud: 'another' })],
    ]
    for (const [expected, twist] of twists) {
      careless.twist = twist
      expect([twist.toString(), Object.keys(await outcome())]).toEqual([twist.toString(), [expected]])
    }
    careless.twist = (claims) => claims
    careless.signsWithOther = true
    expect(await outcome()).toEqual({ error: 'sign_on_failed' })
    await setUp(provider.settings)
  })
})
