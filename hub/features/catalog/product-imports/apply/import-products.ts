import pg from 'pg'
import type { Author, Database, Tx } from '#hub/db/transact.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { type Requester, startJob } from '#hub/jobs/tracked-jobs.ts'
import type { ImportOutcome, ImportPlanAnswer, Made } from '#shared/contracts/catalog/product-imports.ts'
import { insertLinks } from '../images/image-links.ts'
import type { ImportInput } from '../import-input.ts'
import { type ImportPlan, planImport } from '../plan/plan-import.ts'
import { presentOutcome, presentPlan } from '../present.ts'
import { applyPlan, StalePlan } from './apply-plan.ts'
import { enterStock } from './enter-stock.ts'
import { recordsMadeBy } from './made-records.ts'
import { recordImport } from './record-import.ts'
import { reserveCodes } from './reserve-codes.ts'

/** Maximum number of attempts. Other requests can change the same products or take the same names in the meantime. */
const MOST_TRIES = 3

/** Returns the effect that the import would have. */
export async function planProducts(tx: Tx, { read, ...how }: ImportInput): Promise<ImportPlanAnswer> {
  return presentPlan(await planImport(tx, read, how), read, how)
}

interface Steps {
  jobs: JobQueue
  importId: string
  requester: Requester | null
  /** Author of the import and of the drafts that it creates. */
  author: Author
  fileName: string
  /** Records created for the import by an earlier attempt. */
  made?: readonly Made[]
  signal?: AbortSignal
  progress?(done: number): void
  /** Runs last in the transaction that writes the products. */
  finish(tx: Tx, outcome: ImportOutcome): Promise<void>
}

/**
 * Plans the import, then writes everything in one transaction. The plan is made in a read transaction,
 * without locks. Throws `invalid_request` with the errors of the file, unless faulty rows are to be skipped.
 */
export async function importProducts(
  db: Database,
  organizationId: string,
  input: ImportInput,
  steps: Steps,
): Promise<ImportOutcome> {
  const { read, options } = input
  const { jobs, importId } = steps
  for (let tries = 1; ; tries += 1) {
    const report = input.report.copy()
    const plan = await db.read(
      organizationId,
      (tx) => planImport(tx, read, { ...input, report }),
      steps.author.storeIds,
    )
    if (report.errorsTotal > 0 && options.onFaults === 'refuse') throw report.refuse()
    steps.signal?.throwIfAborted()
    try {
      const codes = await reserveCodes(db, organizationId, missingCodes(plan), givenCodes(plan))
      const done = await db.transact(
        organizationId,
        async (tx) => {
          const { signal } = steps
          const progress = steps.progress ?? (() => undefined)
          if (!changesNothing(plan)) await applyPlan(tx, plan, { codes, progress, ...(signal && { signal }) })
          const openingStock = await enterStock(tx, plan.openingStock, steps)
          const references = changesNothing(plan) ? null : plan.references
          const made = [...(steps.made ?? []), ...recordsMadeBy(references, openingStock)]
          const changeSetId = await recordImport(
            tx,
            plan,
            { ...input, report },
            { id: importId, codes, hasMade: made.length > 0, ...steps },
          )
          const presented = presentOutcome(plan, read, { report, options })
          const outcome = { ...presented, openingStock, made, changeSetId }
          await steps.finish(tx, outcome)
          if (plan.imageLinks.length > 0) {
            await insertLinks(tx, importId, plan.imageLinks)
            await startJob(tx, jobs, {
              type: 'product-import-images',
              input: { importId },
              requester: steps.requester,
              total: plan.imageLinks.length,
            })
          }
          return outcome
        },
        steps.author,
      )
      if (plan.imageLinks.length > 0) jobs.wake('product-import-images')
      return done
    } catch (error) {
      if (tries === MOST_TRIES || !isRace(error)) throw error
    }
  }
}

const missingCodes = (plan: ImportPlan): number =>
  plan.creates.filter((product) => product.values.code === null).length

const givenCodes = (plan: ImportPlan): Set<string> =>
  new Set([...plan.creates, ...plan.updates].flatMap((product) => product.values.code ?? []))

/** True for a file without changes, for which nothing is written or locked. */
const changesNothing = ({ creates, updates, references }: ImportPlan): boolean =>
  creates.length === 0 &&
  updates.length === 0 &&
  references.groups.added.length === 0 &&
  references.addedPriceTypes.length === 0

/** SQL states caused by a race: a duplicate, a deleted reference, a deadlock, a lock time-out. */
const RACES = new Set(['23505', '23503', '40001', '40P01', '55P03'])

const isRace = (error: unknown): boolean =>
  error instanceof StalePlan || (error instanceof pg.DatabaseError && RACES.has(error.code ?? ''))
