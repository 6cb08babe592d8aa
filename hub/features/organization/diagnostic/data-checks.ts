import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { findBooksCheck } from '#hub/features/inventory/books-check/queries.ts'
import { checkAuditLog } from '#hub/features/organization/audit-log/check-audit-log.ts'
import { sealsAtTills } from '#hub/features/organization/audit-log/seals-at-tills.ts'
import type { DiagnosticName } from '#shared/contracts/organization/diagnostic.ts'
import { type Check, error, type Finding, ofData, ok, one, warning } from './check.ts'

const HOUR_MS = 60 * 60_000
/** Nights have one check each. */
const BOOKS_HOURS = 36
const JOBS_RUN = 'See whether a hub process runs that does jobs (RUN_JOBS), and look in its log.'

/** Of the organization's data. */
export const DATA_CHECKS = {
  mails: ofData(checkMails),
  jobs: ofData(checkJobs),
  daySums: ofData(checkDaySums),
  books: ofData(checkBooks),
  feed: ofData(checkFeed),
  custody: ofData(checkCustody),
  workList: ofData(checkWorkList),
  auditLog: ofData(checkSeals),
} satisfies Partial<Record<DiagnosticName, Check>>

/** Of the last week. Those that the organization's people and customers get. */
async function checkMails(tx: Tx): Promise<Finding> {
  const { failed, waiting } = await one<{ failed: number; waiting: number }>(
    tx,
    sql`
    SELECT count(*) FILTER (WHERE status IN ('Failed', 'Refused'))::int AS failed,
      count(*) FILTER (WHERE status = 'Queued' AND created_at < now() - interval '15 minutes')::int AS waiting
    FROM mails
    WHERE data ->> 'organizationId' = ${tx.organizationId} AND created_at > now() - interval '7 days'`,
  )
  const detail = `Mails of the last 7 days: ${failed} not sent, ${waiting} waiting for more than 15 minutes.`
  if (waiting > 0)
    return error(detail, `See what the check of the mail server says. If it is well: ${JOBS_RUN}`)
  if (failed > 0)
    return warning(detail, 'See whether the addresses of employees and customers are right, and send again.')
  return ok(detail)
}

async function checkJobs(tx: Tx): Promise<Finding> {
  // The id of a run tells when it was asked for: a retry keeps created_at.
  const { failed, stuck, types } = await one<{ failed: number; stuck: number; types: string | null }>(
    tx,
    sql`
    SELECT count(*) FILTER (WHERE is_failed)::int AS failed, count(*) FILTER (WHERE is_stuck)::int AS stuck,
      string_agg(DISTINCT type, ', ') FILTER (WHERE is_failed OR is_stuck) AS types
    FROM (
      SELECT type, status = 'Failed' AND finished_at > now() - interval '7 days' AS is_failed,
        (status = 'Queued' AND ('x' || left(replace(run_id::text, '-', ''), 12))::bit(48)::bigint
          < extract(epoch FROM now() - interval '1 hour') * 1000)
        OR (status = 'Running' AND started_at < now() - interval '12 hours') AS is_stuck
      FROM background_jobs WHERE organization_id = ${tx.organizationId}
    ) AS jobs`,
  )
  const detail =
    `Jobs: ${failed} failed in the last 7 days, ${stuck} stuck (queued for an hour, or running for 12)` +
    `${types ? `: ${types}` : ''}.`
  if (stuck > 0) return error(detail, JOBS_RUN)
  if (failed > 0)
    return warning(detail, 'Open the list of jobs: each says why it has failed. Begin it anew from there.')
  return ok(detail)
}

async function checkDaySums(tx: Tx): Promise<Finding> {
  const { days, first } = await one<{ days: number; first: string | null }>(
    tx,
    sql`
    SELECT count(DISTINCT d.day)::int AS days, min(d.day)::text AS first
    FROM dirty_days d JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = ${tx.organizationId} AND d.day < (now() AT TIME ZONE o.time_zone)::date`,
  )
  if (days === 0) return ok('All days that are over are summed up for the reports.')
  return warning(
    `${days} days, the first ${first}, wait to be summed up: reports are right, but slower.`,
    `Run the diagnostic again in a minute. If the number does not fall: ${JOBS_RUN}`,
  )
}

async function checkBooks(tx: Tx): Promise<Finding> {
  const [books, { age }] = [
    await findBooksCheck(tx),
    await one<{ age: number }>(
      tx,
      sql`SELECT extract(epoch FROM now() - created_at)::float8 / 3600 AS age
        FROM organizations WHERE id = ${tx.organizationId}`,
    ),
  ]
  if (books && books.findingsTotal > 0)
    return error(
      `The books did not add up at ${books.checkedAt.toISOString()}: ${books.findingsTotal} findings.`,
      'Open "Books check" under Stock, which names them, and ask for support.',
    )
  const hours = books ? Math.floor((Date.now() - books.checkedAt.getTime()) / HOUR_MS) : age
  if (hours > BOOKS_HOURS)
    return warning(
      books ? `The books were last checked ${hours} hours ago.` : 'The books were never checked.',
      `Start a check under Stock, Books check. It runs every night by itself: ${JOBS_RUN}`,
    )
  return ok(books ? `The books added up ${hours} hours ago.` : 'The books are checked in the coming night.')
}

/** Every change that tills hold has a number, and every number its commit. */
async function checkFeed(tx: Tx): Promise<Finding> {
  const { pending, missing, ahead } = await one<{ pending: number; missing: number; ahead: number }>(
    tx,
    sql`
    SELECT (SELECT count(*)::int FROM feed WHERE organization_id = ${tx.organizationId} AND seq IS NULL) AS pending,
      coalesce((SELECT f.seq - f.horizon - (
        SELECT count(*) FROM feed_commits c
        WHERE c.organization_id = f.organization_id AND c.seq > f.horizon AND c.seq <= f.seq
      ) FROM feed_counters f WHERE f.organization_id = ${tx.organizationId}), 0)::int AS missing,
      (SELECT count(*)::int FROM feed WHERE organization_id = ${tx.organizationId} AND seq > coalesce(
        (SELECT seq FROM feed_counters f WHERE f.organization_id = ${tx.organizationId}), 0)) AS ahead`,
  )
  if (pending === 0 && missing === 0 && ahead === 0)
    return ok('The changes that go to tills are numbered without a gap.')
  return error(
    `Of the changes that go to tills ${pending} have no number, ${ahead} have one that was not given out yet, ` +
      `and ${missing} numbers are missing: tills may lack changes.`,
    'Ask for support: the database was changed by hand, or restored in part. Tills that take a new snapshot are right again.',
  )
}

/** Uploads of tills that are kept, and neither booked nor on the work list. */
async function checkCustody(tx: Tx): Promise<Finding> {
  const { waiting, oldest } = await one<{ waiting: number; oldest: number | null }>(
    tx,
    sql`
    SELECT count(*)::int AS waiting, floor(max(extract(epoch FROM now() - received_at)) / 60)::int AS oldest
    FROM uploads WHERE organization_id = ${tx.organizationId} AND status IN ('received', 'held')
      AND received_at < now() - interval '10 minutes'`,
  )
  if (waiting === 0) return ok('Everything that tills have handed over is booked or on the work list.')
  return error(
    `${waiting} uploads of tills wait to be booked, the oldest for ${oldest} minutes. Nothing is lost.`,
    `They are tried again by themselves. If the number does not fall: ${JOBS_RUN}`,
  )
}

async function checkWorkList(tx: Tx): Promise<Finding> {
  const { open, kinds } = await one<{ open: number; kinds: string | null }>(
    tx,
    sql`
    SELECT coalesce(sum(items), 0)::int AS open, string_agg(items || ' ' || kind, ', ' ORDER BY kind) AS kinds
    FROM (SELECT kind, count(*) AS items FROM work_items
      WHERE organization_id = ${tx.organizationId} AND settled_at IS NULL GROUP BY kind) AS counted`,
  )
  if (open === 0) return ok('Nothing that tills have handed over waits for a person.')
  return warning(
    `${open} items that tills have handed over wait for a person: ${kinds}.`,
    'Open the work list: each item says what is wrong with it. Correct it or settle it.',
  )
}

async function checkSeals(tx: Tx): Promise<Finding> {
  const { late } = await one<{ late: number }>(
    tx,
    sql`
    SELECT count(*)::int AS late FROM audit_log
    WHERE organization_id = ${tx.organizationId} AND seal IS NULL AND at < now() - interval '15 minutes'`,
  )
  const differing = (await sealsAtTills(tx)).filter(({ difference }) => difference)
  const { finding, rows, seals } = await checkAuditLog(tx)
  if (finding || differing.length > 0) {
    const inLog = finding ? [`it differs from seal ${finding.seal} of ${finding.at}`] : []
    const atTills = differing.map(({ series }) => `till ${series} holds a seal that it does not have`)
    return error(
      `The audit log is not what was sealed: ${[...inLog, ...atTills].join('; ')}.`,
      'Somebody has changed it in the database, or an older backup was restored. `npm run check:audit` says more.',
    )
  }
  if (late > 0) return warning(`${late} entries of the audit log are not sealed yet.`, JOBS_RUN)
  return ok(`${rows} entries of the audit log are as their ${seals} seals say.`)
}
