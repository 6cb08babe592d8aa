import { sql } from 'drizzle-orm'
import { fiscalCashBoxes, fiscalCashOperations, fiscalReceipts } from '#hub/db/tables/fiscal.ts'
import type { Tx } from '#hub/db/transact.ts'
import { readBinding } from '#hub/features/connections/messenger/binding.ts'
import { findTrouble } from '#hub/features/connections/messenger/trouble.ts'
import { findBooksCheck } from '#hub/features/inventory/books-check/queries.ts'
import { checkAuditLog } from '#hub/features/operations/audit-log/check-audit-log.ts'
import { sealsAtTills } from '#hub/features/operations/audit-log/seals-at-tills.ts'
import { isCashStuck } from '#hub/features/sales/fiscal/cash-operations.ts'
import { isStuck } from '#hub/features/sales/fiscal/read-fiscal-receipts.ts'
import type { DiagnosticName } from '#shared/contracts/organization/diagnostic.ts'
import { type Check, error, type Finding, notChecked, ofData, ok, one, warning } from './check.ts'
import { areMailsFiles } from './server-checks.ts'

const HOUR_MS = 60 * 60_000
/** Maximum age of the last books check. Checks run every night. */
const BOOKS_HOURS = 36

/** Checks of the organization's data. */
export const DATA_CHECKS = {
  mails: (checked) => ofData((tx) => checkMails(tx, areMailsFiles(checked)))(checked),
  messenger: ofData(checkMessenger),
  fiscal: ofData(checkFiscal),
  jobs: ofData(checkJobs),
  daySums: ofData(checkDaySums),
  books: ofData(checkBooks),
  feed: ofData(checkFeed),
  custody: ofData(checkCustody),
  workList: ofData(checkWorkList),
  auditLog: ofData(checkSeals),
} satisfies Partial<Record<DiagnosticName, Check>>

/** Checks last week's mails to employees and customers, and all mails still queued. */
async function checkMails(tx: Tx, areFiles: boolean): Promise<Finding> {
  const values = await one<{ sent: number; failed: number; waiting: number }>(
    tx,
    sql`
    SELECT count(*) FILTER (WHERE status = 'Sent' AND is_recent)::int AS sent,
      count(*) FILTER (WHERE status IN ('Failed', 'Refused') AND is_recent)::int AS failed,
      count(*) FILTER (WHERE status = 'Queued' AND created_at < now() - interval '15 minutes')::int AS waiting
    FROM (
      SELECT status, created_at, created_at > now() - interval '7 days' AS is_recent FROM mails
      WHERE data ->> 'organizationId' = ${tx.organizationId} OR recipient IN (
        SELECT accounts.email FROM employees JOIN accounts ON accounts.id = employees.account_id
        WHERE employees.organization_id = ${tx.organizationId})
    ) AS own`,
  )
  const { sent, failed, waiting } = values
  if (waiting > 0) return error('mailsWait', values)
  if (failed > 0) return warning('mailsFailed', values)
  if (sent === 0) return notChecked('mailsNone')
  return areFiles ? warning('mailsAreFiles', values) : ok('mailsSent')
}

async function checkMessenger(tx: Tx): Promise<Finding> {
  const binding = await readBinding(tx)
  if (binding?.lostBy === 'Blocked') return warning('messengerLost')
  if (!binding || binding.chatId === null) return notChecked('messengerUnused')
  const trouble = await findTrouble(tx, binding)
  if (!trouble) return ok('messengerTells')
  return error(`messenger${trouble.cause}`, { since: trouble.since ?? '' })
}

async function checkFiscal(tx: Tx): Promise<Finding> {
  const { boxes, stuck } = await one<{ boxes: number; stuck: number }>(
    tx,
    sql`
    SELECT (SELECT count(*)::int FROM ${fiscalCashBoxes} WHERE organization_id = ${tx.organizationId}) AS boxes,
      (SELECT count(*)::int FROM ${fiscalReceipts} WHERE organization_id = ${tx.organizationId} AND ${isStuck})
      + (SELECT count(*)::int FROM ${fiscalCashOperations} WHERE organization_id = ${tx.organizationId} AND ${isCashStuck}) AS stuck`,
  )
  if (stuck > 0) return error('fiscalStuck', { stuck })
  return boxes === 0 ? notChecked('fiscalUnused') : ok('fiscalMade')
}

async function checkJobs(tx: Tx): Promise<Finding> {
  // The run id contains the time of the request. A retry keeps created_at.
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
  const values = { failed, stuck, types: types ?? '' }
  if (stuck > 0) return error('jobsStuck', values)
  return failed > 0 ? warning('jobsFailed', values) : ok('jobsDone')
}

async function checkDaySums(tx: Tx): Promise<Finding> {
  const { days, first, groups } = await one<{ days: number; first: string | null; groups: number }>(
    tx,
    sql`
    SELECT count(DISTINCT d.day)::int AS days, min(d.day)::text AS first,
      (SELECT count(DISTINCT product_group_id)::int FROM stale_groups WHERE organization_id = ${tx.organizationId}) AS groups
    FROM dirty_days d JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = ${tx.organizationId} AND d.day < (now() AT TIME ZONE o.time_zone)::date`,
  )
  return days + groups === 0 ? ok('daysSummed') : warning('sumsWait', { days, first: first ?? '–', groups })
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
    return error('booksDiffer', { at: books.checkedAt.toISOString(), findings: books.findingsTotal })
  const hours = books ? Math.floor((Date.now() - books.checkedAt.getTime()) / HOUR_MS) : age
  if (hours > BOOKS_HOURS) return books ? warning('booksOld', { hours }) : warning('booksNever')
  return books ? ok('booksAddUp', { hours }) : notChecked('booksNotDue')
}

/** Checks that every feed change has a number, and that every number has a commit. */
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
  const isWhole = pending === 0 && missing === 0 && ahead === 0
  return isWhole ? ok('feedWhole') : error('feedBroken', { pending, missing, ahead })
}

/** Checks for uploads from tills that are neither booked nor on the work list. */
async function checkCustody(tx: Tx): Promise<Finding> {
  const { waiting, oldest } = await one<{ waiting: number; oldest: number | null }>(
    tx,
    sql`
    SELECT count(*)::int AS waiting, floor(max(extract(epoch FROM now() - received_at)) / 60)::int AS oldest
    FROM uploads WHERE organization_id = ${tx.organizationId} AND status IN ('received', 'held')
      AND received_at < now() - interval '10 minutes'`,
  )
  return waiting === 0 ? ok('custodyEmpty') : error('custodyWaits', { waiting, oldest: oldest ?? 0 })
}

async function checkWorkList(tx: Tx): Promise<Finding> {
  const { open, kinds } = await one<{ open: number; kinds: string | null }>(
    tx,
    sql`
    SELECT coalesce(sum(items), 0)::int AS open, string_agg(items || ' ' || kind, ', ' ORDER BY kind) AS kinds
    FROM (SELECT kind, count(*) AS items FROM work_items
      WHERE organization_id = ${tx.organizationId} AND settled_at IS NULL GROUP BY kind) AS counted`,
  )
  return open === 0 ? ok('workListEmpty') : warning('workListOpen', { open, kinds: kinds ?? '' })
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
  if (finding) return error('auditChanged', { seal: finding.seal, at: finding.at })
  if (differing.length > 0)
    return error('auditUnlikeTills', { tills: differing.map(({ series }) => series).join(', ') })
  return late > 0 ? warning('auditUnsealed', { late }) : ok('auditSealed', { rows, seals })
}
