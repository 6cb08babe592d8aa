const DAY_MS = 86_400_000

/** Whether what was sold at `sold` may not be returned any more at `now`, with `days` to return it (docs/domain.md#returns). */
export const isTooLate = (sold: Date, now: Date, days: number): boolean =>
  now.getTime() > sold.getTime() + days * DAY_MS
