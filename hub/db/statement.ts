import { is, type Placeholder, SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  PgDialect,
  type PgPreparedQuery,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core'
import type { PlatformTx, Tx } from './transact.ts'

/** Placeholders for the values of each execution, including the organization of the transaction. */
export type Given<Name extends string> = Record<Name | 'organizationId', Placeholder>

interface Prepared {
  execute(values: Record<string, unknown>): Promise<unknown>
}
/** A drizzle query. */
interface Query<Row> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> }
}

/** Prepared statements of each connection, by name. */
const prepared = new WeakMap<object, Map<string, Prepared>>()
const dialect = new PgDialect({ casing: 'snake_case' })
const placeholders = new Proxy({}, { get: (_, name: string) => sql.placeholder(name) }) as Given<string>

/**
 * Defines a statement that is built once and planned once on each connection. It is for queries that run many
 * times a second, for which building and planning take longer than running. The statement must use the same
 * index for all values. Its name must be unique.
 */
export function statement<Name extends string, Row>(
  name: string,
  write: (given: Given<Name>, db: PlatformTx) => SQL<Row> | Query<Row>,
): (tx: Tx, values: Record<Exclude<Name, 'organizationId'>, unknown>) => Promise<Row[]> {
  return async (tx, values) => {
    const { session } = tx._ as unknown as { session: Session }
    const known = prepared.get(session) ?? new Map<string, Prepared>()
    prepared.set(session, known)
    const query = known.get(name) ?? prepare(session, name, write(placeholders, tx))
    known.set(name, query)
    const rows = await query.execute({ ...values, organizationId: tx.organizationId })
    return Array.isArray(rows) ? rows : (rows as { rows: Row[] }).rows
  }
}

/**
 * Returns a condition that the column is one of the given ids. If the array were passed directly, PostgreSQL
 * would count its elements and plan the statement again each time.
 */
export const among = (column: AnyPgColumn | SQL, ids: Placeholder): SQL =>
  sql`${column} = ANY(ARRAY(SELECT unnest(${ids}::uuid[])))`

function prepare(session: Session, name: string, query: SQL<unknown> | Query<unknown>): Prepared {
  if (!is(query, SQL)) return (query as Query<unknown>).prepare(name)
  return session.prepareQuery(dialect.sqlToQuery(query), undefined, name, false)
}

interface Session {
  prepareQuery(
    query: ReturnType<PgDialect['sqlToQuery']>,
    fields: undefined,
    name: string,
    isResponseInArrayMode: boolean,
  ): PgPreparedQuery<PreparedQueryConfig>
}
