import { z } from 'zod'
import { integer } from '#shared/domain/fields.ts'

/**
 * Layout of scale labels: prefix, product number, optional verifier, value, check digit
 * (docs/domain.md#weight-barcodes). The value divided by `divisor` is in units (Weight, Pieces) or in major
 * units of money (Price).
 */
export const WeightMask = z
  .strictObject({
    prefix: z.string().regex(/^(?:2[0-9]?|02)$/, { error: 'must be 2, 02, or two digits from 20 to 29' }),
    itemDigits: integer(1, 6),
    valueDigits: integer(4, 9),
    /** Digit between the number and the value that verifies a price of 4 or 5 digits, if there is one. */
    verifier: z.enum(['Price4', 'Price5']).optional(),
    kind: z.enum(['Weight', 'Price', 'Pieces']),
    // A single literal with several values would appear in the OpenAPI description with only the first one.
    divisor: z.union([z.literal(1), z.literal(10), z.literal(100), z.literal(1000)]),
  })
  .refine(
    ({ prefix, itemDigits, valueDigits, verifier }) =>
      prefix.length + itemDigits + (verifier ? 1 : 0) + valueDigits === 12,
    {
      error:
        'prefix, itemDigits, verifier and valueDigits must add up to 12 digits, which the check digit makes 13',
      path: ['valueDigits'],
    },
  )
  .refine(({ verifier, valueDigits }) => !verifier || Number(verifier.slice(-1)) === valueDigits, {
    error: 'Price4 verifies 4 digits, Price5 verifies 5',
    path: ['verifier'],
  })
  .meta({ id: 'WeightMask' })
export type WeightMask = z.infer<typeof WeightMask>

const MAX_WEIGHT_MASKS = 10

/** Layouts with distinct prefixes. */
export const WeightMasks = z
  .array(WeightMask)
  .max(MAX_WEIGHT_MASKS)
  .refine((masks) => new Set(masks.map(({ prefix }) => prefix)).size === masks.length, {
    error: 'the same prefix is listed twice',
  })

/** Reads stored masks, with defaults for members added later. Throws when they are invalid. */
export function readWeightMasks(kept: unknown): WeightMask[] {
  const each = z.array(z.looseObject({})).parse(kept)
  return WeightMasks.parse(each.map((mask) => ({ kind: 'Weight', divisor: 1000, ...mask })))
}

export const DEFAULT_WEIGHT_MASKS: readonly WeightMask[] = [
  { prefix: '21', itemDigits: 5, valueDigits: 5, kind: 'Weight', divisor: 1000 },
]
