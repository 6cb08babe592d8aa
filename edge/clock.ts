import type { SaleBody } from '#shared/sync/sale.ts'

/** Wall clock and monotonic clock. Tests pass their own. */
export interface Clock {
  /** Wall time. It is displayed and recorded, but never determines the order of events. */
  now(): Date
  /** Milliseconds since the process started. Never jumps. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}

/** Clocks and clock offset of one run of the agent. */
export interface AgentClocks {
  readonly clock: Clock
  /** Random id of this run. Monotonic times of different runs cannot be compared. */
  readonly bootId: string
  /** Null before enrolment. `offsetMs` is hub time minus local time, null before the first contact. */
  readonly sync: {
    readonly link: { readonly offsetMs: number | null; readonly offsetAgeMs: number | null }
  } | null
}

/** Returns the estimated hub time. Falls back to the local clock until the first contact with the hub. */
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
 * Time zone of the current offset. It is looked up at startup, so that the first sale need not wait, and
 * again when the offset changes.
 */
let looked = lookUp(-new Date().getTimezoneOffset() || 0)

function timeZoneAt(utcOffsetMinutes: number): string {
  if (utcOffsetMinutes !== looked.utcOffsetMinutes) looked = lookUp(utcOffsetMinutes)
  return looked.timeZone
}

function lookUp(utcOffsetMinutes: number) {
  return { utcOffsetMinutes, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}
