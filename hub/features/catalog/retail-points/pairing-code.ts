import { randomInt } from 'node:crypto'
import { hashSecret } from '#hub/config/secrets.ts'

/** Capital letters and digits without 0, O, 1, I and L, so that a handwritten code is readable. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

export const PAIRING_CODE_TTL_MS = 15 * 60_000

/**
 * Returns 8 random characters (39 bits) as XXXX-XXXX, which is enough: codes are valid for minutes, and
 * enrolment is rate-limited.
 */
export function newPairingCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${characters.slice(0, LENGTH / 2)}-${characters.slice(LENGTH / 2)}`
}

/** Converts a typed code to capital letters without dashes and spaces. */
function normalisePairingCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '')
}

/** Returns the stored form of a typed code. */
export function hashPairingCode(typed: string): Buffer {
  return hashSecret(normalisePairingCode(typed))
}
