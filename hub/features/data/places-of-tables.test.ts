import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as schema from '#hub/db/tables/schema.ts'
import { EXCLUDED_TABLES } from './export/exported-tables.ts'

const DB = join(import.meta.dirname, '../../db')
const wordsOf = (text: string): string[] => text.trim().split(/[\s,]+/)
const read = (file: string, part: RegExp): string =>
  part.exec(readFileSync(join(DB, 'sql', file), 'utf8'))?.[1] ?? ''

/** Tables that an export of an organization contains. */
const EXPORTED = wordsOf(`
  accounts audit_log cash_movements change_set_rows change_sets cost_recalculations counterparties counters
  countries currency_rates device_chains devices document_lines documents employee_roles employees
  fiscal_events fiscal_receipts future_prices gift_voucher_entries gift_vouchers loyalty_cards
  loyalty_points loyalty_programs organization_currencies organization_settings organization_units
  past_prices price_types product_barcodes product_groups product_images product_min_stocks product_packs
  product_prices products promotions retail_point_cashiers retail_point_groups retail_points
  retail_sale_lines retail_sale_marking_codes retail_sale_payments retail_sale_vouchers retail_sales
  shared_views stock_balances stock_movements stores till_events till_shifts upload_conflicts uploads
  work_items
`)

/**
 * Tables that a cleanup keeps: the organization, its users, places, tills, settings, log, and uploads of
 * tills.
 */
const KEPT = wordsOf(`
  accounts audit_log audit_seals background_jobs cash_movements counters countries currency_rates
  device_chains devices digest_readers employee_roles employees export_links extsys_settings feed
  feed_commits feed_counters fiscal_cash_boxes fiscal_cash_operations fiscal_leases fiscal_settings
  idempotency_keys invitations messenger_bindings messenger_codes organization_currencies
  organization_exports organization_settings organization_units organization_visits ownership_offers
  pairing_codes price_types product_words refresh_tokens retail_point_cashiers retail_points shared_views
  stores till_events till_receipt_stores till_shifts till_stock_stores upload_conflicts uploads work_items
`)

/** Tables whose changes are in the audit log. */
const AUDITED = wordsOf(`
  account_identities accounts background_jobs change_sets counterparties countries currencies currency_rates
  devices digest_readers document_lines documents employee_roles employees extsys_settings feedback
  fiscal_cash_boxes fiscal_cash_operations fiscal_events future_prices gift_voucher_entries gift_vouchers
  identity_providers invitations loyalty_cards loyalty_points loyalty_programs messenger_bindings
  organization_currencies organization_exports organization_settings organization_units organization_visits
  organizations ownership_offers pairing_codes passkeys platform_channels platform_settings price_types
  product_barcodes product_groups product_images product_import_images product_imports product_min_stocks
  product_packs product_prices products promotions refresh_tokens retail_point_cashiers retail_point_groups
  retail_points retail_sale_lines retail_sale_marking_codes retail_sale_payments retail_sale_vouchers
  retail_sales second_factors shared_views sign_up_invitations stores units_of_measure vat_rates work_items
`)

const CLEANED = wordsOf(read('cleanup.sql', /cleanup_tables.*?'\{(.*?)\}'/s))
const UNAUDITED = wordsOf(read('audit.sql', /relname NOT IN \((.*?)\)/s).replaceAll("'", ''))
const HERE = 'hub/features/data/places-of-tables.test.ts'

/**
 * Places that must name each table, in one of their lists. `isTenant`: only tables with rows of
 * organizations.
 */
const PLACES = [
  {
    lists: [
      Object.values(schema).flatMap((table: unknown) => (is(table, PgTable) ? getTableName(table) : [])),
    ],
    isTenant: false,
    advice: 'export its file from hub/db/tables/schema.ts',
  },
  {
    lists: [EXPORTED, Object.keys(EXCLUDED_TABLES)],
    isTenant: true,
    advice: `add it to EXPORTED in ${HERE}, or to EXCLUDED_TABLES in hub/features/data/export/exported-tables.ts`,
  },
  {
    lists: [CLEANED, KEPT],
    isTenant: true,
    advice: `add it to cleanup_tables() in hub/db/sql/cleanup.sql, or to KEPT in ${HERE}`,
  },
  {
    lists: [AUDITED, UNAUDITED],
    isTenant: false,
    advice: `add it to AUDITED in ${HERE}, or to the tables that are not audited in hub/db/sql/audit.sql`,
  },
]

/** Returns the tables defined in hub/db/tables by name, each with true when it has rows of organizations. */
async function definedTables(): Promise<Map<string, boolean>> {
  const folder = join(DB, 'tables')
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
  )
  return new Map(
    modules
      .flatMap((module) => Object.values(module))
      .filter((table) => is(table, PgTable))
      .map((table) => [getTableName(table), 'organizationId' in getTableColumns(table)]),
  )
}

it('names each table in one of the lists of every place that must name it', async () => {
  const tables = await definedTables()
  expect(tables.size).toBeGreaterThan(100)
  const missing = [...tables].flatMap(([name, isOfTenant]) =>
    PLACES.filter((place) => isOfTenant || !place.isTenant)
      .filter(({ lists }) => !lists.some((list) => list.includes(name)))
      .map(({ advice }) => `${name}: ${advice}`),
  )
  expect(missing).toEqual([])
})

it('names no table twice in the lists of a place, and no table that does not exist', async () => {
  const tables = await definedTables()
  for (const { lists, advice } of PLACES) {
    const names = lists.flat()
    expect(names.length, advice).toBe(new Set(names).size)
    expect(
      names.filter((name) => !tables.has(name)),
      advice,
    ).toEqual([])
  }
})
