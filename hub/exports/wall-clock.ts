const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  })
  formats.set(timeZone, made)
  return made
}

/** What clocks showed in the time zone, to the second: 2026-03-01 15:00:00, which spreadsheets take for a date. */
export function wallClock(moment: Date, timeZone: string): string {
  return formatOf(timeZone).format(moment)
}
