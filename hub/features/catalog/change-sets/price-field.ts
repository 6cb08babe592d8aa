/**
 * Returns the field name of a price in a change set: `price.<price type>`, and `price.<price type>@<moment>`
 * for future prices.
 */
export const priceField = (priceTypeId: string, startsAt?: Date): string =>
  `price.${priceTypeId}${startsAt ? `@${startsAt.toISOString()}` : ''}`

/** Parses a field name; undefined: it is no price. */
export function readPriceField(field: string): { priceTypeId: string; startsAt: string | null } | undefined {
  const [, priceTypeId, startsAt] = /^price\.([^@]+)(?:@(.+))?$/.exec(field) ?? []
  return priceTypeId === undefined ? undefined : { priceTypeId, startsAt: startsAt ?? null }
}

export const isFuturePrice = (field: string): boolean => Boolean(readPriceField(field)?.startsAt)
