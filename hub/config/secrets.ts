import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The hub's secret: from the configuration, or a random one kept in a file only its user can read. */
export function loadSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const path = join(dataDir, 'hub-secret')
  try {
    // 'wx': two processes that start at once end with one secret.
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}

/** A key of its own for each purpose, derived from the hub's secret (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'counterfoil', purpose, 32))
}

/** For secrets that are random and long (tokens, device secrets): a plain SHA-256 is enough to keep them. */
export function hashSecret(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** A random secret of 256 bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
