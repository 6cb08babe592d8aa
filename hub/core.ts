import type { Logger } from 'pino'
import type { Database } from './db/transact.ts'

/** Dependencies of every part of the hub. */
export interface HubCore {
  db: Database
  log: Logger
  /** Aborted when the hub must stop: waiting requests are answered at once, a job ends after its current step. */
  stopping: AbortSignal
  /** Pause of periodic work between two rounds, relative to the duration of a round: 1, less in tests. */
  pace: number
}
