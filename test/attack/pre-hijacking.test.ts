import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFactor, codeOf } from '#test/support/authenticator.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  signUpUnproved,
  useHub,
} from '#test/support/hub.ts'
import { IdentityProvider, type Someone } from '#test/support/identity-provider.ts'
import { MailServer, mailThrough, tokenIn } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'
import { PlantedPasskey } from '#test/support/planted-passkey.ts'

const VICTIMS_PASSWORD = 'seven green bottles'
const RESET = 'Reset your password'
const SIGN_ON = 'urn:counterfoil:grant-type:sign-on'

/**
 * Pre-hijacking: an attacker signs up with the address of a victim before the victim does, to keep access to
 * the account.
 */
describe('a stranger who signs up with the address of a victim', () => {
  const door = useHub()
  let server: MailServer
  let provider: IdentityProvider
  let company: Organization

  beforeAll(async () => {
    server = await MailServer.start()
    provider = await IdentityProvider.start('http://hub.test/api/auth/external/callback')
    company = await signUp(door)
    const admin = await superAdmin(door, company)
    await mailThrough(admin, server)
    const settings = '/api/super-admin/platform-settings'
    const { body } = await admin.get(settings)
    expect((await admin.put(settings, { ...body, signOn: [provider.settings] })).status).toBe(200)
  })
  afterAll(async () => {
    await provider.stop()
    await server.stop()
  })

  let numbers = 0
  const number = () => {
    numbers += 1
    return numbers
  }
  const newAddress = () => `victim-${number()}@works.test`
  const client = () => new ApiClient(door).with({ 'X-Forwarded-For': `10.9.0.${number() % 256}` })
  /** Signs in to the first organization of the account. */
  const enter = async (username: string, password: string): Promise<Answer> => {
    const form = { grant_type: 'password', username, password }
    const requested = await client().token(form)
    const [first] = requested.body.organizations ?? []
    return first ? client().token({ ...form, organization: first.id }) : requested
  }
  /** Returns the code of a sign-on, and the browser that started it, which alone can redeem the code. */
  const codeOfProvider = async (who: Someone): Promise<{ code: string; browser: ApiClient }> => {
    const before = client()
    const begun = await before.get('/api/auth/external/oidc')
    const back = await provider.visit(begun.headers.get('Location') ?? '', who)
    const cookie = (begun.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
    const browser = before.with({ Cookie: cookie })
    const came = await browser.get(back.pathname + back.search)
    const fragment = new URL(came.headers.get('Location') ?? '').hash.slice(1)
    return { code: new URLSearchParams(fragment).get('code') ?? '', browser }
  }
  const signOn = async (who: Someone) => {
    const { code, browser } = await codeOfProvider(who)
    return browser.token({ grant_type: SIGN_ON, code })
  }
  const works = async (token: string) => (await new ApiClient(door, token).get('/api/me')).status === 200

  /** All the access that the attacker has: a password, two sessions, a passkey, an identity and a second factor. */
  interface Stranger {
    email: string
    shop: Organization
    refreshToken: string
    passkey: PlantedPasskey
    identity: Someone
  }

  /**
   * Sets up the attacker's account. Passkey, identity and second factor are inserted into the database,
   * because the hub refuses them for an unproved address.
   */
  async function occupy(email = newAddress(), { withFactor = true } = {}): Promise<Stranger> {
    const shop = await signUpUnproved(door, { email })
    const other = await client().token({ grant_type: 'password', username: email, password: OWNER_PASSWORD })
    const passkey = new PlantedPasskey()
    await passkey.plant(door, email)
    const identity = { sub: `stranger-${number()}`, email: 'stranger@elsewhere.test', email_verified: true }
    await using owner = await door.database.connect()
    await owner.query(
      `INSERT INTO account_identities (id, account_id, issuer, subject, email)
       SELECT gen_random_uuid(), id, $1, $2, $3 FROM accounts WHERE email = $4`,
      [provider.issuer, identity.sub, identity.email, email],
    )
    const stranger = { email, shop, refreshToken: other.body.refresh_token, passkey, identity }
    // Each way to sign in must work at first. Otherwise the test would prove nothing.
    expect((await passkey.signIn(door)).status).toBe(200)
    expect((await signOn(identity)).status).toBe(200)
    expect((await shop.api.get('/api/organization/settings')).status).toBe(200)
    if (withFactor)
      await owner.query(
        `INSERT INTO second_factors (account_id, sealed_secret, confirmed_at)
         SELECT id, 'the app of the stranger', now() FROM accounts WHERE email = $1`,
        [email],
      )
    return stranger
  }

  async function expectOut({ email, shop, refreshToken, passkey, identity }: Stranger): Promise<void> {
    expect((await shop.api.get('/api/organization/settings')).status).toBe(401)
    const renewed = await client().token({ grant_type: 'refresh_token', refresh_token: refreshToken })
    expect(renewed.body.error).toBe('invalid_grant')
    expect((await enter(email, OWNER_PASSWORD)).body.error).toBe('invalid_grant')
    expect((await passkey.signIn(door)).error).toBe('invalid_grant')
    expect((await signOn(identity)).body.error).toBe('account_required')
    await using owner = await door.database.connect()
    const { rows } = await owner.query(
      `SELECT (SELECT count(*) FROM passkeys WHERE account_id = a.id)::int AS passkeys,
         (SELECT count(*) FROM second_factors WHERE account_id = a.id)::int AS factors
       FROM accounts a WHERE email = $1`,
      [email],
    )
    expect(rows).toEqual([{ passkeys: 0, factors: 0 }])
  }

  /** Checks that the victim is signed in and can use functions that need a proved address. */
  async function expectOwner(token: string): Promise<void> {
    const api = new ApiClient(door, token)
    expect((await api.get('/api/me')).body).toMatchObject({ isAddressProved: true })
    expect((await addFactor(api)).recoveryCodes).toHaveLength(10)
  }

  async function inviteTo(shop: Organization, email: string): Promise<string> {
    const role = await shop.api.get('/api/organization/employee-roles?search=Manager')
    const employee = { lastName: 'Victim', email, roleId: role.body.items[0].id }
    const { id } = (await shop.api.post('/api/organization/employees', employee)).body
    expect((await shop.api.post(`/api/organization/employees/${id}/invitation`)).status).toBe(200)
    return tokenIn((await server.mailsTo(email)).at(-1) as never)
  }
  async function resetToken(email: string): Promise<string> {
    const before = (await server.mailsTo(email, 0)).length
    expect((await client().post('/api/auth/forgot-password', { email })).status).toBe(202)
    const mails = await server.mailsTo(email, before + 1)
    return tokenIn(mails.find(({ subject }) => subject === RESET) as never)
  }
  const reset = (token: string, newPassword = VICTIMS_PASSWORD) =>
    client().post('/api/auth/reset-password', { token, newPassword })
  const accept = (token: string, password = VICTIMS_PASSWORD) =>
    client().post('/api/auth/accept-invitation', { token, password })
  const victimAtProvider = (email: string): Someone => ({
    sub: `victim-${number()}`,
    email,
    email_verified: true,
  })

  it('refuses lasting access before the address is proved, and allows ordinary work', async () => {
    const { api, retailPointId } = await signUpUnproved(door, { email: newAddress() })
    const role = (await api.get('/api/organization/employee-roles?search=Administrator')).body.items[0].id
    const accomplice = { lastName: 'Accomplice', email: 'accomplice@elsewhere.test', roleId: role }
    const { id } = (await api.post('/api/organization/employees', accomplice)).body
    const requested = [
      await api.post('/api/me/passkeys/options'),
      await api.post('/api/me/passkeys', { name: 'Mine', credential: {} }),
      await api.post('/api/me/2fa/enroll'),
      await api.post('/api/me/2fa/verify', { code: codeOf('JBSWY3DPEHPK3PXP') }),
      await api.post('/api/me/2fa/recovery-codes', { code: '000000' }),
      await api.post('/api/me/identities', { code: (await codeOfProvider({ sub: 'stranger' })).code }),
      await api.post(`/api/organization/employees/${id}/invitation`),
      await api.put('/api/organization/messenger/bind', {}),
      await api.put('/api/reports/morning-digest/mail', {}),
      await api.post('/api/organization/ownership-offer', { employeeId: id }),
      await api.post('/api/me/ownership-offer/accept'),
      await api.post('/api/me/ways-in/confirm'),
    ]
    expect(requested.map(({ status, body }) => [status, body.code])).toEqual(
      requested.map(() => [403, 'address_unproved']),
    )
    expect((await api.post('/api/catalog/stores', { name: 'Annex' })).status).toBe(201)
    const code = await api.post(`/api/catalog/retail-points/${retailPointId}/pairing-code`)
    expect(code.body.code).toBeTruthy()
  })

  it('removes all access of a stranger when the victim resets the password by email', async () => {
    const stranger = await occupy()
    expect((await reset(await resetToken(stranger.email))).status).toBe(204)
    await expectOut(stranger)
    await expectOwner((await enter(stranger.email, VICTIMS_PASSWORD)).body.access_token)
  })

  it('removes all access of a stranger when the victim chooses a password with the sign-up link', async () => {
    const stranger = await occupy()
    const token = tokenIn((await server.proofsTo(stranger.email))[0] as never)
    const guess = await client().post('/api/auth/confirm-address', { token, password: VICTIMS_PASSWORD })
    expect([guess.status, guess.body.code]).toEqual([400, 'wrong_password'])
    expect((await reset(token)).status).toBe(204)
    await expectOut(stranger)
    await expectOwner((await enter(stranger.email, VICTIMS_PASSWORD)).body.access_token)
  })

  it.each(['before', 'after'])(
    'removes all access of a stranger when a company invited the victim %s the sign-up',
    async (order) => {
      const email = newAddress()
      const early = order === 'before' ? await inviteTo(company, email) : undefined
      const stranger = await occupy(email)
      const token = early ?? (await inviteTo(company, email))
      expect((await client().post('/api/auth/invitation', { token })).body.hasAccount).toBe(false)
      expect((await accept(token, 'short')).body.errors[0].pointer).toBe('#/password')
      expect((await accept(token)).status).toBe(200)
      await expectOut(stranger)
      const form = { grant_type: 'password', username: email, password: VICTIMS_PASSWORD }
      const there = await client().token({ ...form, organization: company.organizationId })
      expect(await works(there.body.access_token)).toBe(true)
      await expectOwner(there.body.access_token)
    },
  )

  it('removes all access of a stranger when the victim signs in with a provider that verified the address', async () => {
    const stranger = await occupy()
    const victim = victimAtProvider(stranger.email)
    const unverified = await signOn({ ...victim, sub: 'unverified', email_verified: false })
    expect(unverified.body.error).toBe('link_required')
    const { status, body } = await signOn(victim)
    expect(status).toBe(200)
    await expectOut(stranger)
    const api = new ApiClient(door, body.access_token)
    expect((await api.get('/api/me/identities')).body).toMatchObject({
      hasPassword: false,
      items: [{ email: stranger.email }],
    })
    await expectOwner(body.access_token)
  })

  it('refuses to sign up a stranger with the address of an existing user', async () => {
    const email = newAddress()
    expect((await accept(await inviteTo(company, email))).status).toBe(200)
    await expect(signUpUnproved(door, { email })).rejects.toThrow('email_taken')
    expect((await enter(email, VICTIMS_PASSWORD)).status).toBe(200)
  })

  it('removes all access of a stranger when the address is proved in several concurrent ways', async () => {
    const stranger = await occupy()
    const { email } = stranger
    const [invitation, link] = [await inviteTo(company, email), await resetToken(email)]
    const { code, browser } = await codeOfProvider(victimAtProvider(email))
    const [chosen, invited, signedOn] = await Promise.all([
      reset(link),
      accept(invitation),
      browser.token({ grant_type: SIGN_ON, code }),
    ])
    const statuses = [chosen.status, invited.status, signedOn.status]
    expect(statuses.some((status) => status < 300)).toBe(true)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    await expectOut(stranger)
    const isByPassword = chosen.status === 204 || invited.status === 200
    const token = isByPassword
      ? (await enter(email, VICTIMS_PASSWORD)).body.access_token
      : signedOn.body.access_token
    expect(await works(token)).toBe(true)
  })

  it('ends sessions started concurrently with the proof of the address, and invalidates the earlier password', async () => {
    const stranger = await occupy(undefined, { withFactor: false })
    const { email, shop } = stranger
    const token = await resetToken(email)
    const signIns = Array.from({ length: 4 }, () => enter(email, OWNER_PASSWORD))
    const passkeys = Array.from({ length: 4 }, () => stranger.passkey.signIn(door))
    const change = shop.api.post('/api/me/change-password', {
      currentPassword: OWNER_PASSWORD,
      newPassword: 'eight brown bottles',
    })
    const [proved, , ...begun] = await Promise.all([reset(token), change, ...signIns])
    expect(proved.status).toBe(204)
    for (const { body } of begun) if (body.access_token) expect(await works(body.access_token)).toBe(false)
    for (const { token } of await Promise.all(passkeys)) if (token) expect(await works(token)).toBe(false)
    expect((await enter(email, 'eight brown bottles')).body.error).toBe('invalid_grant')
    await expectOut(stranger)
    expect((await enter(email, VICTIMS_PASSWORD)).status).toBe(200)
  })
})
