const DAY_MS = 86_400_000

/**
 * True when products sold at `sold` can no longer be returned at `now`, given a return period of `days`
 * (docs/domain.md#returns).
 */
export const isTooLate = (sold: Date, now: Date, days: number): boolean =>
  now.getTime() > sold.getTime() + days * DAY_MS
