import {
  allowInsecureRequests,
  type Configuration,
  customFetch,
  discovery,
  genericGrantRequest,
  None,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { addFactor, codeOf } from '#test/support/authenticator.ts'
import { ApiClient, OWNER_PASSWORD, signUp, useHub } from '#test/support/hub.ts'

/** Test with openid-client, which is configured only with the address of this hub. */
describe('a standard OAuth client', () => {
  const door = useHub()
  const ISSUER = 'http://hub.test'
  let client: Configuration

  beforeAll(async () => {
    client = await discovery(new URL(ISSUER), 'a-foreign-client', undefined, None(), {
      execute: [allowInsecureRequests],
      algorithm: 'oauth2',
      // The requests use a real socket.
      [customFetch]: (url, { body, ...options }) =>
        fetch(url.replace(ISSUER, door.hub.url), { ...options, body: (body ?? null) as BodyInit | null }),
    })
  })

  const signIn = (username: string, more: Record<string, string> = {}) =>
    genericGrantRequest(client, 'password', { username, password: OWNER_PASSWORD, ...more })

  it('discovers the token endpoint, signs in, renews and signs out', async () => {
    const { email } = await signUp(door)
    const tokens = await signIn(email)
    const api = new ApiClient(door, tokens.access_token)
    expect((await api.get('/api/me/sessions')).body.items[0]).toMatchObject({ clientId: 'a-foreign-client' })
    const renewed = await refreshTokenGrant(client, must(tokens.refresh_token))
    expect(renewed.expires_in).toBe(900)
    await tokenRevocation(client, must(renewed.refresh_token))
    await expect(refreshTokenGrant(client, must(renewed.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await api.get('/api/me/sessions')).status).toBe(401)
  })

  it('requires the code of a second factor without revealing that the password was right', async () => {
    const { api, email } = await signUp(door)
    const { secret } = await addFactor(api)
    const refused = await signIn(email).catch((error) => error)
    expect(refused).toMatchObject({ error: 'invalid_grant', status: 400 })
    expect(refused.error_description).toContain('otp')
    const guessed = await signIn(email, { password: 'a wrong password' }).catch((error) => error)
    expect(guessed.cause).toEqual(refused.cause)
    expect((await signIn(email, { otp: codeOf(secret, 30) })).access_token).toMatch(/\./)
  })
})
