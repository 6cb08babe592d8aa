import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import type { HubContext } from '#hub/context.ts'
import { siteOf } from '#hub/http/own-site.ts'
import { Email } from '#shared/contracts/account/auth.ts'
import { type BeginSignOnQuery, PROVIDER_KEYS } from '#shared/contracts/account/sign-on.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { giveCode } from './codes.ts'
import { findProvider, type ProviderRow } from './providers.ts'

type Hub = Pick<HubContext, 'db' | 'mail' | 'keyRing' | 'providers' | 'log'>

/** Maximum time in seconds that a user can spend at the provider. */
export const VISIT_SECONDS = 600
const CALLBACK = '/api/auth/external/callback'
/** Sealing context of the browser's cookie. */
const PLACE = 'single sign-on'

/** State that the hub needs when the browser returns. The browser keeps it in a sealed cookie. */
const Kept = z.object({
  provider: z.enum(PROVIDER_KEYS),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string().nullable(),
  isFresh: z.boolean(),
  until: z.number(),
})
type Kept = z.infer<typeof Kept>

/**
 * Begins the code flow of OpenID Connect with PKCE, state and nonce. Returns the address at the provider and
 * the cookie. Throws `invalid_request`, `sign_on_not_configured` and `sign_on_failed`.
 */
export async function beginVisit(
  hub: Hub,
  provider: string,
  { returnTo, prompt }: BeginSignOnQuery,
): Promise<{ url: string; cookie: string; site: string }> {
  const row = await hub.db.platform((tx) => findProvider(tx, provider))
  const site = await siteOf(hub)
  const configuration = await hub.providers.configurationOf(row).catch((error) => {
    throw failed(hub, row, error)
  })
  const kept: Kept = {
    provider: row.key,
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    returnTo: returnTo ?? null,
    isFresh: prompt !== undefined,
    until: Date.now() + VISIT_SECONDS * 1000,
  }
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: site + CALLBACK,
    scope: 'openid email',
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: await calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: 'S256',
    ...(kept.isFresh && { prompt: 'login', max_age: '0' }),
  })
  return { url: url.href, cookie: hub.keyRing.seal(JSON.stringify(kept), PLACE), site }
}

/**
 * Handles the return of the browser. Returns the next page of this site, with a one-time code or the error in
 * the fragment, which browsers never send to a server. The code is valid only together with the cookie.
 * Throws `invalid_request` when the sign-on was begun in another browser, or too long ago.
 */
export async function endVisit(
  hub: Hub,
  query: URLSearchParams,
  cookie: string | undefined,
): Promise<string> {
  const kept = open(hub, cookie)
  if (cookie === undefined || !kept || kept.state !== query.get('state') || kept.until < Date.now())
    throw invalidField(
      ['query', 'state'],
      'belongs to no sign-in that this browser has begun in the last ten minutes',
    )
  const site = await siteOf(hub)
  const returnTo = kept.returnTo ?? undefined
  const goOn = (outcome: Record<string, string>) =>
    `${site}/sign-in#${new URLSearchParams({ ...outcome, ...(returnTo !== undefined && { returnTo }) })}`
  const row = await hub.db.platform((tx) => findProvider(tx, kept.provider))
  try {
    return goOn({ code: await redeem(hub, row, { kept, cookie, url: `${site}${CALLBACK}?${query}` }) })
  } catch (error) {
    if (error instanceof AuthorizationResponseError && /^\w{1,64}$/.test(error.error))
      return goOn({ error: error.error })
    return goOn({ error: failed(hub, row, error).code })
  }
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: Email.nullish().catch(null),
  email_verified: z.union([z.boolean(), z.stringbool()]).nullish().catch(null),
  auth_time: z.number().nullish().catch(null),
  /** Workspace domain of a Google account. */
  hd: z.string().nullish().catch(null),
})

/**
 * True when the provider currently vouches for the address. A provider configured by its issuer must state
 * `email_verified`. Google also states it for an external address that its user once had, so for Google only
 * addresses that it hosts are accepted: those of gmail.com and of Workspace domains
 * (https://developers.google.com/identity/openid-connect/openid-connect, `email` and `hd`).
 */
export function isAddressOfUser(
  key: ProviderRow['key'],
  { email, email_verified, hd }: Pick<z.output<typeof Claims>, 'email' | 'email_verified' | 'hd'>,
): boolean {
  if (!email || email_verified !== true) return false
  return key !== 'google' || email.endsWith('@gmail.com') || Boolean(hd)
}

async function redeem(
  hub: Hub,
  row: ProviderRow,
  { kept, cookie, url }: { kept: Kept; cookie: string; url: string },
): Promise<string> {
  const configuration = await hub.providers.configurationOf(row)
  const tokens = await authorizationCodeGrant(configuration, new URL(url), {
    expectedState: kept.state,
    expectedNonce: kept.nonce,
    pkceCodeVerifier: kept.verifier,
    idTokenExpected: true,
    ...(kept.isFresh && { maxAge: VISIT_SECONDS }),
  })
  const idClaims = must(tokens.claims(), 'ID token')
  // Some providers leave the address out of the ID token (OpenID Connect Core, section 5.4).
  const hasMore =
    idClaims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, idClaims.sub) : {}
  const claims = Claims.parse({ ...more, ...idClaims })
  return hub.db.platform((tx) =>
    giveCode(
      tx,
      {
        issuer: row.issuer,
        subject: claims.sub,
        email: claims.email ?? null,
        isEmailVerified: isAddressOfUser(row.key, claims),
        provenAt: claims.auth_time == null ? new Date() : new Date(claims.auth_time * 1000),
      },
      cookie,
    ),
  )
}

function open({ keyRing }: Hub, cookie: string | undefined): Kept | undefined {
  try {
    return cookie === undefined ? undefined : Kept.parse(JSON.parse(keyRing.open(cookie, PLACE)))
  } catch {
    return undefined
  }
}

function failed({ log }: Hub, { key, issuer }: ProviderRow, error: unknown): Problem {
  log.warn({ event: 'sign_on_failed', provider: key, issuer, err: error }, 'single sign-on failed')
  return Object.assign(new Problem('sign_on_failed', { detail: `The provider is ${issuer}` }), {
    cause: error,
  })
}
