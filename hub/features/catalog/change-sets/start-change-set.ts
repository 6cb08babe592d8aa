import type { Actor } from '#hub/auth/actor.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type JobRow, startJob } from '#hub/jobs/tracked-jobs.ts'
import type { Starting } from './change-kind.ts'
import { kindOf, refuseKind } from './kinds.ts'
import {
  deleteChangeSetRecord,
  type FullChangeSet,
  findChangeSet,
  getChangeSet,
  updateChangeSet,
} from './queries.ts'
import { stateOf, wrongState } from './state.ts'

/**
 * Starts the job that applies the change set, or resumes a failed one. Throws `not_found`, `forbidden` and
 * `change_set_state`.
 */
export async function applyChangeSet(tx: Tx, id: string, starting: Starting): Promise<FullChangeSet> {
  const set = await lockChangeSet(tx, id, starting.actor)
  const state = stateOf(set)
  const isStuck = state === 'Failed' && set.step === 'Applying'
  if (state !== 'Previewed' && !isStuck) throw wrongState(set)
  const { id: jobId } = await (kindOf(set.kind).startApply ?? startRows)(tx, id, starting)
  const { name } = starting.actor
  await updateChangeSet(tx, id, { jobId, step: 'Applying', appliedAt: new Date(), appliedByName: name })
  return getChangeSet(tx, id)
}

/**
 * Starts the job that restores the previous values of each record, unless it was edited since. A change set
 * that failed midway can be undone as far as it was applied. Throws `not_found`, `forbidden` and
 * `change_set_state`.
 */
export async function undoChangeSet(tx: Tx, id: string, starting: Starting): Promise<FullChangeSet> {
  const set = await lockChangeSet(tx, id, starting.actor)
  const state = stateOf(set)
  const isStuck = state === 'Failed' && set.step !== 'Previewing'
  if (state !== 'Applied' && !isStuck) throw wrongState(set)
  await kindOf(set.kind).startUndo?.(tx, id, starting)
  const { id: jobId } = await startRows(tx, id, starting)
  const { name } = starting.actor
  await updateChangeSet(tx, id, { jobId, step: 'Undoing', undoneAt: new Date(), undoneByName: name })
  return getChangeSet(tx, id)
}

/**
 * Discards a preview, including one whose job has failed. Returns the keys of the files to delete after the
 * commit. Throws `not_found`, `forbidden`, and `change_set_state` when it was applied or its preview is still
 * being created.
 */
export async function deleteChangeSet(tx: Tx, id: string, actor: Actor): Promise<string[]> {
  const set = await lockChangeSet(tx, id, actor)
  const hasFailed = set.step === 'Previewing' && stateOf(set) === 'Failed'
  if (stateOf(set) !== 'Previewed' && !hasFailed) throw wrongState(set)
  await deleteChangeSetRecord(tx, id)
  return (await kindOf(set.kind).discard?.(tx, id)) ?? []
}

/** Locks the change set, so that the second of two concurrent requests sees the result of the first. */
async function lockChangeSet(tx: Tx, id: string, actor: Actor): Promise<FullChangeSet> {
  await findChangeSet(tx, id)
  const set = await getChangeSet(tx, id)
  refuseKind(set.kind, actor)
  return set
}

/** Starts the job that processes the rows. */
const startRows = (tx: Tx, id: string, { actor, jobs }: Starting): Promise<JobRow> =>
  startJob(tx, jobs, { type: 'change-set', input: { changeSetId: id }, requester: actor })
