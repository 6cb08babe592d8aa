import { availableParallelism, loadavg } from 'node:os'
import type { Finds } from './finds.ts'
import { nameOf } from './operations.ts'
import type { Probed } from './probe.ts'
import type { Side, Watcher } from './subject.ts'

const HELD_MS = 1000
const STALL_MS = 1000
/** Minimum pino level of an error. */
const ERROR_LEVEL = 50
/** Maximum delay in ms between an event and its report by the gauge or a probe. */
const LATE_MS = 500

interface LogLine {
  level?: number
  traceId?: string
  msg?: string
  err?: { stack?: string }
}

/** Watches the logs of the hub and the agent, and how long they block other clients. */
export class Watch implements Watcher {
  readonly #finds: Finds
  /** Values that were sent or issued and must never appear in a log. */
  readonly secrets = new Set<string>()
  isOn = false
  longestHoldMs = 0
  longestProbeMs = 0

  constructor(finds: Finds) {
    this.#finds = finds
  }

  onLog(side: Side, text: string): void {
    for (const secret of this.secrets) {
      if (!text.includes(secret)) continue
      this.#finds.note('secret in the log', side, text.replaceAll(secret, '<secret>').slice(0, 500))
    }
    let line: LogLine
    try {
      line = JSON.parse(text)
    } catch {
      // Text outside of the JSON log comes from Node itself: a warning, or the reason of a crash.
      this.#finds.note('printed', side, text.slice(0, 300))
      return
    }
    if ((line.level ?? 0) < ERROR_LEVEL) return
    const sent = this.#finds.sentWith(Number.parseInt(line.traceId?.slice(-12) ?? '', 16))
    const what = `${line.msg}: ${line.err?.stack?.slice(0, 700) ?? ''}`
    this.#finds.note('logged error', sent ? nameOf(sent.draft.operation) : side, what, sent)
  }

  onHeld(side: Side, heldMs: number): void {
    // Loading the program takes time.
    if (!this.isOn) return
    this.longestHoldMs = Math.max(this.longestHoldMs, heldMs)
    if (heldMs < HELD_MS) return
    const now = performance.now()
    const suspects = this.#finds
      .underWay(now - LATE_MS, now - heldMs + LATE_MS)
      .filter(({ draft }) => draft.operation.side === side)
      .sort((a, b) => (b.request.body?.length ?? 0) - (a.request.body?.length ?? 0))
    const where = suspects[0] ? nameOf(suspects[0].draft.operation) : side
    const what = `${Math.round(heldMs)} ms of processor time; ${suspects.length} under way`
    this.#finds.note('event loop held', where, what, suspects[0])
  }

  onProbed({ name, ms, floorMs }: Probed): void {
    // On a busy machine other processes cause the delay, so only the gauges in the programs count.
    if ((loadavg()[0] ?? 0) > availableParallelism() + 1) return
    this.longestProbeMs = Math.max(this.longestProbeMs, ms - floorMs)
    if (ms < STALL_MS + 4 * floorMs) return
    const now = performance.now()
    const under = this.#finds.underWay(now - ms, now - LATE_MS)
    const names = under.map(({ draft }) => nameOf(draft.operation)).join(', ')
    const what = `${Math.round(ms)} ms, the floor ${Math.round(floorMs)} ms; under way: ${names}`
    this.#finds.note('stall', name, what, under[0])
  }
}
