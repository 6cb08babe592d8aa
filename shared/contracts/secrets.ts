import { z } from 'zod'

/** What is shown in place of a secret. */
export const MASK = '********'

/** A secret as it is read: masked; null: there is none. */
export const MaskedSecret = z
  .literal(MASK)
  .nullable()
  .meta({ description: 'Never shown: the mask stands for one that is set, null for none' })

/** A secret as it is written, of at most `most` characters. undefined in the output: it stays as it is. */
export const secretUpdate = (most: number) =>
  z
    .string()
    .max(most)
    .nullish()
    .transform((secret) => (secret === MASK || secret === '' ? undefined : secret))
    .meta({ description: 'Left out, empty or the mask: it stays; null: there is none any more' })
export const SecretUpdate = secretUpdate(1000)

/** What a reader gets of a sealed column. */
export const masked = (sealed: string | null): typeof MASK | null => (sealed === null ? null : MASK)
