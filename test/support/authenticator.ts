import { TOTP } from 'otpauth'
import type { ApiClient } from './hub.ts'

/** Returns the one-time code of an app whose clock is `ahead` seconds ahead of ours. */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * 1000 })

/**
 * Sets up a second factor. Its first code is used up: use a code of the next step (`codeOf(secret, 30)`) or a
 * recovery code.
 */
export async function addFactor(api: ApiClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body } = await api.post('/api/me/2fa/enroll')
  const verified = await api.post('/api/me/2fa/verify', { code: codeOf(body.secret) })
  if (verified.status !== 200) throw new Error(`no second factor: ${JSON.stringify([body, verified.body])}`)
  return { secret: body.secret, recoveryCodes: verified.body.recoveryCodes }
}
