import type { HubCore } from '#hub/core.ts'
import type { Author } from '#hub/db/transact.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import type { MoySklad } from '#hub/integrations/extsys/moysklad.ts'
import type { Run } from '#hub/jobs/do-jobs.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { Requester } from '#hub/jobs/tracked-jobs.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import type { RunRow } from './runs.ts'

/** Dependencies of imports from the external accounting system. */
export interface Importer extends HubCore {
  files: FileStore
  jobs: JobQueue
  keyRing: KeyRing
  moySkladUrl: string
}

/** A running import. */
export interface Import {
  hub: Importer
  moySklad: MoySklad
  run: RunRow
  requester: Requester | null
  /** Returns the author for a transaction that writes imported records. */
  author(): Author
  progress: Run['progress']
}
