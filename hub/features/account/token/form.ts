import { isUtf8 } from 'node:buffer'
import type { Context } from 'hono'
import { z } from 'zod'
import type { HubEnv } from '#hub/http/env.ts'
import { readBody } from '#hub/http/request-body.ts'
import { GrantError } from './grant-error.ts'

/** Maximum length of a parameter, above that of any password, token or client id in use. */
const MAX_LENGTH = 1000
const MAX_FORM_BYTES = 128 * 1024

/** Schema of a parameter of a token request. */
export const parameter = z.string().min(1).max(MAX_LENGTH)

/**
 * Returns the parameters of a request to the token or revocation endpoint, including the client's credentials
 * from the header or body. Throws GrantError for another content type, text that is not UTF-8 (RFC 6749,
 * appendix B), a repeated parameter (RFC 6749, section 3.2), and a client that authenticates in two ways at
 * once (section 2.3).
 */
export async function readForm(c: Context<HubEnv>): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? '')) {
    throw new GrantError('invalid_request', 'Send the request as application/x-www-form-urlencoded')
  }
  const form = new URLSearchParams(await textOf(c))
  const names = [...form.keys()].sort()
  const repeated = names.find((name, index) => name === names[index + 1])
  if (repeated !== undefined)
    throw new GrantError('invalid_request', `Given more than once: ${repeated.slice(0, 64)}`)
  const basic = basicCredentials(c)
  if (basic && (form.has('client_id') || form.has('client_secret')))
    throw new GrantError('invalid_request', 'Authenticate the client in one way only')
  return { ...Object.fromEntries(form), ...basic }
}

async function textOf(c: Context<HubEnv>): Promise<string> {
  const text = Buffer.from(await readBody(c, MAX_FORM_BYTES)).toString('latin1')
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (!isUtf8(Buffer.from(bytes, 'latin1'))) throw new GrantError('invalid_request', 'Text must be UTF-8')
  if (bytes.includes('\0')) throw new GrantError('invalid_request', 'Text must not contain a NUL byte')
  return Buffer.from(text, 'latin1').toString('utf8')
}

/**
 * Returns the credentials of the Authorization header, or undefined without one. Both parts are
 * form-encoded (RFC 6749, section 2.3.1).
 */
function basicCredentials(c: Context): { client_id: string; client_secret: string } | undefined {
  const [scheme, encoded] = (c.req.header('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const decode = (value: string) => new URLSearchParams(`v=${value}`).get('v') ?? ''
  return { client_id: decode(id), client_secret: decode(secret.join(':')) }
}
