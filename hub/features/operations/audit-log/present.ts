import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { type AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { AuditedChange } from '#hub/db/tables/audit.ts'
import { toNumberOf } from '#hub/db/tables/columns.ts'
import * as schema from '#hub/db/tables/schema.ts'
import type { AuditEntry } from '#shared/contracts/organization/audit-log.ts'
import type { AuditRow } from './queries.ts'

export function presentAuditEntry({
  organizationId: _,
  unnamedPrices: __,
  hash: ___,
  seal,
  storeIds,
  ...row
}: AuditRow): AuditEntry {
  return {
    ...row,
    at: row.at.toISOString(),
    storeIds: storeIds ?? [],
    changes: row.changes.map(presentChange),
    isSealed: seal !== null,
  }
}

function presentChange({ table, was, now, ...about }: AuditedChange): AuditEntry['changes'][number] {
  return { ...about, table: camel(table), was: presentMembers(table, was), now: presentMembers(table, now) }
}

/** Converts members to the names and units of the API: `retail_price: 1250` becomes `retailPrice: 12.5`. */
function presentMembers(table: string, members: Record<string, unknown>): Record<string, unknown> {
  const columns = TABLES.get(table)
  return Object.fromEntries(
    Object.entries(members).map(([column, value]) => {
      const name = camel(column)
      const toNumber = columns?.[name] && toNumberOf(columns[name])
      return [name, toNumber && typeof value === 'number' ? toNumber(value) : value]
    }),
  )
}

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())

// Keyed by database table name, as stored in the log.
const TABLES = new Map<string, Record<string, AnyPgColumn | undefined>>(
  Object.values(schema)
    .filter((table) => is(table, PgTable))
    .map((table) => [getTableName(table), getTableColumns(table)]),
)
