import type { SaleBody } from '#shared/sync/sale.ts'

/** The two clocks of a computer. Tests pass their own. */
export interface Clock {
  /** Wall time: displayed and recorded, never trusted for order. */
  now(): Date
  /** Milliseconds since the process began; never jumps. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}

/** The clocks of one run of the agent. */
export interface AgentClocks {
  readonly clock: Clock
  /** A new random name at each start: monotonic times of different runs cannot be compared. */
  readonly bootId: string
  /** Null before enrolment. `offsetMs`: hub time minus local time, null before the first contact. */
  readonly sync: {
    readonly link: { readonly offsetMs: number | null; readonly offsetAgeMs: number | null }
  } | null
}

/** Returns the hub's time as far as known: the local clock when the two were not compared since the start. */
export function hubNow({ clock, sync }: Omit<AgentClocks, 'bootId'>): Date {
  return new Date(clock.now().getTime() + (sync?.link.offsetMs ?? 0))
}

/** Returns the clock readings that are recorded with every event (docs/sync.md I-15). */
export function readClock({ clock, bootId, sync }: AgentClocks, now: Date): SaleBody['clock'] {
  const utcOffsetMinutes = -now.getTimezoneOffset() || 0
  return {
    utcOffsetMinutes,
    timeZone: timeZoneAt(utcOffsetMinutes),
    bootId,
    monotonicMs: Math.round(clock.monotonicMs()),
    hubOffsetMs: sync?.link.offsetMs ?? null,
    hubOffsetAgeMs: sync?.link.offsetAgeMs ?? null,
  }
}

/**
 * Time zone of the current offset. It is looked up before the first sale, which would have to wait for it,
 * and again when the offset changes.
 */
let looked = lookUp(-new Date().getTimezoneOffset() || 0)

function timeZoneAt(utcOffsetMinutes: number): string {
  if (utcOffsetMinutes !== looked.utcOffsetMinutes) looked = lookUp(utcOffsetMinutes)
  return looked.timeZone
}

function lookUp(utcOffsetMinutes: number) {
  return { utcOffsetMinutes, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}
