import { and, asc, eq, sql } from 'drizzle-orm'
import { awaitAll } from '#hub/db/await-all.ts'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { type CustodyStatus, type Reason, uploads } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { UploadedRecord } from '#hub/features/sales/uploaded-record.ts'
import { openWorkItems, settleByItself } from '#hub/features/work-items/open-work-item.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { flag } from '#shared/flags/flag.ts'
import { must } from '#shared/std/must.ts'
import { bookerOf } from './bookers.ts'
import { CHAIN_OF_ANOTHER } from './place-items.ts'
import { readItem } from './read-item.ts'
import type { ReadItem } from './readers.ts'

export interface Judgement {
  status: Exclude<CustodyStatus, 'received'>
  reasons: Reason[]
}

type Upload = typeof uploads.$inferSelect

/**
 * Judges items in custody and books the good ones in the order of `ids`, all in one transaction. Posted items
 * are left unchanged, and so are quarantined ones unless `isRetry`. Throws on any error, so that nothing is
 * booked.
 */
export async function judge(
  tx: Tx,
  ids: readonly string[],
  jobs: JobQueue,
  { isRetry = false } = {},
): Promise<Map<string, Judgement>> {
  const { locked, heldBy } = await lockUploads(tx, ids)
  const judged = new Map<string, Judgement>()
  const open: Upload[] = []
  for (const id of ids) {
    const upload = must(locked.get(id), `upload ${id}`)
    const { status, reasons } = upload
    // Already judged by another hub process, or by an earlier request whose response was lost.
    if (status === 'posted' || (status === 'quarantined' && !isRetry)) judged.set(id, { status, reasons })
    else open.push(upload)
  }
  const made = heldBy ? hold(open, heldBy) : await book(tx, open, jobs)
  await awaitAll(save(tx, made), putOnWorkList(tx, open, made))
  return new Map([...judged, ...made])
}

/** Locks the uploads in id order, which serializes processes that judge the same items. */
async function lockUploads(tx: Tx, ids: readonly string[]) {
  const rows = await uploadsToJudge(tx, { ids: [...ids] })
  return {
    locked: new Map(rows.map(({ upload }) => [upload.id, upload])),
    heldBy: rows[0]?.heldBy ?? null,
  }
}

const uploadsToJudge = statement('uploads.to-judge', (given: Given<'ids'>, db) =>
  db
    .select({
      upload: uploads,
      heldBy: sql<HeldBy | null>`CASE
        WHEN (SELECT is_archived FROM organizations) THEN 'organization_archived'
        WHEN EXISTS (
          SELECT FROM background_jobs
          WHERE organization_id = ${given.organizationId} AND type = 'cleanup' AND once_key = 'cleanup'
            AND status IN ('Queued', 'Running')) THEN 'organization_cleanup' END`,
    })
    .from(uploads)
    .where(and(eq(uploads.organizationId, given.organizationId), among(uploads.id, given.ids)))
    .orderBy(asc(uploads.id))
    .for('update', { of: uploads }),
)

type HeldBy = 'organization_archived' | 'organization_cleanup'

function hold(open: readonly Upload[], heldBy: HeldBy): Map<string, Judgement> {
  return new Map(
    open.map(({ id, status, reasons }) => [
      id,
      {
        status: status === 'quarantined' ? status : 'held',
        reasons: [...notesAmong(reasons), flag(heldBy)],
      },
    ]),
  )
}

/**
 * Types that must be booked before any later item, because a fiscal provider needs cash movements and the end
 * of a shift in order.
 */
const ENDS_STRETCH: ReadonlySet<string> = new Set(['cash_movement', 'shift_closed'])

/**
 * Splits items into batches that each end with an item of these types. Within a batch, items of one type can
 * be booked together.
 */
function stretchesOf<Item extends { type: string }>(items: readonly Item[]): Item[][] {
  const stretches: Item[][] = [[]]
  for (const item of items) {
    stretches.at(-1)?.push(item)
    if (ENDS_STRETCH.has(item.type)) stretches.push([])
  }
  return stretches
}

async function book(tx: Tx, open: readonly Upload[], jobs: JobQueue): Promise<Map<string, Judgement>> {
  const made = new Map<string, Judgement>()
  const good: (ReadItem & Omit<UploadedRecord<unknown>, 'body'>)[] = []
  for (const upload of open) {
    const { id, deviceId, receivedAt } = upload
    const notes = notesAmong(upload.reasons)
    const item = readItem(upload)
    if ('faults' in item) made.set(id, { status: 'quarantined', reasons: [...notes, ...item.faults] })
    else good.push({ ...item, deviceId, receivedAt, notes })
  }
  for (const [type, items] of stretchesOf(good).flatMap((stretch) => [
    ...Map.groupBy(stretch, ({ type }) => type),
  ])) {
    const found = await bookerOf(type)(tx, items, jobs)
    for (const [i, { body, notes }] of items.entries()) {
      const reasons = [...notes, ...must(found[i])].map(({ code, detail, values, product }) => ({
        code,
        detail,
        ...(values && { values }),
        ...(product && { product }),
      }))
      made.set(body.id, { status: 'posted', reasons })
    }
  }
  return made
}

/** Returns the reasons recorded by custody. They are kept on a retry. */
export function notesAmong(reasons: readonly Reason[]): Reason[] {
  return reasons.filter(({ code }) => code === CHAIN_OF_ANOTHER)
}

/** Saves the results. An item that another process has posted in the meantime stays posted. */
export async function save(tx: Tx, judged: ReadonlyMap<string, Judgement>): Promise<void> {
  if (judged.size === 0) return
  const judgements = [...judged.values()]
  await saveJudgements(tx, {
    ids: [...judged.keys()],
    statuses: judgements.map(({ status }) => status),
    reasons: judgements.map(({ reasons }) => uploads.reasons.mapToDriverValue(reasons)),
  })
}

const saveJudgements = statement(
  'uploads.save-judgements',
  (given: Given<'ids' | 'statuses' | 'reasons'>) => sql`
    UPDATE uploads SET status = judged.status, reasons = judged.reasons
    FROM unnest(${given.ids}::uuid[], ${given.statuses}::text[], ${given.reasons}::jsonb[])
      AS judged (id, status, reasons)
    WHERE uploads.organization_id = ${given.organizationId} AND uploads.id = judged.id
      AND uploads.status <> 'posted'`,
)

/**
 * Adds items that need a user's attention to the work list: those that cannot be booked, and booked ones with
 * warnings.
 */
export async function putOnWorkList(
  tx: Tx,
  open: readonly Pick<Upload, 'id' | 'deviceId' | 'status'>[],
  judged: ReadonlyMap<string, Judgement>,
): Promise<void> {
  const items = open.map(({ id, deviceId, status }) => ({
    id,
    deviceId,
    wasQuarantined: status === 'quarantined',
    ...must(judged.get(id)),
  }))
  const bad = items.filter(
    ({ status, reasons }) => status === 'quarantined' || (status === 'posted' && reasons.length > 0),
  )
  if (bad.length > 0) {
    await openWorkItems(
      tx,
      bad.map(({ id, deviceId, status, reasons }) => ({
        kind: status === 'quarantined' ? 'quarantined' : 'flagged',
        subject: id,
        deviceId,
        uploadId: id,
        reasons,
      })),
    )
  }
  const cured = items.filter(({ status, wasQuarantined }) => status === 'posted' && wasQuarantined)
  if (cured.length > 0)
    await settleByItself(
      tx,
      cured.map(({ id }) => ({ kind: 'quarantined', subject: id })),
    )
}
