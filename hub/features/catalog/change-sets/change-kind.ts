import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#hub/auth/actor.ts'
import type { FieldValues, RowRefusal } from '#hub/db/tables/change-sets.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ImageRow } from '#hub/features/catalog/product-images/queries.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { JobRow } from '#hub/jobs/tracked-jobs.ts'
import type { RowRefusalCode } from '#shared/contracts/catalog/change-sets.ts'

/** Reason why a row is refused, with a code that is translated for users. */
export interface Refusal extends RowRefusal {
  code: RowRefusalCode
}

/** Planned change of a record. */
export interface PlannedRow {
  recordId: string
  name: string
  version: number
  /** Requested fields before and after. Both have the same value where the record already has it. */
  before: FieldValues
  after: FieldValues
  refusal: Refusal | null
}

/** A record with its current values. */
export interface CurrentRecord {
  id: string
  version: number
  values: FieldValues
}

export interface RecordChange {
  current: CurrentRecord
  /** Values of the changed fields. */
  values: FieldValues
}

/** Author of a job, and the queue to start it in. */
export interface Starting {
  actor: Actor
  jobs: JobQueue
}

/**
 * A kind of record that change sets can change. Values are those of the columns, by field name. They are
 * stored as JSON and compared in that form.
 */
export interface ChangeKind<Requested> {
  /** Yields the rows in batches, in display order. Writes nothing. Throws `invalid_request` naming the field. */
  plan(tx: Tx, requested: Requested): AsyncGenerator<PlannedRow[]>
  /**
   * Locks the records in the order of their ids, and reads at least `fields` of each. Deleted records are
   * left out.
   */
  read(tx: Tx, ids: string[], fields: ReadonlySet<string>): Promise<CurrentRecord[]>
  /** Checks that the values can still be set. Throws `invalid_request`. */
  check(tx: Tx, requested: Requested): Promise<void>
  /** Returns the reason why the record cannot get these values any longer, or undefined. */
  refuses?(change: RecordChange): Refusal | undefined
  /** Writes the fields and increments the version of each record. */
  write(tx: Tx, changes: readonly RecordChange[]): Promise<void>
  /** Starts the job that applies the change set. Defaults to a job that works row by row (run-change-set.ts). */
  startApply?(tx: Tx, id: string, starting: Starting): Promise<JobRow>
  /** Runs when undo is requested, before its job begins. */
  startUndo?(tx: Tx, id: string, starting: Starting): Promise<void>
  /** Reverts side effects other than the records. Called before and after the records are undone. Idempotent. */
  undoBeside?(tx: Tx, id: string, when: 'before records' | 'after records'): Promise<void>
  /** Deletes the data stored for a preview. Returns the keys of the files to delete after the commit. */
  discard?(tx: Tx, id: string): Promise<string[]>
  /** Deletion of records created by a change set. Omitted for kinds that create none. */
  removal?: {
    /** Returns the records that are in use. */
    listUsed(tx: Tx, ids: string[]): Promise<ReadonlySet<string>>
    /** Deletes the records. Returns the images whose files must be deleted after the commit. */
    remove(tx: Tx, ids: string[]): Promise<ImageRow[]>
  }
}

/** Returns the value of a record's field, or null when it is missing, such as a price. */
export const valueIn = ({ values }: Pick<CurrentRecord, 'values'>, field: string): unknown =>
  values[field] ?? null

/** Returns the first field in which the record has another value, or undefined. */
export const differingField = (
  current: Pick<CurrentRecord, 'values'>,
  values: FieldValues,
): string | undefined =>
  Object.keys(values).find((field) => !isDeepStrictEqual(valueIn(current, field), values[field] ?? null))
