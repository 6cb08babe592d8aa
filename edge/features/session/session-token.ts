import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The token is long and random: a plain SHA-256 is enough to keep it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
