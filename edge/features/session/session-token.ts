import { createHash, randomBytes } from 'node:crypto'

/** Returns a URL-safe token of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash to store: the token is long and random, so a plain SHA-256 is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
