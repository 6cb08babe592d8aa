import { z } from 'zod'

/** What is shown in place of a secret. */
export const MASK = '********'

/** A secret as it is read: masked; null: there is none. */
export const MaskedSecret = z
  .literal(MASK)
  .nullable()
  .meta({ description: 'Never shown: the mask stands for one that is set, null for none' })

/** Goes into a header as it is (RFC 9110, 5.5). */
export const TOKEN = /^[\x21-\x7e]*$/

/** A secret as it is written. undefined in the output: it stays as it is. `form` and `error` say what else it must be. */
const secretUpdate = (most: number, form: RegExp, error: string) =>
  z
    .string()
    .max(most)
    .refine((secret) => secret === '' || form.test(secret), { error })
    .nullish()
    .transform((secret) => (secret === MASK || secret === '' ? undefined : secret))
    .meta({ description: 'Left out, empty or the mask: it stays; null: there is none any more' })

/** A password that another service knows, of any characters that can be typed. */
export const SecretUpdate = secretUpdate(
  1000,
  /^[^\p{Cc}\p{Cs}]*$/u,
  'has a line break or another control character: copy it again',
)
/** A token, an API key or a PIN. */
export const TokenUpdate = secretUpdate(
  10_000,
  TOKEN,
  'must be of Latin letters, digits and signs, without spaces: copy it again',
)
/** A key or certificate as text (RFC 7468). The hub parses it (hub/secrets/pem.ts). */
export const PemUpdate = secretUpdate(
  10_000,
  /-----BEGIN |^\*+$/,
  'must be PEM: the text from -----BEGIN to -----END',
)

/** What a reader gets of a sealed column. */
export const masked = (sealed: string | null): typeof MASK | null => (sealed === null ? null : MASK)
