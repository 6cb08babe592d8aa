import type { z } from 'zod'
import type { Bucket } from '#shared/sync/digest.ts'
import type { DownloadPut } from '#shared/sync/download.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'

export type ReadPut = z.output<typeof DownloadPut>

/** Writer of records of one kind. `put` replaces a record with the same id. */
export interface KindWriter<Kind extends ReplicaKind> {
  put(id: string, value: Extract<ReadPut, { t: Kind }>['v']): void
  delete(id: string): void
  /** Removes all records of a bucket. */
  empty(bucket: Bucket): void
}
