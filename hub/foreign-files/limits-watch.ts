import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** What a reader process may take. */
export interface ProcessLimits {
  /** All of its memory (resident set size), whoever has allocated it. */
  memoryBytes: number
  /** Of all its threads together: others that are busy on the machine do not count. */
  processorSeconds: number
}

const EVERY_MS = 20
const STDERR = 2

// A thread of its own looks, since the reader may be in one call that lasts. Nothing is left to clean up.
const { memoryBytes, processorSeconds } = workerData as ProcessLimits
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isLarge = process.memoryUsage.rss() > memoryBytes
  if (!isLarge && user + system < processorSeconds * 1e6) return
  writeSync(STDERR, isLarge ? 'takes too much memory' : 'takes too long')
  process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
