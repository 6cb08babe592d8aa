/**
 * Preload module for the program under attack. It reports to its parent how long the event loop was blocked
 * and, on request, the memory after garbage collection. Blocking is measured in CPU time of the thread,
 * because wall time on a busy machine would include the load of other processes.
 */
const TICK_MS = 25
const REPORTED_FROM_MS = 200

let before = process.threadCpuUsage()
setInterval(() => {
  const now = process.threadCpuUsage()
  const heldMs = (now.user - before.user + now.system - before.system) / 1000
  before = now
  if (heldMs >= REPORTED_FROM_MS) process.send?.({ type: 'held', heldMs } satisfies GaugeMessage)
}, TICK_MS).unref()

process.on('message', (message: { type?: string }) => {
  if (message.type !== 'weigh') return
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ type: 'memory', rss, heapUsed, external } satisfies GaugeMessage)
  // The CPU time of the garbage collection is not counted.
  before = process.threadCpuUsage()
})
// The channel to the parent must not keep the program alive.
process.channel?.unref()

/** Memory in bytes. */
export interface Memory {
  rss: number
  heapUsed: number
  external: number
}
export type GaugeMessage = { type: 'held'; heldMs: number } | ({ type: 'memory' } & Memory)
