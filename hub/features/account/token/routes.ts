import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import { clientAddress } from '#hub/http/client-address.ts'
import type { HubEnv } from '#hub/http/env.ts'
import { router } from '#hub/http/route.ts'
import { TokenAnswer, TokenError } from '#shared/contracts/auth.ts'
import { Problem } from '#shared/problems/problem.ts'
import { GrantError, grantDevice, grantPassword, grantRefresh } from './grants.ts'

const text = z.string().min(1).max(1000)

const TokenRequest = z.discriminatedUnion('grant_type', [
  z.object({ grant_type: z.literal('password'), username: text, password: text }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: text }),
  z.object({ grant_type: z.literal('client_credentials'), client_id: text, client_secret: text }),
])

const tokenAnswer = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
})

const token = createRoute({
  method: 'post',
  path: '/~/connect/token',
  tags: ['Account'],
  summary: 'Get an access token (OAuth 2.0)',
  description:
    'RFC 6749: grants password, refresh_token and client_credentials (devices, also with HTTP Basic). ' +
    'Refresh tokens are rotated; one that is used twice ends its family.\n\nAccess: public.',
  'x-permission': 'public',
  security: [],
  request: { body: { content: { 'application/x-www-form-urlencoded': { schema: TokenRequest } } } },
  responses: {
    200: tokenAnswer('The tokens', TokenAnswer),
    400: tokenAnswer('The request or the grant is refused', TokenError),
    401: tokenAnswer('The client is refused', TokenError),
    429: tokenAnswer('Too many attempts; see Retry-After', TokenError),
  },
})

export const tokenRoutes = router()

// Validated here and not by the route, because errors have OAuth's own format.
tokenRoutes.openAPIRegistry.registerPath(token)
tokenRoutes.post('/~/connect/token', async (c) => {
  c.header('Cache-Control', 'no-store')
  try {
    return c.json(await grant(c), 200)
  } catch (error) {
    if (error instanceof GrantError) {
      if (error.error === 'invalid_client') c.header('WWW-Authenticate', 'Basic realm="counterfoil"')
      return c.json(tokenError(error.error, error.message), error.error === 'invalid_client' ? 401 : 400)
    }
    if (error instanceof Problem && error.code === 'too_many_attempts') {
      for (const [name, value] of Object.entries(error.options.headers ?? {})) c.header(name, value)
      return c.json(tokenError('invalid_grant', error.message), 429)
    }
    throw error
  }
})

function tokenError(
  error: z.infer<typeof TokenError>['error'],
  description: string,
): z.infer<typeof TokenError> {
  return { error, error_description: description }
}

async function grant(c: Context<HubEnv>): Promise<TokenAnswer> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? '')) {
    throw new GrantError('invalid_request', 'Send the request as application/x-www-form-urlencoded')
  }
  const form = new URLSearchParams(await c.req.text())
  const parsed = TokenRequest.safeParse({ ...Object.fromEntries(form), ...basicCredentials(c) })
  const grantType = form.get('grant_type')
  if (!parsed.success) throw refusedRequest(grantType, parsed.error)
  const request = parsed.data
  const hub = c.get('hub')
  switch (request.grant_type) {
    case 'password':
      return grantPassword(hub, clientAddress(c), request.username, request.password)
    case 'refresh_token':
      return grantRefresh(hub, request.refresh_token)
    case 'client_credentials':
      return grantDevice(hub, clientAddress(c), request.client_id, request.client_secret)
  }
}

function refusedRequest(grantType: string | null, error: z.ZodError): GrantError {
  const isKnown = ['password', 'refresh_token', 'client_credentials'].includes(grantType ?? '')
  if (grantType && !isKnown)
    return new GrantError('unsupported_grant_type', 'Grants: password, refresh_token, client_credentials')
  const fields = error.issues.map((issue) => issue.path.join('.')).join(', ')
  return new GrantError('invalid_request', `Missing or malformed: ${fields || 'grant_type'}`)
}

/** RFC 6749, section 2.3.1: the halves are form-encoded. */
function basicCredentials(c: Context): { client_id?: string; client_secret?: string } {
  const [scheme, encoded] = (c.req.header('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return {}
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const decode = (value: string) => new URLSearchParams(`v=${value}`).get('v') ?? ''
  return { client_id: decode(id), client_secret: decode(secret) }
}
