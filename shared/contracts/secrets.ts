import { z } from 'zod'

/** Text shown instead of a secret. */
export const MASK = '********'

/** Secret in a response: the mask, or null when no secret is set. */
export const MaskedSecret = z
  .literal(MASK)
  .nullable()
  .meta({ description: 'Never shown: the mask stands for a secret that is set, null for none' })

/** Characters that an HTTP header transmits unchanged (RFC 9110, section 5.5). */
export const TOKEN = /^[\x21-\x7e]*$/

/**
 * Returns the schema of a secret in a request. Its output is undefined when the stored secret is kept. `form`
 * is the required pattern and `error` its message.
 */
const secretUpdate = (most: number, form: RegExp, error: string) =>
  z
    .string()
    .max(most)
    .refine((secret) => secret === '' || form.test(secret), { error })
    .nullish()
    .transform((secret) => (secret === MASK || secret === '' ? undefined : secret))
    .meta({ description: 'Omitted, empty or the mask: unchanged; null: the secret is deleted' })

/** Password for another service, with any characters that can be typed. */
export const SecretUpdate = secretUpdate(
  1000,
  /^[^\p{Cc}\p{Cs}]*$/u,
  'has a line break or another control character: copy it again',
)
/** Token, API key or PIN. */
export const TokenUpdate = secretUpdate(
  10_000,
  TOKEN,
  'must be of Latin letters, digits and signs, without spaces: copy it again',
)
/** Key or certificate as PEM text (RFC 7468). The hub parses it (hub/secrets/pem.ts). */
export const PemUpdate = secretUpdate(
  10_000,
  /-----BEGIN |^\*+$/,
  'must be PEM: the text from -----BEGIN to -----END',
)

/** Returns the value shown for a sealed column. */
export const masked = (sealed: string | null): typeof MASK | null => (sealed === null ? null : MASK)
