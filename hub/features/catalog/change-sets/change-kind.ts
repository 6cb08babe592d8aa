import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#hub/auth/actor.ts'
import type { FieldValues, RowRefusal } from '#hub/db/tables/change-sets.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ImageRow } from '#hub/features/catalog/product-images/queries.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { JobRow } from '#hub/jobs/tracked-jobs.ts'
import type { RowRefusalCode } from '#shared/contracts/catalog/change-sets.ts'

/** Refusal of a row, with a code that users can read. */
export interface Refusal extends RowRefusal {
  code: RowRefusalCode
}

/** Planned change of a record. */
export interface PlannedRow {
  recordId: string
  name: string
  version: number
  /** Requested fields. Both have the same value where the record has it already. */
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
  /** Changed fields. */
  values: FieldValues
}

/** Author of a job, and the queue for it. */
export interface Starting {
  actor: Actor
  jobs: JobQueue
}

/**
 * A kind of record that change sets change. Values are those of columns, by the name of the field. They are
 * serialized as JSON and compared in that form.
 */
export interface ChangeKind<Requested> {
  /**
   * Yields the rows in batches, in the order of display. Writes nothing. Throws `invalid_request` naming the
   * field.
   */
  plan(tx: Tx, requested: Requested): AsyncGenerator<PlannedRow[]>
  /**
   * Locks the records of the ids, in the order of ids, and reads at least `fields` of each. Deleted records
   * are left out.
   */
  read(tx: Tx, ids: string[], fields: ReadonlySet<string>): Promise<CurrentRecord[]>
  /** Checks that the values may still be set. Throws `invalid_request`. */
  check(tx: Tx, requested: Requested): Promise<void>
  /** Returns the reason why the fields can no longer get these values; undefined: they can. */
  refuses?(change: RecordChange): Refusal | undefined
  /** Writes the fields, each record with its next version. */
  write(tx: Tx, changes: readonly RecordChange[]): Promise<void>
  /** Starts the job that applies the change set; left out: a job that works row by row (run-change-set.ts). */
  startApply?(tx: Tx, id: string, starting: Starting): Promise<JobRow>
  /** Runs when undoing is requested, before its job begins. */
  startUndo?(tx: Tx, id: string, starting: Starting): Promise<void>
  /** Reverts side effects besides the records, before and after the records are undone. A repeat changes nothing. */
  undoBeside?(tx: Tx, id: string, when: 'before records' | 'after records'): Promise<void>
  /** Deletes the data stored for a preview. Returns the keys of the files to delete after the commit. */
  discard?(tx: Tx, id: string): Promise<string[]>
  /** Deletes records that a change set has created; left out: this kind creates none. */
  removal?: {
    /** Returns the records that are in use. */
    listUsed(tx: Tx, ids: string[]): Promise<ReadonlySet<string>>
    /** Returns the images whose files must be deleted after the commit. */
    remove(tx: Tx, ids: string[]): Promise<ImageRow[]>
  }
}

/** Returns the value of the record in a field; null for a missing price. */
export const valueIn = ({ values }: Pick<CurrentRecord, 'values'>, field: string): unknown =>
  values[field] ?? null

/** Returns the first field in which the record has another value; undefined: there is none. */
export const differingField = (
  current: Pick<CurrentRecord, 'values'>,
  values: FieldValues,
): string | undefined =>
  Object.keys(values).find((field) => !isDeepStrictEqual(valueIn(current, field), values[field] ?? null))
