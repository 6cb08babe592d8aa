import { getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgBigInt53, type PgColumn, PgTable, PgUUID } from 'drizzle-orm/pg-core'
import { hashPassword } from '#hub/auth/password.ts'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { columnName } from '#hub/db/insert-rows.ts'
import * as schema from '#hub/db/tables/schema.ts'

/** A table in the archive, with its rows, columns and order. */
export interface ExportedTable {
  name: string
  table: PgTable
  columns: ExportedColumn[]
  /** Returns the condition for an organization's rows. */
  own: (organizationId: string) => SQL
  orderBy: string[]
  /** Columns that refer to the same table. */
  selfReferences: string[]
  /** Tables that must be restored first. */
  needs: string[]
}

export interface ExportedColumn {
  name: string
  column: PgColumn
  /** Referenced column, such as `products.id`, if any. */
  references: string | undefined
}

/** Tables excluded from archives, with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  ...reason('secrets: anybody who has them could sign in, or act as another user', [
    'refresh_tokens',
    'invitations',
    'pairing_codes',
    'receipt_links',
    'export_links',
    'messenger_codes',
    'idempotency_keys',
    'fiscal_leases',
    'fiscal_cash_boxes',
    'fiscal_settings',
    'extsys_settings',
    'extsys_runs',
    'extsys_pages',
  ]),
  ...reason(
    'belong to this hub alone: its jobs, messages, exports and cash boxes, and the visits of its administrators',
    [
      'background_jobs',
      'organization_exports',
      'organization_visits',
      'ownership_offers',
      'fiscal_cash_operations',
      'messenger_bindings',
      'messenger_notices',
      'morning_digests',
      'digest_readers',
      'product_imports',
      'product_import_images',
      'audit_seals',
    ],
  ),
  ...reason('calculated from the other tables', [
    'feed',
    'feed_commits',
    'feed_counters',
    'books_checks',
    'product_words',
    'dirty_days',
    'product_days',
    'store_days',
    'receipt_days',
    'customer_days',
    'payment_days',
    'stock_days',
    'product_periods',
    'product_months',
    'product_quarters',
    'product_years',
    'stale_groups',
    'group_days',
    'group_months',
    'group_quarters',
    'group_years',
    'till_cards',
    'till_card_changes',
    'till_receipts',
    'till_receipt_changes',
    'till_receipt_stores',
    'till_stock',
    'till_stock_changes',
    'till_stock_stores',
    'till_vouchers',
    'till_voucher_changes',
  ]),
}

/** Tables in an archive that an import does not write. */
export const READ_ONLY: readonly string[] = ['audit_log']

/**
 * Columns excluded from archives, with their values after a restore. Null means the default of the column. A
 * required secret column gets a random secret that nobody knows.
 */
const OMITTED: Readonly<Record<string, Record<string, (() => Promise<unknown>) | null>>> = {
  organizations: { sync_epoch: async () => crypto.randomUUID() },
  accounts: {
    password_hash: () => hashPassword(newSecret()),
    has_password: async () => false,
    is_super_admin: null,
    ways_suspended_at: null,
    organization_id: null,
  },
  employees: { pos_pin_hash: null, pos_pin_key: null },
  devices: { secret_hash: async () => `\\x${hashSecret(newSecret()).toString('hex')}` },
  audit_log: { seal: null, hash: null },
}

/** Platform tables in which an organization owns some rows, with the condition for them. */
const SHARED: Readonly<Record<string, (organizationId: string) => SQL>> = {
  organizations: (id) => sql`t.id = ${id}`,
  units_of_measure: (id) =>
    sql`t.id IN (SELECT unit_id FROM organization_units WHERE organization_id = ${id})`,
  accounts: (id) => sql`t.id IN (SELECT account_id FROM employees WHERE organization_id = ${id})`,
}

/** Returns values for the columns of `table` that are excluded from archives. */
export async function fillOmitted(table: string): Promise<Record<string, unknown>> {
  const filled = Object.entries(OMITTED[table] ?? {}).map(
    async ([column, make]) => [column, await make?.()] as const,
  )
  return Object.fromEntries((await Promise.all(filled)).filter(([, value]) => value !== undefined))
}

function exportedTable(table: PgTable): ExportedTable {
  const { name, foreignKeys, primaryKeys, columns: all } = getTableConfig(table)
  const references = foreignKeys.map((key) => key.reference())
  const columns = all.filter(
    (column) => !isNumbering(column) && !column.generated && !(columnName(column) in (OMITTED[name] ?? {})),
  )
  const numbering = all.find(isNumbering)
  const key = primaryKeys[0]?.columns ?? all.filter((column) => column.primary)
  const isSelf = ({ foreignTable }: (typeof references)[number]) => getTableName(foreignTable) === name
  return {
    name,
    table,
    columns: columns.map((column) => ({
      name: columnName(column),
      column,
      references: targetOf(column, references),
    })),
    own: SHARED[name] ?? ((id) => sql`t.organization_id = ${id}`),
    orderBy: numbering ? [columnName(numbering)] : key.map(columnName),
    selfReferences: references.filter(isSelf).flatMap((reference) => ownPart(reference.columns)),
    needs: [
      ...new Set(
        references.filter((reference) => !isSelf(reference)).map((each) => getTableName(each.foreignTable)),
      ),
    ],
  }
}

/** True for a number generated by the database. The order of the rows restores it. */
const isNumbering = (column: PgColumn): boolean =>
  column.generatedIdentity !== undefined && is(column, PgBigInt53)

type Reference = { columns: PgColumn[]; foreignColumns: PgColumn[]; foreignTable: PgTable }

/** Returns column names without the organization, which is part of each key. */
const ownPart = (columns: readonly PgColumn[]): string[] =>
  columns.map(columnName).filter((name) => name !== 'organization_id')

function targetOf(column: PgColumn, references: readonly Reference[]): string | undefined {
  const name = columnName(column)
  if (name === 'organization_id' || !is(column, PgUUID)) return undefined
  const found = references.find(({ columns }) => ownPart(columns).includes(name))
  return found && `${getTableName(found.foreignTable)}.${ownPart(found.foreignColumns).at(-1) ?? 'id'}`
}

function inOrder(tables: ExportedTable[]): ExportedTable[] {
  const ordered: ExportedTable[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name))
    const next = [...waiting].filter(({ needs }) => !needs.some((need) => names.has(need)))
    if (next.length === 0) throw new Error(`these tables refer to each other: ${[...names].join(', ')}`)
    next.sort((one, other) => (one.name < other.name ? -1 : 1))
    for (const table of next) waiting.delete(table)
    ordered.push(...next)
  }
  return ordered
}

function reason(why: string, tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, why]))
}

/** Exported tables in order of their references, referenced tables first. */
export const EXPORTED_TABLES: readonly ExportedTable[] = inOrder(
  Object.values(schema).flatMap((table: unknown) => {
    if (!is(table, PgTable)) return []
    const name = getTableName(table)
    const isTenant = 'organizationId' in getTableColumns(table)
    return SHARED[name] || (isTenant && !(name in EXCLUDED_TABLES)) ? [exportedTable(table)] : []
  }),
)
