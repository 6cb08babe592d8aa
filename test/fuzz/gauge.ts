/**
 * Loaded before the program under attack: tells its parent how long the event loop was held, and on request what memory
 * it holds once everything that can be collected was. A hold is counted in processor time of the thread: on a machine
 * that others keep busy, time of the wall would blame the program for them.
 */
const TICK_MS = 25
const TOLD_FROM_MS = 200

let before = process.threadCpuUsage()
setInterval(() => {
  const now = process.threadCpuUsage()
  const heldMs = (now.user - before.user + now.system - before.system) / 1000
  before = now
  if (heldMs >= TOLD_FROM_MS) process.send?.({ type: 'held', heldMs } satisfies GaugeMessage)
}, TICK_MS).unref()

process.on('message', (message: { type?: string }) => {
  if (message.type !== 'weigh') return
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ type: 'memory', rss, heapUsed, external } satisfies GaugeMessage)
  // What it took to collect all of that is nobody's fault.
  before = process.threadCpuUsage()
})
// To listen to the parent must not keep a program alive that would end.
process.channel?.unref()

/** In bytes. */
export interface Memory {
  rss: number
  heapUsed: number
  external: number
}
export type GaugeMessage = { type: 'held'; heldMs: number } | ({ type: 'memory' } & Memory)
