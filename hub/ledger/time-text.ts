/** Formats a time in ms for PostgreSQL, including ±Infinity. */
export function timeText(moment: number): string {
  if (Number.isFinite(moment)) return new Date(moment).toISOString()
  return moment > 0 ? 'infinity' : '-infinity'
}
