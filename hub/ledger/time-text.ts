/** A moment in milliseconds as PostgreSQL reads it, those before and after all others too. */
export function timeText(moment: number): string {
  if (Number.isFinite(moment)) return new Date(moment).toISOString()
  return moment > 0 ? 'infinity' : '-infinity'
}
