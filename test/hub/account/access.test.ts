import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
} from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations, signingKeys } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { KeyRing } from '#hub/secrets/key-ring.ts'
import { placeOf } from '#hub/secrets/sealed-columns.ts'
import { must } from '#shared/std/must.ts'
import { ApiClient, type Organization, OWNER_PASSWORD, signUp, useHub } from '#test/support/hub.ts'
import { openDatabase, superAdmin, visit } from '#test/support/people.ts'

const STORES = '/api/catalog/stores'

describe('access', () => {
  const door = useHub()
  let shop: Organization
  let token: string
  let refreshToken: string

  const statusOf = async (accessToken: string) => (await new ApiClient(door, accessToken).get(STORES)).status
  const signIn = (username: string) =>
    new ApiClient(door).token({ grant_type: 'password', username, password: OWNER_PASSWORD })
  const change = async (work: (tx: Tx) => PromiseLike<unknown>): Promise<void> => {
    await using database = openDatabase(door)
    await database.db.transact(shop.organizationId, async (tx) => void (await work(tx)))
  }

  beforeEach(async () => {
    shop = await signUp(door)
    const { body } = await signIn(shop.email)
    token = body.access_token
    refreshToken = body.refresh_token
    expect(await statusOf(token)).toBe(200)
  })

  describe('end of access, which a refresh token does not restore', () => {
    const renewed = () =>
      new ApiClient(door).token({ grant_type: 'refresh_token', refresh_token: refreshToken })

    it('ends access when the account is deactivated', async () => {
      await change((tx) => tx.update(accounts).set({ isActive: false }).where(eq(accounts.email, shop.email)))
      expect(await statusOf(token)).toBe(401)
      expect((await renewed()).status).toBe(400)
      expect((await signIn(shop.email)).status).toBe(400)
    })

    it('ends access when the organization is archived', async () => {
      await change((tx) => tx.update(organizations).set({ isArchived: true }))
      expect(await statusOf(token)).toBe(401)
      expect((await renewed()).status).toBe(400)
      expect((await signIn(shop.email)).status).toBe(400)
    })
  })

  it('ends access when the employee is archived', async () => {
    await change((tx) => tx.update(employees).set({ isArchived: true }))
    expect(await statusOf(token)).toBe(401)
  })

  it('applies changed permissions of a role to the next request', async () => {
    await change((tx) => tx.update(employeeRoles).set({ permissions: ['catalog.view'] }))
    expect(await statusOf(token)).toBe(200)
    expect((await new ApiClient(door, token).post(STORES, { name: 'Another' })).status).toBe(403)
    await change((tx) => tx.update(employeeRoles).set({ permissions: [] }))
    expect(await statusOf(token)).toBe(403)
  })

  it('ends access of a SuperAdmin who loses the rank', async () => {
    const admin = await superAdmin(door, shop)
    const inside = await visit(admin, shop.organizationId)
    expect((await inside.get(STORES)).status).toBe(200)
    await change((tx) =>
      tx.update(accounts).set({ isSuperAdmin: false }).where(eq(accounts.isSuperAdmin, true)),
    )
    expect((await inside.get(STORES)).status).toBe(401)
  })

  it('gives no access to another organization named in a header', async () => {
    const other = await signUp(door)
    const named = new ApiClient(door, token).with({ 'X-Organization-Id': other.organizationId })
    const nowhere = (await named.get('/api/nowhere')).body
    for (const path of [
      STORES,
      `${STORES}/${shop.storeId}`,
      `${STORES}/${other.storeId}`,
      '/api/me/sessions',
    ]) {
      const { status, body } = await named.get(path)
      expect([status, body]).toEqual([
        404,
        { ...nowhere, detail: `GET ${path}`, instance: path, traceId: body.traceId },
      ])
    }
    const own = new ApiClient(door, token).with({ 'X-Organization-Id': shop.organizationId })
    expect((await own.get(`${STORES}/${shop.storeId}`)).status).toBe(200)
  })

  describe('tokens that give no access', () => {
    afterEach(() => vi.useRealTimers())

    it('refuses an expired token', async () => {
      const endsAt = must(decodeJwt(token).exp) * 1000
      vi.useFakeTimers({ toFake: ['Date'], now: endsAt - 1 })
      expect(await statusOf(token)).toBe(200)
      vi.setSystemTime(endsAt)
      expect(await statusOf(token)).toBe(401)
    })

    it('refuses a token whose claims were changed', async () => {
      const [header, payload, signature] = token.split('.')
      const other = await signUp(door)
      const claims = { ...decodeJwt(token), org: other.organizationId }
      const changed = Buffer.from(JSON.stringify(claims)).toString('base64url')
      expect(await statusOf(`${header}.${changed}.${signature}`)).toBe(401)
      expect(await statusOf(`${header}.${payload}.`)).toBe(401)
      expect(await statusOf(token)).toBe(200)
    })

    it('refuses an unsigned token', async () => {
      const [, payload] = token.split('.')
      const header = { ...decodeProtectedHeader(token), alg: 'none' }
      const encoded = Buffer.from(JSON.stringify(header)).toString('base64url')
      expect(await statusOf(`${encoded}.${payload}.`)).toBe(401)
    })

    it('refuses a token signed with the public key as an HMAC secret', async () => {
      const [, payload] = token.split('.')
      const { keys } = (await new ApiClient(door).get('/.well-known/jwks.json')).body
      const header = { ...decodeProtectedHeader(token), alg: 'HS256' }
      const signed = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}`
      const signature = createHmac('sha256', JSON.stringify(keys[0])).update(signed).digest('base64url')
      expect(await statusOf(`${signed}.${signature}`)).toBe(401)
    })

    it('refuses a token signed with a foreign key, under the id of the foreign key, our key id or none', async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256')
      const jwk = await exportJWK(publicKey)
      const ours = decodeProtectedHeader(token)
      const headers = [
        { alg: 'ES256', typ: 'at+jwt', kid: ours.kid ?? '' },
        { alg: 'ES256', typ: 'at+jwt', kid: await calculateJwkThumbprint(jwk), jwk },
        { alg: 'ES256', typ: 'at+jwt' },
      ]
      for (const header of headers) {
        const forged = await new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(privateKey)
        expect(await statusOf(forged)).toBe(401)
      }
    })

    it('refuses a token signed with our key but with another audience, type or issuer', async () => {
      const { kid = '' } = decodeProtectedHeader(token)
      await using owner = await door.database.connect()
      const { rows } = await owner.query('SELECT sealed_private_jwk FROM signing_keys WHERE kid = $1', [kid])
      const ring = new KeyRing(must(door.config.secret))
      const opened = ring.open(rows[0].sealed_private_jwk, placeOf(signingKeys.sealedPrivateJwk, kid))
      const key = await importJWK(JSON.parse(opened), 'ES256')
      const signed = (claims: object, typ = 'at+jwt') =>
        new SignJWT({ ...decodeJwt(token), ...claims })
          .setProtectedHeader({ alg: 'ES256', kid, typ })
          .sign(key)
      expect(await statusOf(await signed({}))).toBe(200)
      expect(await statusOf(await signed({ aud: 'another' }))).toBe(401)
      expect(await statusOf(await signed({ iss: 'https://another.test' }))).toBe(401)
      expect(await statusOf(await signed({}, 'JWT'))).toBe(401)
    })
  })
})
