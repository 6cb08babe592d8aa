import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashSecret } from '#hub/config/secrets.ts'
import { enrolDevice } from '#test/support/device.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  startTestHub,
  type TestHub,
  useHub,
} from '#test/support/hub.ts'

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('OAuth', () => {
  const door = useHub()
  const client = () => new ApiClient(door)
  const post = (path: string, form: string, headers: Record<string, string> = {}): Promise<Answer> =>
    client()
      .with({ ...FORM, ...headers })
      .send('POST', path, form)
  const refresh = (refresh_token: string, more: Record<string, string> = {}): Promise<Answer> =>
    client().token({ grant_type: 'refresh_token', refresh_token, ...more })
  const statusOf = ({ status, body }: Answer) => [status, body.error]
  let organization: Organization
  let first: string

  beforeEach(async () => {
    organization = await signUp(door)
    const { body } = await client().token({
      grant_type: 'password',
      username: organization.email,
      password: OWNER_PASSWORD,
    })
    first = body.refresh_token
  })

  it('refuses a repeated form parameter', async () => {
    const { email } = organization
    const form = `grant_type=password&username=${email}&password=wrong&password=${OWNER_PASSWORD}`
    expect(statusOf(await post('/~/connect/token', form))).toEqual([400, 'invalid_request'])
    expect(statusOf(await post('/~/connect/revoke', 'token=a&token=b'))).toEqual([400, 'invalid_request'])
  })

  it('refuses a token request that authenticates the client in two ways', async () => {
    const { clientId, clientSecret } = await enrolDevice(door, organization).then(({ credentials }) => ({
      clientId: credentials.client_id,
      clientSecret: credentials.client_secret,
    }))
    const Authorization = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`
    const grant = 'grant_type=client_credentials'
    expect((await post('/~/connect/token', grant, { Authorization })).status).toBe(200)
    for (const more of [`client_id=${clientId}`, `client_secret=${clientSecret}`])
      expect(statusOf(await post('/~/connect/token', `${grant}&${more}`, { Authorization }))).toEqual([
        400,
        'invalid_request',
      ])
  })

  it.each([
    ['a password of 100,000 characters', `grant_type=password&username=a&password=${'x'.repeat(100_000)}`],
    ['an empty refresh token', 'grant_type=refresh_token&refresh_token='],
    ['bytes that are not UTF-8', 'grant_type=%ff%fe&username=%ff'],
  ])('responds to %s with an OAuth error', async (_title, form) => {
    const answer = await post('/~/connect/token', form)
    expect(answer.status).toBe(400)
    expect(['invalid_request', 'unsupported_grant_type']).toContain(answer.body.error)
  })

  it('includes the client id and a token id in an access token', async () => {
    const form = { grant_type: 'password', username: organization.email, password: OWNER_PASSWORD }
    const answers = [
      await client().token(form),
      await client().token({ ...form, client_id: 'console' }),
      await client().token({
        grant_type: 'client_credentials',
        ...(await enrolDevice(door, organization)).credentials,
      }),
    ]
    const tokens = answers.map(({ body }) => decodeJwt(body.access_token))
    expect(tokens.map(({ client_id }) => client_id)).toEqual([
      'counterfoil',
      'console',
      expect.stringContaining(organization.organizationId),
    ])
    expect(new Set(tokens.map(({ jti }) => jti)).size).toBe(3)
    for (const { iat, exp, aud, iss } of tokens)
      expect([aud, iss, Number(exp) - Number(iat)]).toEqual(['counterfoil', 'http://hub.test', 900])
  })

  it('sends a WWW-Authenticate challenge without a token, with an invalid token, or without permission', async () => {
    const challengeOf = async (api: ApiClient, path: string): Promise<unknown[]> => {
      const { status, headers } = await api.get(path)
      return [status, headers.get('WWW-Authenticate')]
    }
    const { api } = await enrolDevice(door, organization)
    expect(await challengeOf(client(), '/api/catalog/stores')).toEqual([401, 'Bearer realm="counterfoil"'])
    expect(await challengeOf(new ApiClient(door, 'x'), '/api/catalog/stores')).toEqual([
      401,
      'Bearer realm="counterfoil", error="invalid_token"',
    ])
    expect(await challengeOf(api, '/api/catalog/stores')).toEqual([
      403,
      'Bearer realm="counterfoil", error="insufficient_scope"',
    ])
  })

  describe('refresh tokens', () => {
    const put = async (statement: string, token: string): Promise<void> => {
      await using owner = await door.database.connect()
      await owner.query(statement, [hashSecret(token)])
    }

    /** Starts another process of the same hub. */
    const startOther = () =>
      startTestHub({ databaseUrl: door.database.hubUrl, secret: door.config.secret, runsJobs: false })
    const chains = async (token: string): Promise<number> => {
      await using owner = await door.database.connect()
      const { rows } = await owner.query(
        `SELECT count(*)::int AS leaves FROM refresh_tokens WHERE used_at IS NULL AND revoked_at IS NULL
           AND family_id = (SELECT family_id FROM refresh_tokens WHERE token_hash = $1)`,
        [hashSecret(token)],
      )
      return rows[0].leaves
    }

    it('issues the same new token to concurrent renewals at two hub processes', async () => {
      await using other = await startOther()
      const doors = [door, other, door, other, door]
      const answers = await Promise.all(
        doors.map((each) => new ApiClient(each).token({ grant_type: 'refresh_token', refresh_token: first })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      const next = new Set(answers.map(({ body }) => body.refresh_token))
      expect([next.size, await chains(first)]).toEqual([1, 1])
      const [successor] = next
      const renewed = await refresh(successor)
      expect([renewed.status, await chains(first)]).toEqual([200, 1])
      expect(renewed.body.refresh_token).not.toBe(successor)
    })

    it('ends the sign-in when two callers continue from the same refresh token', async () => {
      const [owner, thief] = [await refresh(first), await refresh(first)]
      expect(thief.body.refresh_token).toBe(owner.body.refresh_token)
      const next = await refresh(owner.body.refresh_token)
      await refresh(next.body.refresh_token)
      expect(statusOf(await refresh(thief.body.refresh_token))).toEqual([400, 'invalid_grant'])
      expect([await chains(first), statusOf(await refresh(next.body.refresh_token))]).toEqual([
        0,
        [400, 'invalid_grant'],
      ])
    })

    it('refuses a repeated renewal after the secret of the hub has changed', async () => {
      await using before = await startTestHub()
      const { email: username } = await signUp(before)
      const form = { grant_type: 'password', username, password: OWNER_PASSWORD }
      const { refresh_token } = (await new ApiClient(before).token(form)).body
      const renew = (hub: TestHub) => new ApiClient(hub).token({ grant_type: 'refresh_token', refresh_token })
      expect((await renew(before)).status).toBe(200)
      await using after = await startTestHub({
        databaseUrl: before.database.hubUrl,
        secret: 'another secret that is long enough for it',
      })
      expect(statusOf(await renew(after))).toEqual([400, 'invalid_grant'])
    })

    it('ends the sign-in when a refresh token is reused after the grace period', async () => {
      const second = await refresh(first)
      await put(`UPDATE refresh_tokens SET used_at = now() - interval '31 s' WHERE token_hash = $1`, first)
      expect(statusOf(await refresh(first))).toEqual([400, 'invalid_grant'])
      expect(statusOf(await refresh(second.body.refresh_token))).toEqual([400, 'invalid_grant'])
    })

    it('does not extend the grace period when a refresh token is reused', async () => {
      await refresh(first)
      await put(`UPDATE refresh_tokens SET used_at = now() - interval '20 s' WHERE token_hash = $1`, first)
      expect((await refresh(first)).status).toBe(200)
      await put(`UPDATE refresh_tokens SET used_at = used_at - interval '11 s' WHERE token_hash = $1`, first)
      expect(statusOf(await refresh(first))).toEqual([400, 'invalid_grant'])
    })

    it('ends the sign-in when a refresh token is reused after its successor was used', async () => {
      const second = await refresh(first)
      const third = await refresh(second.body.refresh_token)
      expect(statusOf(await refresh(first))).toEqual([400, 'invalid_grant'])
      expect(statusOf(await refresh(third.body.refresh_token))).toEqual([400, 'invalid_grant'])
    })

    it('ends a sign-in after 90 days, or after 12 hours for a SuperAdmin, despite renewals', async () => {
      const second = (await refresh(first)).body.refresh_token
      const started = (ago: string) =>
        put(`UPDATE refresh_tokens SET started_at = now() - interval '${ago}' WHERE token_hash = $1`, second)
      await started('90 days 1 second')
      expect(statusOf(await refresh(second))).toEqual([400, 'invalid_grant'])
      await started('89 days 23 hours')
      const third = (await refresh(second)).body.refresh_token
      // The renewed token keeps the start time of the sign-in.
      await using owner = await door.database.connect()
      const { rows } = await owner.query(
        `SELECT count(*)::int AS count FROM refresh_tokens WHERE started_at < now() - interval '89 days'`,
      )
      expect(rows[0].count).toBe(2)
      const superAdmins = (isSuperAdmin: boolean) =>
        put(
          `UPDATE accounts SET is_super_admin = ${isSuperAdmin}
           WHERE id = (SELECT account_id FROM refresh_tokens WHERE token_hash = $1)`,
          third,
        )
      await superAdmins(true)
      expect(statusOf(await refresh(third))).toEqual([400, 'invalid_grant'])
      await superAdmins(false)
      expect((await refresh(third)).status).toBe(200)
    })

    it('accepts a refresh token only from the client it was issued to', async () => {
      expect(statusOf(await refresh(first, { client_id: 'another' }))).toEqual([400, 'invalid_grant'])
      expect((await refresh(first, { client_id: 'counterfoil' })).status).toBe(200)
    })
  })

  describe('POST /~/connect/revoke', () => {
    it('ends only the sign-in of the revoked refresh token', async () => {
      const form = { grant_type: 'password', username: organization.email, password: OWNER_PASSWORD }
      const other = (await client().token(form)).body.refresh_token
      const second = (await refresh(first)).body.refresh_token
      expect((await post('/~/connect/revoke', `token=${first}&token_type_hint=refresh_token`)).status).toBe(
        200,
      )
      expect(statusOf(await refresh(second))).toEqual([400, 'invalid_grant'])
      expect((await refresh(other)).status).toBe(200)
    })

    it('responds with 200 to the revocation of an unknown token, too', async () => {
      expect((await post('/~/connect/revoke', 'token=made-up')).status).toBe(200)
    })

    it('refuses to revoke an access token, and a request without a token', async () => {
      const { body } = await refresh(first)
      expect(statusOf(await post('/~/connect/revoke', `token=${body.access_token}`))).toEqual([
        400,
        'unsupported_token_type',
      ])
      expect(statusOf(await post('/~/connect/revoke', ''))).toEqual([400, 'invalid_request'])
    })

    it('describes the revocation endpoint in the API description and in the discovery document', async () => {
      const { body } = await client().get('/openapi/v1/openapi.json')
      expect(body.paths).toHaveProperty(['/~/connect/revoke', 'post'])
      const discovery = await client().get('/.well-known/oauth-authorization-server')
      expect(discovery.body.revocation_endpoint).toBe('http://hub.test/~/connect/revoke')
    })
  })
})
