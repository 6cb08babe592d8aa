import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the hub's secret, either the configured one or a random one stored in a file that only the hub's
 * user can read.
 */
export function loadSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const path = join(dataDir, 'hub-secret')
  try {
    // The flag 'wx' makes two processes that start at the same time use the same secret.
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}

/** Derives a separate key for each purpose from the hub's secret (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'counterfoil', purpose, 32))
}

/** Hashes a long random secret (token, device secret) for storage. Plain SHA-256 is sufficient for random secrets. */
export function hashSecret(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** Returns a URL-safe random secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
