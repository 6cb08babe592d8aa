import { TOTP } from 'otpauth'
import type { ApiClient } from './hub.ts'

/** Returns the current one-time code of an authenticator app whose clock is `ahead` seconds ahead. */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * 1000 })

/**
 * Sets up a second factor. This uses its current code, so continue with a code of the next period
 * (`codeOf(secret, 30)`) or a recovery code.
 */
export async function addFactor(api: ApiClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body } = await api.post('/api/me/2fa/enroll')
  const verified = await api.post('/api/me/2fa/verify', { code: codeOf(body.secret) })
  if (verified.status !== 200) throw new Error(`no second factor: ${JSON.stringify([body, verified.body])}`)
  return { secret: body.secret, recoveryCodes: verified.body.recoveryCodes }
}
