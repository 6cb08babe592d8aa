import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashSecret } from '#hub/config/secrets.ts'

const STEP_MS = 30_000
/** Codes of the step before and the step after are good too: people type slowly, clocks are never quite right. */
const NEAR = [0, -1, 1]
/** At enrolment, where somebody is signed in already: a clock that is two minutes off is noticed and remembered. */
const FAR = [0, -1, 1, -2, 2, -3, 3, -4, 4]

const RECOVERY_CODES = 10
/** 32 letters and digits that are not taken for each other (Crockford). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const newSecretOfApp = (): string => new Secret({ size: 20 }).base32

/** What an app reads from a QR code. */
export const uriOf = (secret: string, email: string): string =>
  new TOTP({ issuer: 'Counterfoil', label: email, secret, period: STEP_MS / 1000 }).toString()

/** The time step whose code it is, and how far that is from our clock; undefined: none that is near enough. */
export function stepOf(
  secret: string,
  code: string,
  { drift, isEnrolment = false }: { drift: number; isEnrolment?: boolean },
): { step: number; drift: number } | undefined {
  // Others, digits of other scripts among them, make the library throw.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const totp = new TOTP({ secret, period: STEP_MS / 1000 })
  const present = Math.floor(Date.now() / STEP_MS)
  // By our clock and by that of the app as it was last seen (RFC 6238, section 6).
  const offsets = isEnrolment ? FAR : [...NEAR, ...NEAR.map((offset) => drift + offset)]
  const fitting = offsets.filter(
    (offset) => totp.validate({ token: code, timestamp: (present + offset) * STEP_MS, window: 0 }) === 0,
  )
  const [first] = fitting
  return first === undefined ? undefined : { step: present + first, drift: first }
}

/** 120 random bits each: more than 112, so a plain hash keeps them (OWASP ASVS 6.5.2). */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(24)]
      .map((byte) => LETTERS[byte % LETTERS.length])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  )

/** As it is kept: it is random and long, so a plain hash is enough. However it is typed. */
export const hashRecoveryCode = (accountId: string, code: string): string =>
  hashSecret(`${accountId} ${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`).toString('base64url')
