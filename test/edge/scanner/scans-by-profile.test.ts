import { describe, expect, it } from 'vitest'
import type { ScannerProfile } from '#edge/till/src/scanner/scanner-profile.ts'
import { scanMany, typeMany } from '#test/support/scanned-page.ts'

const SCANS = 10_000
const SUFFIXES = ['Enter', 'Tab', 'CRLF', 'None'] as const
const GAPS_MS = [5, 20, 35, 50, 80, 120]

/** Pauses within a scan, in ms. The longest can split a code of a scanner that the till has not learned. */
const PAUSES: [name: string, pauseMs: readonly [number, number] | null][] = [
  ['no pause', null],
  ['a pause', [160, 1800]],
]
const KINDS = GAPS_MS.flatMap((gapMs) =>
  SUFFIXES.flatMap((suffix) => PAUSES.map(([pause, pauseMs]) => ({ gapMs, suffix, pause, pauseMs }))),
)

describe(`${SCANS} scans whose fragments are codes of other products`, () => {
  it.each(KINDS)(
    'misreads no scan, and reports each incomplete scan: $gapMs ms a key, suffix $suffix, $pause',
    ({ gapMs, suffix, pauseMs }) => {
      const tally = scanMany(SCANS, { gapMs, suffix }, { pauseMs })
      expect(tally).toMatchObject({ misread: 0, lost: 0, pressed: 0, examples: [] })
      if (suffix !== 'None') expect(tally.right).toBe(SCANS)
    },
  )

  it.each(SUFFIXES)('reads all scans of a learned scanner with suffix %s', (suffix) => {
    for (const gapMs of GAPS_MS) {
      const profile: ScannerProfile = {
        largestGapMs: gapMs + 15,
        suffix: suffix === 'CRLF' ? 'Enter' : suffix,
        prefix: '~',
        reads: 'code',
        hasSeparator: true,
      }
      const { right } = scanMany(SCANS, { gapMs, suffix, prefix: '~' }, { profile })
      expect([gapMs, right]).toEqual([gapMs, SCANS])
    }
  })
})

it.each<[name: string, gapMs: [number, number]]>([
  ['on the keyboard', [70, 250]],
  ['on the numeric pad', [55, 110]],
])('treats no amount typed by a user as a scan: %s', (_, gapMs) => {
  expect(typeMany(SCANS, gapMs)).toEqual([])
})
