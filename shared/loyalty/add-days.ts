const DAY_MS = 24 * 60 * 60_000

/** Returns the time `days` times 24 hours later. */
export const addDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS)
