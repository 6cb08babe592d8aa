import type { HubCore } from '#hub/core.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ImageRow } from '#hub/features/catalog/product-images/queries.ts'
import { deleteImageFiles } from '#hub/features/catalog/product-images/remove-images.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import type { ChangeCounts, ChangeOutcome } from '#shared/contracts/catalog/change-sets.ts'
import { applyPortion } from './apply-portion.ts'
import { kindOf } from './kinds.ts'
import { type ChangeSetRecord, countRowsOf, findChangeSet, nextRows, updateChangeSet } from './queries.ts'
import { undoPortion } from './undo-portion.ts'

/** Number of rows per transaction. */
const PORTION = 1000

interface ChangingHub extends HubCore {
  jobs: JobQueue
  files: FileStore
}

/** Applies and undoes change sets in the background. */
export function doChangeSets(hub: ChangingHub): void {
  doJobs(hub, 'change-set', (data, run) => runChangeSet(hub, data, run))
}

/**
 * Runs a change set, one batch of rows per transaction. The outcome of a row is committed together with its
 * record, so after a crash the next run continues where the last one ended.
 */
async function runChangeSet(
  hub: ChangingHub,
  { organizationId, changeSetId }: JobData['change-set'],
  { signal, requester, command, progress }: Run,
): Promise<JobResult> {
  const author = () => ({ employeeId: requester?.employeeId ?? null, storeIds: [], command: command() })
  await hub.db.transact(organizationId, (tx) => beginUndoing(tx, changeSetId), author())
  for (let done = 0; ; ) {
    signal.throwIfAborted()
    const portion = await hub.db.transact(organizationId, (tx) => doPortion(tx, changeSetId), author())
    await deleteImageFiles(hub, portion.images)
    done += portion.done
    progress(done, done + portion.left)
    if (portion.isOver) return { changeSetId, ...portion.counts }
  }
}

async function beginUndoing(tx: Tx, id: string): Promise<void> {
  const set = await findChangeSet(tx, id)
  if (set?.step === 'Undoing') await kindOf(set.kind).undoBeside?.(tx, id, 'before records')
}

interface Portion {
  isOver: boolean
  done: number
  left: number
  counts: ChangeCounts
  /** Images of deleted products. */
  images: ImageRow[]
}

async function doPortion(tx: Tx, id: string): Promise<Portion> {
  const set = await findChangeSet(tx, id)
  const work = set && WORK[set.step]
  if (!work) return { isOver: true, done: 0, left: 0, counts: set?.counts ?? {}, images: [] }
  const next = work.from.find((outcome) => (set.counts[outcome] ?? 0) > 0)
  const rows = next ? await nextRows(tx, id, next, PORTION) : []
  const images = rows.length > 0 ? await work.portion(tx, set, rows) : []
  const counts = await countRowsOf(tx, id)
  const left = work.from.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
  if (left === 0 && set.step === 'Undoing') await kindOf(set.kind).undoBeside?.(tx, id, 'after records')
  await updateChangeSet(tx, id, { counts, ...(left === 0 && { step: work.to }) })
  return { isOver: left === 0, done: rows.length, left, counts, images }
}

interface Work {
  /** Outcomes of rows that are still to be processed, in order. */
  from: readonly ChangeOutcome[]
  to: ChangeSetRecord['step']
  portion: typeof applyPortion
}

const WORK: { [step in ChangeSetRecord['step']]?: Work } = {
  Applying: { from: ['Change'], to: 'Applied', portion: applyPortion },
  Undoing: { from: ['Changed', 'Created'], to: 'Undone', portion: undoPortion },
}
