import type { Context } from 'hono'
import { z } from 'zod'
import { GrantError } from './grants.ts'

/** Longer than any password, token or client id that is given out. */
const MAX_LENGTH = 1000

/** One parameter of a token request. */
export const parameter = z.string().min(1).max(MAX_LENGTH)

/**
 * The parameters of a request to the token or the revocation endpoint, with the client's credentials among them wherever
 * they stand. Throws GrantError: other content type, a parameter that comes twice (RFC 6749, section 3.2), a client that
 * authenticates in two ways at once (section 2.3).
 */
export async function readForm(c: Context): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? '')) {
    throw new GrantError('invalid_request', 'Send the request as application/x-www-form-urlencoded')
  }
  const form = new URLSearchParams(await c.req.text())
  const repeated = [...form.keys()].find((name, index, names) => names.indexOf(name) !== index)
  if (repeated !== undefined)
    throw new GrantError('invalid_request', `Given more than once: ${repeated.slice(0, 64)}`)
  const basic = basicCredentials(c)
  if (basic && (form.has('client_id') || form.has('client_secret')))
    throw new GrantError('invalid_request', 'Authenticate the client in one way only')
  return { ...Object.fromEntries(form), ...basic }
}

/** RFC 6749, section 2.3.1: the halves are form-encoded. */
function basicCredentials(c: Context): { client_id: string; client_secret: string } | undefined {
  const [scheme, encoded] = (c.req.header('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const decode = (value: string) => new URLSearchParams(`v=${value}`).get('v') ?? ''
  return { client_id: decode(id), client_secret: decode(secret.join(':')) }
}
