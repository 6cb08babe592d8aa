import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** Limits of a reader process. */
export interface ProcessLimits {
  /** All memory of the process (resident set size), whatever allocated it. */
  memoryBytes: number
  /** Processor time of all its threads together: other load on the machine does not count. */
  processorSeconds: number
}

const EVERY_MS = 20
const STDERR = 2

// A separate thread checks, since the reader may be in one long call. Nothing needs cleaning up.
const { memoryBytes, processorSeconds } = workerData as ProcessLimits
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isLarge = process.memoryUsage.rss() > memoryBytes
  if (!isLarge && user + system < processorSeconds * 1e6) return
  writeSync(STDERR, isLarge ? 'takes too much memory' : 'takes too long')
  process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
