import { and, asc, count, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { contains, matches, notFound, ordering } from '#hub/db/records.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import { devices, uploadConflicts, uploads, workItems } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import {
  SHOWN_BODY_BYTES,
  type WorkItemBodyName,
  type WorkListQuery,
} from '#shared/contracts/fleet/work-list.ts'

/** Also matches in a body that is quoted as a string within other JSON. */
const RECEIPT_NUMBER = String.raw`"receiptNumber\\*"\s*:\s*\\*"([^"\\]{1,64})`

/**
 * Receipt number of the booked sale, or the one found in the received bytes. `escape` converts arbitrary
 * bytes to ASCII.
 */
const receiptNumber = sql<string | null>`coalesce(
  ${retailSales.receiptNumber},
  substring(encode(substring(${uploads.bytes} FROM 1 FOR 4096), 'escape') FROM ${RECEIPT_NUMBER}))`

const columns = {
  item: getTableColumns(workItems),
  device: { name: devices.name, retailPointId: devices.retailPointId },
  retailPointName: retailPoints.name,
  upload: {
    type: uploads.type,
    seq: uploads.seq,
    receivedAt: uploads.receivedAt,
    status: uploads.status,
  },
  receiptNumber,
}

function withNames<Select extends PgSelect>(select: Select) {
  return select
    .leftJoin(
      devices,
      and(eq(devices.organizationId, workItems.organizationId), eq(devices.id, workItems.deviceId)),
    )
    .leftJoin(
      retailPoints,
      and(
        eq(retailPoints.organizationId, devices.organizationId),
        eq(retailPoints.id, devices.retailPointId),
      ),
    )
    .leftJoin(
      uploads,
      and(eq(uploads.organizationId, workItems.organizationId), eq(uploads.id, workItems.uploadId)),
    )
    .leftJoin(
      retailSales,
      and(eq(retailSales.organizationId, uploads.organizationId), eq(retailSales.id, uploads.id)),
    )
}

const selectItems = (tx: Tx, where: SQL | undefined) =>
  withNames(tx.select(columns).from(workItems).where(where).$dynamic())
export type WorkItemRow = Awaited<ReturnType<typeof selectItems>>[number]

export async function listWorkItems(
  tx: Tx,
  query: WorkListQuery,
): Promise<{ rows: WorkItemRow[]; total: number }> {
  const where = and(
    eq(workItems.organizationId, tx.organizationId),
    query.isSettled ? isNotNull(workItems.settledAt) : isNull(workItems.settledAt),
    matches(workItems.kind, query.kind),
    matches(workItems.deviceId, query.deviceId),
    matches(devices.retailPointId, query.retailPointId),
    contains([devices.name, workItems.subject, workItems.note, receiptNumber], query.search),
  )
  const sortBy = { openedAt: workItems.openedAt, settledAt: workItems.settledAt, kind: workItems.kind }
  const rows = await selectItems(tx, where)
    .orderBy(...ordering(query.sort ?? 'openedAt', sortBy), asc(workItems.id))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
  const [counted] = await withNames(tx.select({ total: count() }).from(workItems).where(where).$dynamic())
  return { rows, total: counted?.total ?? 0 }
}

export interface FullWorkItem {
  row: WorkItemRow
  body: StoredBody | undefined
  otherBody: StoredBody | undefined
  correctedBody: string | null
}
/** Beginning of a stored body, with the length of the whole. */
export interface StoredBody {
  hash: string
  shown: Buffer
  length: number
}

const beginning = ({ hash, bytes }: Pick<typeof uploads | typeof uploadConflicts, 'hash' | 'bytes'>) => ({
  hash,
  shown: sql<Buffer>`substring(${bytes} FROM 1 FOR ${sql.raw(String(SHOWN_BODY_BYTES))})`,
  length: sql<number>`octet_length(${bytes})`,
})

/** Returns an item with the beginnings of its received bodies. Throws `not_found`. */
export async function getWorkItem(tx: Tx, id: string): Promise<FullWorkItem> {
  const row = await getRow(tx, id)
  const { uploadId, conflictHash } = row.item
  if (!uploadId) return { row, body: undefined, otherBody: undefined, correctedBody: null }
  const [upload] = await tx
    .select({
      ...beginning(uploads),
      correctedBody: sql<string | null>`left(${uploads.correctedBody}, ${sql.raw(String(SHOWN_BODY_BYTES))})`,
    })
    .from(uploads)
    .where(isUpload(tx, uploadId))
  const [otherBody] = conflictHash
    ? await tx
        .select(beginning(uploadConflicts))
        .from(uploadConflicts)
        .where(isConflict(tx, uploadId, conflictHash))
    : []
  return { row, body: upload, otherBody, correctedBody: upload?.correctedBody ?? null }
}

/** Returns one complete body, or undefined when the item has no such body. Throws `not_found`. */
export async function findBody(tx: Tx, id: string, name: WorkItemBodyName): Promise<Buffer | undefined> {
  const { uploadId, conflictHash } = (await getRow(tx, id)).item
  if (!uploadId) return undefined
  if (name === 'other') {
    if (!conflictHash) return undefined
    const [conflict] = await tx
      .select({ bytes: uploadConflicts.bytes })
      .from(uploadConflicts)
      .where(isConflict(tx, uploadId, conflictHash))
    return conflict?.bytes
  }
  const [upload] = await tx
    .select({ bytes: uploads.bytes, correctedBody: uploads.correctedBody })
    .from(uploads)
    .where(isUpload(tx, uploadId))
  if (name === 'first') return upload?.bytes
  return upload?.correctedBody ? Buffer.from(upload.correctedBody) : undefined
}

async function getRow(tx: Tx, id: string): Promise<WorkItemRow> {
  const isItem = and(eq(workItems.organizationId, tx.organizationId), eq(workItems.id, id))
  const [row] = await selectItems(tx, isItem)
  if (!row) throw notFound('work item', id)
  return row
}

const isUpload = (tx: Tx, id: string) =>
  and(eq(uploads.organizationId, tx.organizationId), eq(uploads.id, id))

const isConflict = (tx: Tx, id: string, hash: string) =>
  and(
    eq(uploadConflicts.organizationId, tx.organizationId),
    eq(uploadConflicts.id, id),
    eq(uploadConflicts.hash, hash),
  )
