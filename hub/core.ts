import type { Logger } from 'pino'
import type { Database } from './db/transact.ts'

/** Dependencies of every part of the hub. */
export interface HubCore {
  db: Database
  log: Logger
  /** Aborted when the hub stops. Waiting requests are answered immediately, and a job ends after its current step. */
  stopping: AbortSignal
  /** Pause between two rounds of periodic work, as a multiple of the default. 1 normally, less in tests. */
  pace: number
}
