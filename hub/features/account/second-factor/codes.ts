import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashSecret } from '#hub/config/secrets.ts'

const STEP_MS = 30_000
/**
 * Accepted time steps. The previous and the next step count too, because users type slowly and clocks are
 * never exact.
 */
const NEAR = [0, -1, 1]
/**
 * Time steps accepted at enrolment, when the user is already signed in. A clock that is up to two minutes off
 * is detected and remembered.
 */
const FAR = [0, -1, 1, -2, 2, -3, 3, -4, 4]

const RECOVERY_CODES = 10
/** 32 letters and digits that cannot be confused with each other (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const newSecretOfApp = (): string => new Secret({ size: 20 }).base32

/** Returns the URI that an authenticator app reads from a QR code. */
export const uriOf = (secret: string, email: string): string =>
  new TOTP({ issuer: 'Counterfoil', label: email, secret, period: STEP_MS / 1000 }).toString()

/**
 * Returns the time step of the code and its distance from the hub's clock. Undefined when no accepted step
 * has this code.
 */
export function stepOf(
  secret: string,
  code: string,
  { drift, isEnrolment = false }: { drift: number; isEnrolment?: boolean },
): { step: number; drift: number } | undefined {
  // Other input, including digits of other scripts, makes the library throw.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const totp = new TOTP({ secret, period: STEP_MS / 1000 })
  const present = Math.floor(Date.now() / STEP_MS)
  // Tries the hub's clock, and the app's clock as last seen (RFC 6238, section 6).
  const offsets = isEnrolment ? FAR : [...NEAR, ...NEAR.map((offset) => drift + offset)]
  const fitting = offsets.filter(
    (offset) => totp.validate({ token: code, timestamp: (present + offset) * STEP_MS, window: 0 }) === 0,
  )
  const [first] = fitting
  return first === undefined ? undefined : { step: present + first, drift: first }
}

/**
 * Generates codes of 120 random bits each. Above 112 bits, a plain hash is sufficient to store them (OWASP
 * ASVS 6.5.2).
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(24)]
      .map((byte) => LETTERS[byte % LETTERS.length])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  )

/**
 * Returns the stored form of a code, however it is typed. The code is long and random, so a plain hash is
 * sufficient.
 */
export const hashRecoveryCode = (accountId: string, code: string): string =>
  hashSecret(`${accountId} ${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`).toString('base64url')
