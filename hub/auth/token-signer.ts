import { desc, sql } from 'drizzle-orm'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { z } from 'zod'
import type { ProofMethod } from '#hub/db/tables/platform.ts'
import { signingKeys } from '#hub/db/tables/platform.ts'
import type { Database } from '#hub/db/transact.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import { placeOf } from '#hub/secrets/sealed-columns.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { unauthenticated } from './challenge.ts'
import type { Proof } from './proof.ts'

export const ACCESS_TOKEN_SECONDS = 900
const AUDIENCE = 'counterfoil'
const RELOAD_PAUSE_MS = 1000
const DAY_MS = 24 * 60 * 60_000
/** Days for which a key is used to sign. */
const KEY_DAYS = 90
/** Days for which a retired key is still accepted, because other hub processes can sign with it for another hour. */
const RETIRED_DAYS = 2
/** Interval in ms at which each hub process calls `renew`. */
export const RENEW_MS = 60 * 60_000
const MOST_KNOWN = 10_000

/** Content of an access token. `organizationId` is empty for a SuperAdmin. */
export interface AccessClaims {
  subject: string
  organizationId: string
  kind: 'person' | 'device'
  /** OAuth client that requested the token (RFC 9068, section 2.2). */
  clientId: string
  /**
   * Session of a user, which is a family of refresh tokens. Null for a device, or for a token issued before
   * this field existed.
   */
  sessionId: string | null
  /** The user's proof of identity. Null for a device. */
  proof: Proof | null
}

const Payload = z.object({
  sub: z.guid(),
  org: z.union([z.guid(), z.literal('')]),
  kind: z.enum(['person', 'device']),
  client_id: z.string(),
  sid: z.guid().nullable().default(null),
  exp: z.number(),
  auth_time: z.number().default(0),
  amr: z.array(z.string()).default([]),
})

type SigningKey = Awaited<ReturnType<typeof importJWK>>
interface PublishedKey {
  publicJwk: JWK
  publicKey: SigningKey
}

/**
 * Signs and verifies access tokens (JWT with ES256). The keys are in the database, so that every hub process
 * knows all of them.
 */
export class TokenSigner {
  readonly #db: Database
  readonly #keyRing: KeyRing
  readonly #issuer: string
  #keys = new Map<string, PublishedKey>()
  /** Cache of verified tokens, because verifying a signature takes longer than most requests. */
  readonly #known = new Map<string, { claims: AccessClaims; expiresAt: number }>()
  #current: { kid: string; privateKey: SigningKey; createdAt: Date } | undefined
  #reloading: Promise<void> | undefined

  constructor(db: Database, keyRing: KeyRing, issuer: string) {
    this.#db = db
    this.#keyRing = keyRing
    this.#issuer = issuer
  }

  /** Loads the keys. Replaces a key that has reached its signing age, and drops expired retired keys. */
  async renew(): Promise<void> {
    const moment = Date.now()
    await this.#db.platform((tx) =>
      tx.delete(signingKeys).where(sql`EXISTS (
        SELECT FROM signing_keys newer WHERE newer.created_at > signing_keys.created_at
          AND newer.created_at < ${new Date(moment - RETIRED_DAYS * DAY_MS).toISOString()}::timestamptz)`),
    )
    await this.load()
    if (must(this.#current, 'signing key').createdAt.getTime() < moment - KEY_DAYS * DAY_MS)
      await this.#makeKey()
  }

  /** Loads the keys. Creates the first one when this hub cannot open any. */
  async load(): Promise<void> {
    const rows = await this.#db.platform((tx) =>
      tx.select().from(signingKeys).orderBy(desc(signingKeys.createdAt)),
    )
    const keys = new Map<string, PublishedKey>()
    for (const row of rows) {
      const publicJwk = row.publicJwk as JWK
      keys.set(row.kid, { publicJwk, publicKey: await importJWK(publicJwk, 'ES256') })
    }
    const current = await this.#ownKey(rows)
    // Replaced in one step, because other requests sign and verify concurrently.
    this.#keys = keys
    this.#current = current
    this.#known.clear()
    if (!current) await this.#makeKey()
  }

  /** Returns the public keys as a JWK set (RFC 7517). */
  jwks(): { keys: JWK[] } {
    return { keys: [...this.#keys.values()].map((key) => key.publicJwk) }
  }

  sign(claims: AccessClaims): Promise<string> {
    const { kid, privateKey } = must(this.#current, 'signing key')
    return new SignJWT({
      org: claims.organizationId,
      kind: claims.kind,
      client_id: claims.clientId,
      sid: claims.sessionId,
      ...(claims.proof && { auth_time: claims.proof.authTime, amr: claims.proof.methods }),
    })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
      .setSubject(claims.subject)
      .setIssuer(this.#issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setJti(newId())
      .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
      .sign(privateKey)
  }

  /** Verifies a token. Throws `unauthenticated` when it is forged, expired or not issued by this hub. */
  async verify(token: string): Promise<AccessClaims> {
    const known = this.#known.get(token)
    if (known && Date.now() < known.expiresAt) return known.claims
    const payload = await this.#check(token)
    const { sub: subject, org: organizationId, kind, client_id: clientId, sid: sessionId } = payload
    const proof =
      kind === 'person' ? { authTime: payload.auth_time, methods: payload.amr as ProofMethod[] } : null
    const claims: AccessClaims = { subject, organizationId, kind, clientId, sessionId, proof }
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(token, { claims, expiresAt: payload.exp * 1000 })
    return claims
  }

  async #check(token: string): Promise<z.output<typeof Payload>> {
    const options = { issuer: this.#issuer, audience: AUDIENCE, algorithms: ['ES256'], typ: 'at+jwt' }
    const payload = await jwtVerify(
      token,
      (header: { kid?: string }) => this.#publicKey(header.kid),
      options,
    ).then(
      (verified) => Payload.safeParse(verified.payload),
      () => undefined,
    )
    if (!payload?.success) throw unauthenticated('The access token is invalid or has expired')
    return payload.data
  }

  async #publicKey(kid: string | undefined): Promise<SigningKey> {
    // Another hub process may have created the key after this one loaded the keys.
    if (kid && !this.#keys.has(kid)) await this.#reload()
    return must(this.#keys.get(kid ?? ''), 'public key').publicKey
  }

  /**
   * Reloads the keys. Throttled, and shared by concurrent callers, so that forged tokens cannot overload the
   * database.
   */
  #reload(): Promise<void> {
    this.#reloading ??= this.load().finally(() => {
      setTimeout(() => {
        this.#reloading = undefined
      }, RELOAD_PAUSE_MS).unref()
    })
    return this.#reloading
  }

  /** Returns the newest key that this hub can open. */
  async #ownKey(rows: (typeof signingKeys.$inferSelect)[]) {
    for (const { kid, sealedPrivateJwk, createdAt } of rows) {
      const privateJwk = this.#open(sealedPrivateJwk, kid)
      if (privateJwk) return { kid, privateKey: await importJWK(privateJwk, 'ES256'), createdAt }
    }
    return undefined
  }

  /**
   * Decrypts a key. Returns undefined when it was sealed with another secret, because the hub's secret was
   * lost or changed.
   */
  #open(sealed: string, kid: string): JWK | undefined {
    try {
      return JSON.parse(this.#keyRing.open(sealed, placeOfKey(kid))) as JWK
    } catch {
      return undefined
    }
  }

  async #makeKey(): Promise<void> {
    const pair = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(pair.publicKey)
    const kid = await calculateJwkThumbprint(jwk)
    const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
    const sealedPrivateJwk = this.#keyRing.seal(privateJwk, placeOfKey(kid))
    const publicJwk = { ...jwk, kid, alg: 'ES256', use: 'sig' }
    const createdAt = new Date()
    await this.#db.platform((tx) =>
      tx.insert(signingKeys).values({ kid, publicJwk, sealedPrivateJwk, createdAt }),
    )
    await this.load()
  }
}

const placeOfKey = (kid: string): string => placeOf(signingKeys.sealedPrivateJwk, kid)
