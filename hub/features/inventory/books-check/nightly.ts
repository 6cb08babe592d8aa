import type { HubCore } from '#hub/core.ts'
import type { Database } from '#hub/db/transact.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import type { JobContext, JobQueue } from '#hub/jobs/queue.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { checkBooks } from '#hub/ledger/check/check-books.ts'
import { keepBooksCheck, type OrganizationBooks, readAllBooks } from './queries.ts'

interface Checker extends HubCore {
  downloads: Database
  jobs: JobQueue
}

const EVERY_MS = 15 * 60_000
/** Hours of the night in the organization's time zone. The end is excluded. */
const NIGHT = [2, 5] as const
/** Minimum time between two checks, so that one check runs each night regardless of the number of hub processes. */
const REST_SECONDS = 12 * 60 * 60

/**
 * Starts the nightly check of every organization's books. Returns a function that stops it and waits for it
 * to end.
 */
export function checkBooksNightly(hub: Checker): () => Promise<void> {
  hub.jobs.work('books-check', (data, context) => runBooksCheck(hub, data, context))
  return startPeriodic(hub, 'books checks', EVERY_MS, () => sendDue(hub))
}

async function sendDue(hub: Checker): Promise<void> {
  for (const books of await readAllBooks(hub.db)) {
    if (hub.stopping.aborted) return
    if (!isDue(books, new Date())) continue
    const { organizationId } = books
    await hub.db.transact(organizationId, (tx) =>
      hub.jobs.send(
        tx,
        'books-check',
        { organizationId },
        { once: { key: organizationId, everySeconds: REST_SECONDS } },
      ),
    )
  }
}

/** True when it is night in the time zone and the books have not been checked since the last night. */
export function isDue(
  { timeZone, ageSeconds }: Pick<OrganizationBooks, 'timeZone' | 'ageSeconds'>,
  now: Date,
): boolean {
  const hour = Number(now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit' }))
  return hour >= NIGHT[0] && hour < NIGHT[1] && (ageSeconds ?? Number.POSITIVE_INFINITY) > REST_SECONDS
}

/** Checks the books in one snapshot and stores the result. */
async function runBooksCheck(
  { downloads, db, log, stopping }: Checker,
  { organizationId }: JobData['books-check'],
  { signal }: JobContext,
): Promise<void> {
  const either = AbortSignal.any([signal, stopping])
  const books = await downloads.read(organizationId, (tx) => checkBooks(tx, either))
  await db.transact(organizationId, (tx) => keepBooksCheck(tx, books))
  const { findingsTotal, movements, findings } = books
  const summary = { organization: organizationId, findingsTotal, movements }
  if (findingsTotal > 0) log.error({ ...summary, first: findings[0] }, 'the books do not add up')
  else log.info(summary, 'the books add up')
}
