/**
 * Returns the field name of a price in a change set: `price.<price type>`, or `price.<price type>@<time>` for
 * a future price.
 */
export const priceField = (priceTypeId: string, startsAt?: Date): string =>
  `price.${priceTypeId}${startsAt ? `@${startsAt.toISOString()}` : ''}`

/** Parses the field name of a price. Returns undefined for other fields. */
export function readPriceField(field: string): { priceTypeId: string; startsAt: string | null } | undefined {
  const [, priceTypeId, startsAt] = /^price\.([^@]+)(?:@(.+))?$/.exec(field) ?? []
  return priceTypeId === undefined ? undefined : { priceTypeId, startsAt: startsAt ?? null }
}

export const isFuturePrice = (field: string): boolean => Boolean(readPriceField(field)?.startsAt)
