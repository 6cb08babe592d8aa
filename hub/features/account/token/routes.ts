import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import { clientAddress } from '#hub/http/client-address.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { siteOfPage } from '#hub/http/own-site.ts'
import { publicAuthor } from '#hub/http/public-author.ts'
import { router } from '#hub/http/route.ts'
import { CONSOLE_CLIENT, PAGE_HEADER, TokenAnswer, TokenError } from '#shared/contracts/account/auth.ts'
import { Problem } from '#shared/problems/problem.ts'
import { grantPasskey } from '../passkeys/grant-passkey.ts'
import { grantSignOn } from '../sign-on/grant-sign-on.ts'
import { codeOfBrowser } from '../sign-on/sign-on-cookie.ts'
import { parameter, readForm } from './form.ts'
import { GrantError } from './grant-error.ts'
import { type ClientOrigin, grantDevice, grantPassword, grantRefresh } from './grants.ts'
import { forgetCookie, keepInCookie, tokenInCookie, usesCookie } from './refresh-cookie.ts'
import { findOwner, revokeRefreshToken } from './refresh-tokens.ts'

/** Default client. Users sign in with public clients, which need no name. */
const PUBLIC_CLIENT = 'counterfoil'
const publicClient = parameter.default(PUBLIC_CLIENT)

/** Extension grant (RFC 6749, section 4.5) that exchanges a single sign-on code for tokens. */
const SIGN_ON_GRANT = 'urn:counterfoil:grant-type:sign-on'

/** Extension grant that exchanges a passkey assertion for tokens. */
const PASSKEY_GRANT = 'urn:counterfoil:grant-type:passkey'

const TokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('password'),
    username: parameter,
    password: parameter,
    /** An empty value counts as missing, because the sign-in form has this field for every user. */
    otp: z.string().max(40).optional(),
    organization: z.guid().toLowerCase().optional(),
    client_id: publicClient,
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    refresh_token: parameter.optional(),
    client_id: publicClient,
  }),
  z.object({
    grant_type: z.literal(SIGN_ON_GRANT),
    code: parameter,
    otp: z.string().max(40).optional(),
    organization: z.guid().toLowerCase().optional(),
    client_id: publicClient,
  }),
  z.object({
    grant_type: z.literal(PASSKEY_GRANT),
    assertion: z.string().min(1).max(16_000),
    organization: z.guid().toLowerCase().optional(),
    client_id: publicClient,
  }),
  z.object({
    grant_type: z.literal('client_credentials'),
    client_id: parameter,
    client_secret: parameter,
  }),
])

const RevocationRequest = z.object({
  token: parameter.optional(),
  token_type_hint: parameter.optional(),
  client_id: parameter.optional(),
})

const answerOf = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
})
const REFUSALS = {
  400: answerOf('The request or the grant is refused', TokenError),
  401: answerOf('The client is refused', TokenError),
  429: answerOf('Too many attempts; see Retry-After', TokenError),
}
const formOf = (schema: z.ZodType) => ({
  body: { content: { 'application/x-www-form-urlencoded': { schema } } },
})

const token = createRoute({
  method: 'post',
  path: '/~/connect/token',
  tags: ['Account'],
  summary: 'Get an access token (OAuth 2.0)',
  description:
    'RFC 6749: grants password, refresh_token and client_credentials (devices, also with HTTP Basic). Refresh tokens are ' +
    'rotated. A token that is used again ends its sign-in, except in the 30 seconds after its first use and before its ' +
    'successor is used: the response is then the same successor. A user with a second factor sends its code, or a recovery code, ' +
    'with the password in the parameter otp. A missing or wrong code is refused like a wrong password ' +
    '(invalid_grant), so a client offers the field to every user. A token is for one organization: a user who works in ' +
    'several names one in organization; without it the response is ' +
    'organization_required with the choices. A browser that returns from a provider of single sign-on sends the one-time ' +
    'code with the grant urn:counterfoil:grant-type:sign-on. link_required means that the account needs its password first, ' +
    'account_required that there is no account yet, password_required that a new password was chosen by mail and the other ways to ' +
    'sign in must be confirmed by the owner (GET /api/me/ways-in). A passkey is a grant too, urn:counterfoil:grant-type:passkey, with its assertion ' +
    'as JSON (POST /api/auth/passkey/options). Pages of this hub are the client counterfoil-console: their refresh token ' +
    'is kept in an HttpOnly cookie, and is in no response. Such a request has the Origin of this hub, Sec-Fetch-Site ' +
    `same-origin, and ${PAGE_HEADER}.\n\nAccess: public.`,
  'x-permission': 'public',
  security: [],
  request: formOf(TokenRequest),
  responses: { 200: answerOf('The tokens', TokenAnswer), ...REFUSALS },
})

const revoke = createRoute({
  method: 'post',
  path: '/~/connect/revoke',
  tags: ['Account'],
  summary: 'Revoke a refresh token (OAuth 2.0)',
  description:
    'RFC 7009: ends the sign-in that the refresh token belongs to. The response is the same for an unknown token. ' +
    'Access tokens expire after 15 minutes.\n\nAccess: public.',
  'x-permission': 'public',
  security: [],
  request: formOf(RevocationRequest),
  responses: { 200: { description: 'The token is no longer valid' }, ...REFUSALS },
})

export const tokenRoutes = router()

// Validated here instead of by the route, because errors have OAuth's own format.
tokenRoutes.openAPIRegistry.registerPath(token)
tokenRoutes.post('/~/connect/token', (c) => answer(c, async () => c.json(await grant(c), 200)))

tokenRoutes.openAPIRegistry.registerPath(revoke)
tokenRoutes.post('/~/connect/revoke', (c) =>
  answer(c, async () => {
    await revokeToken(c)
    return c.body(null, 200)
  }),
)

/** Runs `work` and sends errors in the format of RFC 6749, section 5.2. */
async function answer(c: Context<HubEnv>, work: () => Promise<Response>): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  try {
    return await work()
  } catch (error) {
    if (error instanceof GrantError) {
      if (error.error === 'invalid_client') c.header('WWW-Authenticate', 'Basic realm="counterfoil"')
      return c.json(
        { ...refusal(error.error, error.message), ...error.more },
        error.error === 'invalid_client' ? 401 : 400,
      )
    }
    if (error instanceof Problem && (error.status === 429 || error.status === 503)) {
      for (const [name, value] of Object.entries(error.options.headers ?? {})) c.header(name, value)
      // The only registered error of the token endpoint that asks the client to slow down (RFC 8628, section
      // 3.5).
      return c.json(refusal('slow_down', error.message), error.status)
    }
    throw error
  }
}

function refusal(
  error: z.infer<typeof TokenError>['error'],
  description: string,
): z.infer<typeof TokenError> {
  return { error, error_description: description }
}

/**
 * Returns the site of the page for the console client, which keeps its refresh token in a cookie. Null for
 * other clients. Throws GrantError for a page of another site, which could otherwise sign its visitors in to
 * an account of its own (RFC 6819, 4.4.1.8).
 */
async function siteOfClient(c: Context<HubEnv>, clientId: string | undefined): Promise<string | null> {
  if (!usesCookie(clientId)) return null
  const site = await siteOfPage(c)
  if (site !== undefined) return site
  c.get('log').warn(
    { event: 'foreign_page', address: clientAddress(c), origin: c.req.header('Origin') },
    'a page of another site, or no page, has asked for tokens as the console',
  )
  throw new GrantError(
    'invalid_request',
    `${CONSOLE_CLIENT} is for pages at the public address of this hub (PUBLIC_URL), which send ${PAGE_HEADER}`,
  )
}

async function grant(c: Context<HubEnv>): Promise<TokenAnswer> {
  const form = await readForm(c)
  const parsed = TokenRequest.safeParse(form)
  if (!parsed.success) throw refusedRequest(form.grant_type, parsed.error)
  const request = parsed.data
  const site = await siteOfClient(c, request.client_id)
  const clientOrigin: ClientOrigin = {
    hub: c.get('hub'),
    log: c.get('log'),
    address: clientAddress(c),
    clientId: request.client_id,
    userAgent: c.req.header('User-Agent')?.slice(0, 255) ?? null,
    authorOf: publicAuthor(c, token),
  }
  switch (request.grant_type) {
    case 'password':
      return handOver(c, site, await grantPassword(clientOrigin, request))
    case 'refresh_token':
      return handOver(c, site, await grantRefresh(clientOrigin, refreshTokenOf(c, site, request)))
    case SIGN_ON_GRANT: {
      const code = await codeOfBrowser(c, request.code)
      return handOver(c, site, await grantSignOn(clientOrigin, { ...request, code }))
    }
    case PASSKEY_GRANT:
      return handOver(c, site, await grantPasskey(clientOrigin, request))
    case 'client_credentials':
      return grantDevice(clientOrigin, request.client_secret)
  }
}

/**
 * Returns the response. For a page of the hub, the refresh token is moved into a cookie, because the page
 * must never see it. `site` is the site of the page, or null for other clients.
 */
function handOver(
  c: Context<HubEnv>,
  site: string | null,
  { refresh_token, ...answer }: TokenAnswer,
): TokenAnswer {
  if (refresh_token === undefined) return answer
  if (site === null) return { ...answer, refresh_token }
  keepInCookie(c, site, refresh_token)
  return answer
}

/** Returns the refresh token of the request. Throws GrantError when it is missing. */
function refreshTokenOf(
  c: Context<HubEnv>,
  site: string | null,
  { refresh_token }: { refresh_token?: string | undefined },
): string {
  const token = site === null ? refresh_token : tokenInCookie(c, site)
  if (token === undefined) throw new GrantError('invalid_request', 'refresh_token: is missing')
  return token
}

function takeCookie(c: Context<HubEnv>, site: string | null): string | undefined {
  if (site === null) return undefined
  const token = tokenInCookie(c, site)
  forgetCookie(c, site)
  return token
}

async function revokeToken(c: Context<HubEnv>): Promise<void> {
  const parsed = RevocationRequest.safeParse(await readForm(c))
  if (!parsed.success) throw refusedRequest(undefined, parsed.error)
  const site = await siteOfClient(c, parsed.data.client_id)
  const token = parsed.data.token ?? takeCookie(c, site)
  if (token === undefined) throw new GrantError('invalid_request', 'token: is missing')
  // A JWT is verified without the database and cannot be revoked (RFC 7009, section 2.2.1).
  if (token.split('.').length === 3)
    throw new GrantError(
      'unsupported_token_type',
      'Access tokens expire after 15 minutes and cannot be revoked',
    )
  const { db } = c.get('hub')
  const account = await db.platform((tx) => findOwner(tx, token))
  if (!account) return
  const author = publicAuthor(c, revoke)({ ...account, kind: 'sign-outs', recordId: account.accountId })
  await db.platform((tx) => revokeRefreshToken(tx, token), author)
  const about = { actor: account.accountId, address: clientAddress(c) }
  c.get('log').info({ event: 'signed_out', ...about }, 'signed out')
}

const GRANTS = ['password', 'refresh_token', 'client_credentials', SIGN_ON_GRANT, PASSKEY_GRANT]

function refusedRequest(grantType: string | undefined, error: z.ZodError): GrantError {
  if (grantType && !GRANTS.includes(grantType))
    return new GrantError('unsupported_grant_type', `Grants: ${GRANTS.join(', ')}`)
  const fields = error.issues.map((issue) => issue.path.join('.')).join(', ')
  return new GrantError('invalid_request', `Missing or malformed: ${fields || 'grant_type'}`)
}
