import { AsyncLocalStorage } from 'node:async_hooks'
import FakeTimers from '@sinonjs/fake-timers'
import { beat } from './activity.ts'
import { asSimulator, currentProcess } from './process.ts'

/** Start of virtual time, when the shops are set up. */
const OPENING = Date.UTC(2027, 2, 1, 8)
/** Start of each schedule. */
export const BEGINNING = OPENING + 60_000

/**
 * Virtual time for the whole operating system process: Date, performance and timers. It advances only in
 * `advance`, one timer at a time, and everything comes to rest before the next timer fires.
 */
const clock = FakeTimers.install({
  now: OPENING,
  toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
})

/** Tracing used to report an endless loop. */
let isTracing = false
let lastFired = ''

/** Binds a timer to the process that sets it, so that it ends with the process. */
function owned<Timer extends typeof setTimeout | typeof setInterval>(set: Timer): Timer {
  return ((work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    beat()
    const process = currentProcess()
    const origin = isTracing ? new Error('set here').stack : ''
    const bound = AsyncLocalStorage.bind(() => {
      if (isTracing) lastFired = `${process?.name ?? 'simulator'} after ${ms} ms\n${origin}`
      if (!process?.isDead) work(...args)
    })
    // At least 1 ms, as in Node.
    const wait = ms !== undefined && ms >= 1 ? Math.trunc(ms) : 1
    return (set as unknown as (work: () => void, ms: number) => unknown)(bound, wait)
  }) as unknown as Timer
}

globalThis.setTimeout = owned(globalThis.setTimeout)
globalThis.setInterval = owned(globalThis.setInterval)

const realImmediate = globalThis.setImmediate
globalThis.setImmediate = ((work: (...args: unknown[]) => void, ...args: unknown[]) => {
  beat()
  const process = currentProcess()
  return realImmediate(() => {
    beat()
    if (!process?.isDead) work(...args)
  })
}) as typeof setImmediate

AbortSignal.timeout = (ms) => {
  const late = new AbortController()
  setTimeout(
    () => late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    ms,
  )
  return late.signal
}

/**
 * Replaces AbortSignal.any, because Node keeps combined signals while they have listeners, and with each the
 * world of a finished schedule.
 */
AbortSignal.any = (signals) => {
  const either = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason)
    else signal.addEventListener('abort', () => either.abort(signal.reason), { once: true })
  }
  return either.signal
}

const MOST_EVENTS_AT_ONCE = 5_000

export const now = (): number => clock.now

/** Schedules an event of the simulated world, such as the arrival of a message. */
export function at(delayMs: number, action: () => void): void {
  asSimulator(() => setTimeout(action, delayMs))
}

/** Lets time pass, one event at a time, and awaits `settle` after each. */
export async function advance(ms: number, settle: () => Promise<void>): Promise<void> {
  let isOver = false
  await settle()
  at(ms, () => {
    isOver = true
  })
  let [last, standing] = [clock.now, 0]
  while (!isOver) {
    clock.next()
    await settle()
    standing = clock.now === last ? standing + 1 : 0
    last = clock.now
    isTracing = standing > MOST_EVENTS_AT_ONCE - 100
    if (standing > MOST_EVENTS_AT_ONCE) throw new Error(`virtual time stands still: ${lastFired}`)
  }
}

/** Removes all timers and sets the time to the start of a schedule. */
export function reset(): void {
  clock.reset()
  clock.tick(BEGINNING - OPENING)
}
