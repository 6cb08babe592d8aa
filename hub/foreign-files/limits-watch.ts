import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** Limits of a reader process. */
export interface ProcessLimits {
  /** Maximum resident set size of the process, whatever allocates the memory. */
  memoryBytes: number
  /** Maximum processor time of all threads together. Other load on the machine does not count. */
  processorSeconds: number
}

const EVERY_MS = 20
const STDERR = 2

// Runs in a separate thread, because the reader can be blocked in one long call. The process can be killed at
// once, because it has nothing to clean up.
const { memoryBytes, processorSeconds } = workerData as ProcessLimits
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isLarge = process.memoryUsage.rss() > memoryBytes
  if (!isLarge && user + system < processorSeconds * 1e6) return
  writeSync(STDERR, isLarge ? 'takes too much memory' : 'takes too long')
  process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
