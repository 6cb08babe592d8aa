import { randomInt } from 'node:crypto'
import { hashSecret } from '#hub/config/secrets.ts'

/** Capital letters and digits but for 0 and O, 1, I and L: nobody has to guess what a handwritten code says. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

export const PAIRING_CODE_TTL_MS = 15 * 60_000

/** 8 random characters (39 bits) as XXXX-XXXX: enough for minutes of life and a throttled enrolment. */
export function newPairingCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${characters.slice(0, LENGTH / 2)}-${characters.slice(LENGTH / 2)}`
}

/** What a person typed, without dashes, spaces and small letters. */
export function normalisePairingCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '')
}

/** How a code is stored and found. Takes it as typed. */
export function hashPairingCode(typed: string): Buffer {
  return hashSecret(normalisePairingCode(typed))
}
