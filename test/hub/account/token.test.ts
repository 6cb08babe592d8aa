import { eq } from 'drizzle-orm'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { hashSecret } from '#hub/config/secrets.ts'
import { refreshTokens } from '#hub/db/tables/platform.ts'
import { startHub } from '#hub/hub.ts'
import { must } from '#shared/std/must.ts'
import { enrolDevice } from '#test/support/device.ts'
import { ApiClient, OWNER_PASSWORD, signUp, startTestHub, type TestHub, useHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

describe('POST /~/connect/token', () => {
  const door = useHub()
  const anonymous = (address: string) => new ApiClient(door).with({ 'X-Forwarded-For': address })
  const password = (username: string, secret: string) => ({
    grant_type: 'password',
    username,
    password: secret,
  })

  it('signs a user in with a password', async () => {
    const { email } = await signUp(door)
    const answer = await anonymous('10.9.0.1').token(password(email.toUpperCase(), OWNER_PASSWORD))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.any(String),
    })
    const stores = await new ApiClient(door, answer.body.access_token).get('/api/catalog/stores')
    expect(stores.status).toBe(200)
  })

  it('signs tokens with a published key', async () => {
    const { email } = await signUp(door)
    const { body } = await anonymous('10.9.0.2').token(password(email, OWNER_PASSWORD))
    const discovery = await anonymous('10.9.0.2').get('/.well-known/oauth-authorization-server')
    expect(discovery.body.token_endpoint).toBe('http://hub.test/~/connect/token')
    const keys = createRemoteJWKSet(new URL(discovery.body.jwks_uri), {
      [customFetch]: async (url: string) => door.hub.request(new URL(url).pathname),
    })
    const verified = await jwtVerify(body.access_token, keys, { issuer: discovery.body.issuer })
    expect(verified.protectedHeader.alg).toBe('ES256')
    const [key] = (await anonymous('10.9.0.2').get('/.well-known/jwks.json')).body.keys
    expect(key).not.toHaveProperty('d')
  })

  it.each([
    ['a wrong password', (email: string) => password(email, 'wrong password'), 400, 'invalid_grant'],
    ['an unknown account', () => password('nobody@shop.test', OWNER_PASSWORD), 400, 'invalid_grant'],
    [
      'an unknown refresh token',
      () => ({ grant_type: 'refresh_token', refresh_token: 'x' }),
      400,
      'invalid_grant',
    ],
    [
      'an unknown device',
      () => ({ grant_type: 'client_credentials', client_id: 'x.y', client_secret: 'z' }),
      401,
      'invalid_client',
    ],
    ['an unknown grant', () => ({ grant_type: 'implicit' }), 400, 'unsupported_grant_type'],
    ['no grant', () => ({}), 400, 'invalid_request'],
    ['a missing password', () => ({ grant_type: 'password', username: 'a@b.test' }), 400, 'invalid_request'],
  ])(
    'refuses a token request with %s',
    async (_title, form: (email: string) => Record<string, string>, status, error) => {
      const { email } = await signUp(door)
      const answer = await anonymous('10.9.0.3').token(form(email))
      expect([answer.status, answer.body.error]).toEqual([status, error])
    },
  )

  it('refuses a JSON body with an OAuth error', async () => {
    const answer = await anonymous('10.9.0.4').post('/~/connect/token', { grant_type: 'password' })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })

  it.each([
    ['a byte that is not UTF-8', Buffer.from('username=\xff', 'latin1')],
    ['an escaped byte that is not UTF-8', Buffer.from('username=%FF')],
    ['a letter split across two parameters', Buffer.from('username=%D0&password=%96')],
    ['an escaped NUL', Buffer.from('username=%00')],
  ])('responds with an OAuth error to a form with %s', async (_title, bytes) => {
    const client = anonymous('10.9.0.4').with({ 'Content-Type': 'application/x-www-form-urlencoded' })
    const answer = await client.sendBytes('/~/connect/token', bytes)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
    expect(answer.body.error_description).toMatch(/^Text must/)
  })

  it('accepts UTF-8 letters in a form, both raw and percent-encoded', async () => {
    const { email } = await signUp(door, { password: 'пароль 100% 🔑' })
    const client = anonymous('10.9.0.6').with({ 'Content-Type': 'application/x-www-form-urlencoded' })
    const escaped = encodeURIComponent('пароль 100% 🔑')
    for (const form of ['пароль+100% 🔑', escaped]) {
      const bytes = Buffer.from(`grant_type=password&username=${email}&password=${form}`)
      expect(await client.sendBytes('/~/connect/token', bytes)).toMatchObject({ status: 200 })
    }
  })

  it('replaces the refresh token with each renewal', async () => {
    const { email } = await signUp(door)
    const client = anonymous('10.9.0.5')
    const first = await client.token(password(email, OWNER_PASSWORD))
    const second = await client.token({
      grant_type: 'refresh_token',
      refresh_token: first.body.refresh_token,
    })
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token)
    const third = await client.token({
      grant_type: 'refresh_token',
      refresh_token: second.body.refresh_token,
    })
    expect(third.status).toBe(200)
  })

  it('refuses a token that was issued while its sign-in was being ended', async () => {
    const { email } = await signUp(door)
    const client = anonymous('10.9.0.7')
    const first = await client.token(password(email, OWNER_PASSWORD))
    const [token, refresh] = [first.body.refresh_token, 'refresh_token']
    const second = await client.token({ grant_type: refresh, refresh_token: token })
    await using database = openDatabase(door)
    // A concurrent reuse that did not yet see the second token could only revoke the first one.
    await database.db.platform((tx) =>
      tx
        .update(refreshTokens)
        .set({ revokedAt: new Date() })
        .where(eq(refreshTokens.tokenHash, hashSecret(token))),
    )
    const third = await client.token({ grant_type: refresh, refresh_token: second.body.refresh_token })
    expect(third.body.error).toBe('invalid_grant')
  })

  it('signs devices in during a flood of invalid tokens', async () => {
    const device = await enrolDevice(door, await signUp(door))
    const header = btoa('{"alg":"ES256","typ":"at+jwt","kid":"made up"}')
    const flood = Array.from({ length: 200 }, () =>
      new ApiClient(door, `${header}.e30.AAAA`).get('/api/sales/retail'),
    )
    const tokens = Array.from({ length: 8 }, () =>
      device.api.token({ grant_type: 'client_credentials', ...device.credentials }),
    )
    expect(new Set((await Promise.all(tokens)).map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set((await Promise.all(flood)).map((answer) => answer.status))).toEqual(new Set([401]))
  })

  it('limits guesses of device credentials from one address', async () => {
    const client = anonymous('10.7.0.1')
    const statuses: number[] = []
    for (let batch = 0; batch < 11; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          client.token({ grant_type: 'client_credentials', client_id: `${batch}.${i}`, client_secret: 'x' }),
        ),
      )
      statuses.push(...answers.map((answer) => answer.status))
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    const elsewhere = await anonymous('10.7.0.2').token({
      grant_type: 'client_credentials',
      client_id: 'a.b',
      client_secret: 'x',
    })
    expect(elsewhere.status).toBe(401)
  })

  it('signs a device in regardless of guesses with its id', async () => {
    const { credentials } = await enrolDevice(door, await signUp(door))
    const client = anonymous('10.6.0.1')
    const form = { grant_type: 'client_credentials', ...credentials }
    const guesses = await Promise.all(
      Array.from({ length: 90 }, () => client.token({ ...form, client_secret: 'guess' })),
    )
    expect(new Set(guesses.map((answer) => answer.status))).toEqual(new Set([401]))
    expect((await client.token(form)).status).toBe(200)
  })

  it('refuses forged and malformed access tokens', async () => {
    const { api } = await signUp(door)
    expect((await api.get('/api/catalog/stores')).status).toBe(200)
    for (const token of ['x', 'a.b.c', `${must(btoa('{"alg":"none"}'))}.e30.`]) {
      const answer = await new ApiClient(door, token).get('/api/catalog/stores')
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
      expect(answer.headers.get('WWW-Authenticate')).toContain('Bearer')
    }
  })
})

describe('a hub whose secret was changed', () => {
  it('starts with a changed secret and allows users to sign in again', async () => {
    await using door = await startTestHub()
    const { email } = await signUp(door)
    await door.hub.stop()
    door.hub = await startHub(
      { ...door.config, secret: 'another secret that is just as long' },
      pino({ level: 'silent' }),
    )
    const form = { grant_type: 'password', username: email, password: OWNER_PASSWORD }
    const answer = await new ApiClient(door).token(form)
    expect(answer.status).toBe(200)
    expect((await new ApiClient(door, answer.body.access_token).get('/api/catalog/stores')).status).toBe(200)
  })
})

it('ends a sign-in that is not renewed within 30 days', async () => {
  await using door = await startTestHub()
  const { email } = await signUp(door)
  const ask = async (form: Record<string, string>) => {
    const { status, body } = await new ApiClient(door).token(form)
    return { status, error: body.error, token: body.refresh_token as string }
  }
  await using owner = await door.database.connect()
  const wait = (days: number) =>
    owner.query(`UPDATE refresh_tokens SET expires_at = expires_at - interval '${days} days'`)
  let latest = await ask({ grant_type: 'password', username: email, password: OWNER_PASSWORD })
  const renew = () => ask({ grant_type: 'refresh_token', refresh_token: latest.token })
  // Renewals within this time keep the sign-in alive.
  for (let i = 0; i < 2; i += 1) {
    await wait(29.9)
    latest = await renew()
    expect(latest.status).toBe(200)
  }
  await wait(30.1)
  expect(await renew()).toMatchObject({ status: 400, error: 'invalid_grant' })
})

describe('signing keys of tokens', () => {
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
  const published = async (door: { hub: TestHub['hub'] }) =>
    (await new ApiClient(door).get('/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid)
  const works = async (door: { hub: TestHub['hub'] }, token: string) =>
    (await new ApiClient(door, token).get('/api/catalog/stores')).status

  it('rotates signing keys after 90 days, and accepts the previous key for two more days', async () => {
    await using first = await startTestHub()
    const { email } = await signUp(first)
    const signIn = async (door: { hub: TestHub['hub'] }): Promise<string> =>
      (await new ApiClient(door).token({ grant_type: 'password', username: email, password: OWNER_PASSWORD }))
        .body.access_token
    const old = await signIn(first)
    const age = async (days: number) => {
      await using owner = await first.database.connect()
      await owner.query(`UPDATE signing_keys SET created_at = created_at - interval '${days} days'`)
    }
    const another = () => startTestHub({ databaseUrl: first.database.hubUrl })
    await age(89)
    await using early = await another()
    expect(await published(early)).toEqual([kidOf(old)])

    await age(1.1)
    const pair = await Promise.all([another(), another()])
    const tokens = await Promise.all(pair.map(signIn))
    expect(tokens.map(kidOf)).not.toContain(kidOf(old))
    // All processes accept the tokens of all keys.
    for (const door of [first, ...pair])
      for (const token of [old, ...tokens]) expect(await works(door, token)).toBe(200)

    await age(1.9)
    await using soon = await another()
    expect(await published(soon)).toContain(kidOf(old))
    await age(0.2)
    await using late = await another()
    expect(await published(late)).not.toContain(kidOf(old))
    expect([await works(late, old), await works(late, await signIn(late))]).toEqual([401, 200])
    for (const door of pair) await door[Symbol.asyncDispose]()
  })
})

it('rehashes a password with current parameters at sign-in', async () => {
  await using door = await startTestHub()
  const { email } = await signUp(door)
  await using owner = await door.database.connect()
  const stored = async () =>
    (await owner.query('SELECT password_hash FROM accounts WHERE email = $1', [email])).rows[0].password_hash
  const usual = (await stored()).split('$')[3]
  const weak =
    '$argon2id$v=19$m=64,t=1,p=1$hVvTvB2E8qRgKhnUH1vjSA$8kIQsYwpMXnk9nklqnpCVNcPM7q8Btl35ArGS1fGocA'
  await owner.query('UPDATE accounts SET password_hash = $2 WHERE email = $1', [email, weak])
  const signIn = (password: string) =>
    new ApiClient(door).token({ grant_type: 'password', username: email, password })
  expect((await signIn('a wrong password')).status).toBe(400)
  expect(await stored()).toBe(weak)
  const both = await Promise.all([signIn(OWNER_PASSWORD), signIn(OWNER_PASSWORD)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const renewed = await until('it is hashed anew', async () => {
    const now = await stored()
    return now !== weak && now
  })
  expect(renewed.split('$')[3]).toBe(usual)
  expect((await signIn(OWNER_PASSWORD)).status).toBe(200)
  expect(await stored()).toBe(renewed)
})
