import { and, eq } from 'drizzle-orm'
import pg from 'pg'
import type { HubCore } from '#hub/core.ts'
import { uploads } from '#hub/db/tables/sync.ts'
import { TryAgain } from '#hub/db/transact.ts'
import type { Metrics } from '#hub/http/metrics.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { flag } from '#shared/flags/flag.ts'
import { Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { backoffMs, sleep } from '#shared/std/retry.ts'
import { type Judgement, judge, notesAmong, putOnWorkList, save } from './judge.ts'

export type { Judgement } from './judge.ts'

/** Dependencies of posting. */
export interface PostingContext extends Pick<HubCore, 'db' | 'log'> {
  metrics: Pick<Metrics, 'posted'>
  jobs: JobQueue
}

const MOST_ATTEMPTS = 4

/**
 * Posts items in custody in order, all in one transaction, which is many times faster than separate ones. If
 * that fails, each item gets its own transaction, so that one failure does not affect the others. Never
 * throws. The result omits items not reached before the deadline, which the sweep posts later.
 */
export async function postUploads(
  hub: PostingContext,
  organizationId: string,
  ids: readonly string[],
  deadlineMs = Number.POSITIVE_INFINITY,
): Promise<Map<string, Judgement>> {
  const wanted = [...new Set(ids)]
  if (wanted.length > 1 && performance.now() <= deadlineMs) {
    try {
      const judged = await hub.db.transact(organizationId, (tx) => judge(tx, wanted, hub.jobs))
      for (const { status } of judged.values()) hub.metrics.posted(status)
      return judged
    } catch (error) {
      hub.log.info({ err: error, organization: organizationId }, 'items are posted one by one')
    }
  }
  const judged = new Map<string, Judgement>()
  for (const id of wanted) {
    if (performance.now() > deadlineMs) break
    judged.set(id, await postUpload(hub, organizationId, id))
  }
  return judged
}

/**
 * Posts an item in custody in its own transaction. Never throws. An item that cannot be read or booked is
 * quarantined. After a transient error the item is held for a retry.
 */
function postUpload(hub: PostingContext, organizationId: string, id: string): Promise<Judgement> {
  return post(hub, organizationId, id, false)
}

/** Posts a quarantined item again, after an update of the hub or with a user's correction. */
export function retryUpload(hub: PostingContext, organizationId: string, id: string): Promise<Judgement> {
  return post(hub, organizationId, id, true)
}

async function post(
  hub: PostingContext,
  organizationId: string,
  id: string,
  isRetry: boolean,
): Promise<Judgement> {
  const judgement = await postAlone(hub, organizationId, id, isRetry)
  hub.metrics.posted(judgement.status)
  return judgement
}

async function postAlone(
  hub: PostingContext,
  organizationId: string,
  id: string,
  isRetry: boolean,
): Promise<Judgement> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const judged = await hub.db.transact(organizationId, (tx) => judge(tx, [id], hub.jobs, { isRetry }))
      return must(judged.get(id))
    } catch (error) {
      if (isTransient(error) && attempt < MOST_ATTEMPTS) {
        await sleep(backoffMs(attempt, 20, 200))
        continue
      }
      hub.log.error({ err: error, upload: id, organization: organizationId }, 'an upload could not be posted')
      return keep(hub, organizationId, id, {
        status: isTransient(error) ? 'held' : 'quarantined',
        reasons: [flag('posting_failed', { error: (error as Error).message.slice(0, 500) })],
      })
    }
  }
}

async function keep(
  hub: PostingContext,
  organizationId: string,
  id: string,
  judgement: Judgement,
): Promise<Judgement> {
  try {
    return await hub.db.transact(organizationId, async (tx) => {
      const [upload] = await tx
        .select({
          id: uploads.id,
          deviceId: uploads.deviceId,
          status: uploads.status,
          reasons: uploads.reasons,
        })
        .from(uploads)
        .where(and(eq(uploads.organizationId, organizationId), eq(uploads.id, id)))
        .for('update')
      // A quarantined item stays quarantined after a transient error, because only a user retries it.
      const status = upload?.status === 'quarantined' ? upload.status : judgement.status
      const reasons = [...notesAmong(upload?.reasons ?? []), ...judgement.reasons]
      const judged = new Map([[id, { status, reasons }]])
      await save(tx, judged)
      if (upload && upload.status !== 'posted') await putOnWorkList(tx, [upload], judged)
      return { status, reasons }
    })
  } catch (error) {
    // The item stays in custody as received, and the sweep retries it.
    hub.log.error({ err: error, upload: id }, 'the result of an upload could not be saved')
    return judgement
  }
}

/**
 * True for errors worth a retry: a deadlock, a serialization failure, a lost connection, a shutdown, a
 * concurrent booking, or a record deleted during booking.
 */
function isTransient(error: unknown): boolean {
  if (error instanceof TryAgain) return true
  if (error instanceof pg.DatabaseError) return /^(40|08|53|57|55P03|23503|23505)/.test(error.code ?? '')
  if (error instanceof Problem) return error.code === 'not_ready'
  if (!(error instanceof Error)) return false
  if (error.cause) return isTransient(error.cause)
  return /Connection terminated|not queryable|ECONN|EPIPE|timeout exceeded/.test(error.message)
}
