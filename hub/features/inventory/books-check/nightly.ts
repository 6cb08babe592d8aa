import type { HubCore } from '#hub/core.ts'
import type { Database } from '#hub/db/transact.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import type { JobContext, JobQueue } from '#hub/jobs/queue.ts'
import type { JobData } from '#hub/jobs/queues.ts'
import { checkBooks } from '#hub/ledger/check/check-books.ts'
import { keepBooksCheck, type OrganizationBooks, readAllBooks } from './queries.ts'

/** What the check works with. */
interface Checker extends HubCore {
  downloads: Database
  jobs: JobQueue
}

const EVERY_MS = 15 * 60_000
/** Hours of the day in the time zone of the organization, the last one not included. */
const NIGHT = [2, 5] as const
/** So that a night has one check, whoever looks how often. */
const REST_SECONDS = 12 * 60 * 60

/** Has the books of each organization checked once a night. Returns what waits for its end. */
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

/** Whether it is night there and the books have not been checked this night. */
export function isDue(
  { timeZone, ageSeconds }: Pick<OrganizationBooks, 'timeZone' | 'ageSeconds'>,
  now: Date,
): boolean {
  const hour = Number(now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit' }))
  return hour >= NIGHT[0] && hour < NIGHT[1] && (ageSeconds ?? Number.POSITIVE_INFINITY) > REST_SECONDS
}

/** Checks the books as they are at one moment, and keeps what comes of it where people see it. */
async function runBooksCheck(
  { downloads, db, log, stopping }: Checker,
  { organizationId }: JobData['books-check'],
  { signal }: JobContext,
): Promise<void> {
  const either = AbortSignal.any([signal, stopping])
  const books = await downloads.read(organizationId, (tx) => checkBooks(tx, either))
  await db.transact(organizationId, (tx) => keepBooksCheck(tx, books))
  const { findingsTotal, movements, findings } = books
  const told = { organization: organizationId, findingsTotal, movements }
  if (findingsTotal > 0) log.error({ ...told, first: findings[0] }, 'the books do not add up')
  else log.info(told, 'the books add up')
}
