/** Unusual texts for various places of a request. */

/** Times at the limits of ISO 8601, JavaScript and PostgreSQL. */
export const ODD_TIMES: readonly string[] = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01',
  '0001-01-01T00:00:00Z',
  '-0001-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '2026-02-29T12:00:00Z',
  '2024-02-29',
  '2026-01-01T24:00:00Z',
  '2026-06-30T23:59:60Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-99:99',
  '2026-01-01T00:00:00.0000001Z',
  `2026-01-01T00:00:00.${'9'.repeat(300)}Z`,
  '2026-01-01T00:00Z',
  '2026-01-01t00:00:00z',
  '2026-01-01 00:00:00Z',
  '2026-W01-1',
  '20260101T000000Z',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '294277-01-01',
  '99999-01-01',
  'now',
  'infinity',
  '-infinity',
  'epoch',
  'allballs',
]

/** Returns deeply nested JSON texts. */
export const deep = (levels: number): string[] => [
  `${'['.repeat(levels)}${']'.repeat(levels)}`,
  `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
]
