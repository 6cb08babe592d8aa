import { z } from 'zod'

/** Mask shown in place of a secret. */
export const MASK = '********'

/** Secret in responses: masked; null: there is none. */
export const MaskedSecret = z
  .literal(MASK)
  .nullable()
  .meta({ description: 'Never shown: the mask stands for a secret that is set, null for none' })

/** Characters that a header takes unchanged (RFC 9110, 5.5). */
export const TOKEN = /^[\x21-\x7e]*$/

/**
 * Returns the schema of a secret in requests. undefined in the output: it stays. `form` and `error` describe
 * further requirements.
 */
const secretUpdate = (most: number, form: RegExp, error: string) =>
  z
    .string()
    .max(most)
    .refine((secret) => secret === '' || form.test(secret), { error })
    .nullish()
    .transform((secret) => (secret === MASK || secret === '' ? undefined : secret))
    .meta({ description: 'Omitted, empty or the mask: unchanged; null: the secret is deleted' })

/** Password of another service, of any characters that can be typed. */
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
/** Key or certificate as text (RFC 7468). The hub parses it (hub/secrets/pem.ts). */
export const PemUpdate = secretUpdate(
  10_000,
  /-----BEGIN |^\*+$/,
  'must be PEM: the text from -----BEGIN to -----END',
)

/** Returns the value that a reader gets for a sealed column. */
export const masked = (sealed: string | null): typeof MASK | null => (sealed === null ? null : MASK)
