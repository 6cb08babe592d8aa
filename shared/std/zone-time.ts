const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}

/** Returns the local time in a time zone (IANA), such as 2026-03-01 15:00:00, at an instant (ISO 8601, UTC). */
export const toWallClock = (moment: string, timeZone: string): string =>
  formatOf(timeZone).format(new Date(moment))

/**
 * Returns the instant (ISO 8601, UTC) of a local time such as 2026-03-01 15:00:00. A local time that occurs
 * twice gives one of the two instants. A skipped local time gives an instant close to it.
 */
export function fromWallClock(shown: string, timeZone: string): string {
  const wanted = Date.parse(`${shown.replace(' ', 'T')}Z`)
  let moment = wanted
  // The second step corrects a first guess on the other side of a clock change.
  for (let step = 0; step < 2; step += 1) {
    const seen = Date.parse(`${toWallClock(new Date(moment).toISOString(), timeZone).replace(' ', 'T')}Z`)
    moment += wanted - seen
  }
  return new Date(moment).toISOString()
}
