import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#hub/auth/actor.ts'
import type { FieldValues, RowRefusal } from '#hub/db/tables/change-sets.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ImageRow } from '#hub/features/catalog/product-images/queries.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { JobRow } from '#hub/jobs/tracked-jobs.ts'
import type { RowRefusalCode } from '#shared/contracts/catalog/change-sets.ts'

/** Of a row; its code is one that people read. */
export interface Refusal extends RowRefusal {
  code: RowRefusalCode
}

/** What a change set would make of a record. */
export interface PlannedRow {
  recordId: string
  name: string
  version: number
  /** The fields that are asked to change: alike in both, where they have the value already. */
  before: FieldValues
  after: FieldValues
  refusal: Refusal | null
}

/** A record as it is. */
export interface CurrentRecord {
  id: string
  version: number
  values: FieldValues
}

export interface RecordChange {
  current: CurrentRecord
  /** The fields that change. */
  values: FieldValues
}

/** Who starts a job, and where. */
export interface Starting {
  actor: Actor
  jobs: JobQueue
}

/**
 * A kind of records that change sets change. Values are those of columns, by the name of the field; they go through JSON
 * and back, and are compared so.
 */
export interface ChangeKind<Asked> {
  /** The rows in the order people see them, by portions. Writes nothing. Throws invalid_request naming the field. */
  plan(tx: Tx, asked: Asked): AsyncGenerator<PlannedRow[]>
  /** Locks the records of the ids, in the order of ids, and reads at least `fields` of each; those that are gone are left out. */
  read(tx: Tx, ids: string[], fields: ReadonlySet<string>): Promise<CurrentRecord[]>
  /** Whether the values may still be given. Throws invalid_request. */
  check(tx: Tx, asked: Asked): Promise<void>
  /** Why the fields cannot be given these values any more; undefined: they can. */
  refuses?(change: RecordChange): Refusal | undefined
  /** Writes the fields, each record with its next version. */
  write(tx: Tx, changes: readonly RecordChange[]): Promise<void>
  /** Starts the job that applies it; left out: one that does so row by row (run-change-set.ts). */
  startApply?(tx: Tx, id: string, starting: Starting): Promise<JobRow>
  /** Done when undoing is asked for, before its job begins. */
  startUndo?(tx: Tx, id: string, starting: Starting): Promise<void>
  /** Takes back what was made besides the records, before and after the records are undone. A repeat changes nothing. */
  undoBeside?(tx: Tx, id: string, when: 'before records' | 'after records'): Promise<void>
  /** Deletes what is kept for a preview. Returns the keys of the files that are to be deleted after the commit. */
  discard?(tx: Tx, id: string): Promise<string[]>
  /** How records that a change set has created are deleted again; left out: this kind creates none. */
  removal?: {
    /** Those that something stands on. */
    listUsed(tx: Tx, ids: string[]): Promise<ReadonlySet<string>>
    /** Returns the images whose files are to be deleted after the commit. */
    remove(tx: Tx, ids: string[]): Promise<ImageRow[]>
  }
}

/** What the record has in a field; a price that it has not is null. */
export const valueIn = ({ values }: Pick<CurrentRecord, 'values'>, field: string): unknown =>
  values[field] ?? null

/** The first field in which the record has another value; undefined: there is none. */
export const differingField = (
  current: Pick<CurrentRecord, 'values'>,
  values: FieldValues,
): string | undefined =>
  Object.keys(values).find((field) => !isDeepStrictEqual(valueIn(current, field), values[field] ?? null))
