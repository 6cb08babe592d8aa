import type { Logger } from 'pino'
import type { Database } from './db/transact.ts'

/** What every part of the hub works with. */
export interface HubCore {
  db: Database
  log: Logger
  /** Aborted when the hub is asked to stop: waiting requests answer at once, a job ends after what it is at. */
  stopping: AbortSignal
  /** Periodic work rests this share of its time between two rounds: 1, less in tests. */
  pace: number
}
