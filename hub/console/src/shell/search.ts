/**
 * Parses search parameters to plain strings, one per name. This keeps URLs readable and lets the hub's
 * contracts validate them.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `?${text}` : ''
}
