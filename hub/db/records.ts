import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListQuery } from '#shared/contracts/common.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { readSort } from './sort.ts'
import type { PlatformTx, Tx } from './transact.ts'

/**
 * Common statements for all records of an organization: find, list, insert, update with version check,
 * delete. Each of them filters by the organization first.
 */

/** A table of records with a version, keyed by (organizationId, id). */
export type RecordTable = PgTable & {
  organizationId: AnyPgColumn
  id: AnyPgColumn
  version: AnyPgColumn
}

export type Row<Table extends RecordTable> = InferSelectModel<Table>
/** Columns that a command provides. The key, the version and the times are set here. */
export type Values<Table extends RecordTable> = Omit<
  InferInsertModel<Table>,
  'organizationId' | 'id' | 'version' | 'createdAt' | 'updatedAt'
>

const key = (table: RecordTable, tx: Tx, id: string): SQL | undefined =>
  and(eq(table.organizationId, tx.organizationId), eq(table.id, id))

export async function findRecord<Table extends RecordTable>(
  tx: Tx,
  table: Table,
  id: string,
): Promise<Row<Table> | undefined> {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(key(table, tx, id))
  return row as Row<Table> | undefined
}

/** Returns the record. Throws `not_found`, also for a record of another organization. */
export async function getRecord<Table extends RecordTable>(
  tx: Tx,
  table: Table,
  noun: string,
  id: string,
): Promise<Row<Table>> {
  const row = await findRecord(tx, table, id)
  if (!row) throw notFound(noun, id)
  return row
}

export function notFound(noun: string, id: string): Problem {
  return new Problem('not_found', { detail: `There is no ${noun} ${id}` })
}

/** Checks a reference in the input. Throws `invalid_request` naming the field when the record does not exist. */
export async function requireReference(
  tx: Tx,
  table: RecordTable,
  id: string | null | undefined,
  path: readonly PropertyKey[],
  noun: string,
): Promise<void> {
  if (id && !(await findRecord(tx, table, id))) throw invalidField(path, `there is no ${noun} ${id}`)
}

export interface ListOptions {
  where?: (SQL | undefined)[]
  /** Columns that `search` looks in, ignoring case. */
  searchIn: AnyPgColumn[]
  /** Columns for the fields of `sort`. Defaults to the columns of the table. */
  sortBy?: Record<string, AnyPgColumn | SQL>
  /** Sort order when the query names none. */
  defaultSort: string
}

export function listRecords<Table extends RecordTable>(
  tx: Tx,
  table: Table,
  query: ListQuery,
  options: ListOptions,
): Promise<{ rows: Row<Table>[]; total: number }> {
  const ofOrganization = eq(table.organizationId, tx.organizationId)
  return listRows(tx, table, query, { ...options, where: [ofOrganization, ...(options.where ?? [])] })
}

/**
 * Returns a page of any table. Used for platform tables, and by `listRecords`, which adds the filter by
 * organization.
 */
export async function listRows<Table extends PgTable & { id: AnyPgColumn }>(
  tx: PlatformTx,
  table: Table,
  query: ListQuery,
  options: ListOptions,
): Promise<{ rows: InferSelectModel<Table>[]; total: number }> {
  const where = and(...(options.where ?? []), contains(options.searchIn, query.search))
  const rows = await tx
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(
      ...ordering(query.sort ?? options.defaultSort, options.sortBy ?? getTableColumns(table)),
      asc(table.id),
    )
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
  const total = await countRows(tx, table, where)
  return { rows: rows as InferSelectModel<Table>[], total }
}

export async function countRows(tx: PlatformTx, table: PgTable, where: SQL | undefined): Promise<number> {
  const [counted] = await tx.select({ total: count() }).from(table).where(where)
  return counted?.total ?? 0
}

/** Returns a filter on a column, or undefined when the query has no value for it. */
export const matches = (column: AnyPgColumn, value: unknown): SQL | undefined =>
  value === undefined ? undefined : eq(column, value)

/**
 * Returns a condition that any of the columns contains the text, or undefined without a text. The text is
 * matched literally, never as a pattern.
 */
export function contains(columns: (AnyPgColumn | SQL)[], search: string | undefined): SQL | undefined {
  if (!search) return undefined
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  // Text without letters needs no case folding, which is the slowest part.
  const like = search.toLowerCase() === search.toUpperCase() ? sql`LIKE` : sql`ILIKE`
  return or(...columns.map((column) => sql`${column} ${like} ${pattern}`))
}

export function ordering(sort: string, sortBy: Record<string, AnyPgColumn | SQL>): SQL[] {
  return readSort(sort).flatMap(({ field, isDescending }) => {
    const column = sortBy[field]
    if (!column) return []
    return isDescending ? desc(column) : asc(column)
  })
}

export interface Inserted<Table extends RecordTable> {
  row: Row<Table>
  /**
   * False when a record with the client's id already existed. A repeated request gets the first record back,
   * unchanged.
   */
  isNew: boolean
}

export async function insertRecord<Table extends RecordTable>(
  tx: Tx,
  table: Table,
  id: string | undefined,
  values: Values<Table>,
): Promise<Inserted<Table>> {
  const record = { ...values, organizationId: tx.organizationId, id: id ?? newId() }
  const [row] = await tx
    .insert(table as PgTable)
    .values(record)
    .onConflictDoNothing({ target: [table.organizationId, table.id] })
    .returning()
  if (row) return { row: row as Row<Table>, isNew: true }
  return { row: await getRecord(tx, table, 'record', record.id), isNew: false }
}

/** Splits rows into batches, because a statement can have at most 65,535 parameters. */
export function* portions<Row>(rows: readonly Row[], size = 1000): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

/**
 * Updates the record. Throws `not_found`, or `concurrency_conflict` when `version` is not the record's
 * current version.
 */
export async function updateRecord<Table extends RecordTable>(
  tx: Tx,
  table: Table,
  noun: string,
  id: string,
  version: number | undefined,
  values: Partial<Values<Table>>,
): Promise<Row<Table>> {
  const [row] = await tx
    .update(table as PgTable)
    .set({ ...values, version: sql`${table.version} + 1`, updatedAt: sql`now()` })
    .where(and(key(table, tx, id), version === undefined ? undefined : eq(table.version, version)))
    .returning()
  if (row) return row as Row<Table>
  const current = (await getRecord(tx, table, noun, id)) as { version: number }
  throw staleVersion(version, current.version)
}

export function staleVersion(version: number | undefined, currentVersion: number): Problem {
  return new Problem('concurrency_conflict', {
    detail: `You have version ${version}, it is now ${currentVersion}`,
    extensions: { currentVersion },
  })
}

export async function deleteRecord(tx: Tx, table: RecordTable, noun: string, id: string): Promise<void> {
  const deleted = await tx
    .delete(table)
    .where(key(table, tx, id))
    .returning({ id: table.id })
  if (deleted.length === 0) throw notFound(noun, id)
}
