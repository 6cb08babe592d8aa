import { and, asc, eq, type InferInsertModel, type InferSelectModel, inArray, sql } from 'drizzle-orm'
import { countRows, listRows, matches, notFound } from '#hub/db/records.ts'
import { changeSetRows, changeSets } from '#hub/db/tables/change-sets.ts'
import { backgroundJobs } from '#hub/db/tables/jobs.ts'
import type { Tx } from '#hub/db/transact.ts'
import type {
  ChangeCounts,
  ChangeOutcome,
  ChangeSetListQuery,
  ChangeSetRowQuery,
} from '#shared/contracts/catalog/change-sets.ts'
import { must } from '#shared/std/must.ts'
import type { Refusal } from './change-kind.ts'

type Job = InferSelectModel<typeof backgroundJobs>
export type ChangeSetRecord = InferSelectModel<typeof changeSets>
export type RowRecord = InferSelectModel<typeof changeSetRows>
/** Change set with the job that applies or undoes it. */
export interface FullChangeSet extends ChangeSetRecord {
  job: Job | null
}

const own = (tx: Tx, id: string) =>
  and(eq(changeSets.organizationId, tx.organizationId), eq(changeSets.id, id))
const rowsOf = (tx: Tx, id: string) =>
  and(eq(changeSetRows.organizationId, tx.organizationId), eq(changeSetRows.changeSetId, id))

export async function insertChangeSet(
  tx: Tx,
  values: Omit<InferInsertModel<typeof changeSets>, 'organizationId'>,
): Promise<void> {
  await tx.insert(changeSets).values({ ...values, organizationId: tx.organizationId })
}

/** Locks and returns the change set, or undefined when it does not exist. */
export async function findChangeSet(tx: Tx, id: string): Promise<ChangeSetRecord | undefined> {
  const [row] = await tx.select().from(changeSets).where(own(tx, id)).for('update')
  return row
}

export async function hasChangeSet(tx: Tx, id: string): Promise<boolean> {
  return (await countRows(tx, changeSets, own(tx, id))) > 0
}

/** Returns a change set with its job. Throws `not_found`. */
export async function getChangeSet(tx: Tx, id: string): Promise<FullChangeSet> {
  const [row] = await tx.select().from(changeSets).where(own(tx, id))
  if (!row) throw notFound('change set', id)
  return must((await withJobs(tx, [row]))[0])
}

export async function listChangeSets(
  tx: Tx,
  query: ChangeSetListQuery,
): Promise<{ rows: FullChangeSet[]; total: number }> {
  const { rows, total } = await listRows(tx, changeSets, query, {
    where: [eq(changeSets.organizationId, tx.organizationId), matches(changeSets.kind, query.kind)],
    searchIn: [],
    sortBy: { createdAt: changeSets.createdAt },
    defaultSort: '-createdAt',
  })
  return { rows: await withJobs(tx, rows), total }
}

async function withJobs(tx: Tx, sets: ChangeSetRecord[]): Promise<FullChangeSet[]> {
  const ids = sets.flatMap(({ jobId }) => jobId ?? [])
  const jobs =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(backgroundJobs)
          .where(and(eq(backgroundJobs.organizationId, tx.organizationId), inArray(backgroundJobs.id, ids)))
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return sets.map((set) => ({ ...set, job: set.jobId ? (byId.get(set.jobId) ?? null) : null }))
}

export async function updateChangeSet(
  tx: Tx,
  id: string,
  values: Partial<InferInsertModel<typeof changeSets>>,
): Promise<void> {
  await tx.update(changeSets).set(values).where(own(tx, id))
}

export async function deleteChangeSetRecord(tx: Tx, id: string): Promise<void> {
  await tx.delete(changeSets).where(own(tx, id))
}

/** Returns a page of rows. Throws `not_found` for an unknown change set. */
export async function listChangeSetRows(
  tx: Tx,
  id: string,
  { page, pageSize, outcome }: ChangeSetRowQuery,
): Promise<{ rows: RowRecord[]; total: number }> {
  const { counts } = await getChangeSet(tx, id)
  const rows = await tx
    .select()
    .from(changeSetRows)
    .where(and(rowsOf(tx, id), matches(changeSetRows.outcome, outcome)))
    .orderBy(asc(changeSetRows.position))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total: outcome ? (counts[outcome] ?? 0) : totalOf(counts) }
}

export const totalOf = (counts: ChangeCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Returns the first rows with the outcome. */
export function nextRows(tx: Tx, id: string, outcome: ChangeOutcome, limit: number): Promise<RowRecord[]> {
  return tx
    .select()
    .from(changeSetRows)
    .where(and(rowsOf(tx, id), eq(changeSetRows.outcome, outcome)))
    .orderBy(asc(changeSetRows.position))
    .limit(limit)
}

export async function deleteRowsOf(tx: Tx, id: string): Promise<void> {
  await tx.delete(changeSetRows).where(rowsOf(tx, id))
}

/**
 * Returns the rows of a file that the preview would create or change, by row number, with the version of the
 * record. Null means that the record is to be created.
 */
export async function listPlannedFileRows(tx: Tx, id: string): Promise<Map<number, number | null>> {
  const rows = await tx
    .select({ row: changeSetRows.fileRow, version: changeSetRows.version })
    .from(changeSetRows)
    .where(and(rowsOf(tx, id), inArray(changeSetRows.outcome, ['Create', 'Change'])))
  return new Map(rows.flatMap(({ row, version }) => (row === null ? [] : [[row, version] as const])))
}

export interface RowOutcome {
  position: number
  outcome: ChangeOutcome
  refusal: Refusal | null
}

export async function writeOutcomes(tx: Tx, id: string, outcomes: readonly RowOutcome[]): Promise<void> {
  await tx.execute(sql`
    UPDATE change_set_rows SET outcome = given.outcome, refusal = given.refusal
    FROM unnest(
      ${sql.param(outcomes.map(({ position }) => position))}::integer[],
      ${sql.param(outcomes.map(({ outcome }) => outcome))}::text[],
      ${sql.param(outcomes.map(({ refusal }) => refusal && JSON.stringify(refusal)))}::jsonb[]
    ) AS given (position, outcome, refusal)
    WHERE change_set_rows.organization_id = ${tx.organizationId} AND change_set_rows.change_set_id = ${id}
      AND change_set_rows.position = given.position`)
}

export async function countRowsOf(tx: Tx, id: string): Promise<ChangeCounts> {
  const rows = await tx
    .select({ outcome: changeSetRows.outcome, count: sql<number>`count(*)::int` })
    .from(changeSetRows)
    .where(rowsOf(tx, id))
    .groupBy(changeSetRows.outcome)
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}
