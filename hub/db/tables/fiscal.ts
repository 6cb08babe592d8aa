import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { FiscalProvider } from '#shared/contracts/organization/fiscal.ts'
import type { FiscalCashKind } from '#shared/contracts/sales/fiscal-cash.ts'
import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import type { FiscalState } from '#shared/domain/sale-fiscal.ts'
import { retailPoints } from './catalog.ts'
import { amountColumn, changeColumns, jsonColumn, timeColumn } from './columns.ts'
import { organizations } from './platform.ts'
import { retailSales } from './sales.ts'

/** Fiscal receipt as issued by the provider. Fields that a provider does not send are null. */
export interface FiscalResult {
  /** Fiscal sign, which identifies the receipt at the authority. */
  sign: string
  docNumber: string | null
  /** Registration number of the cash register at the authority. */
  regNumber: string | null
  /** Manufacturer's serial number of the cash register. */
  serialNumber: string | null
  /** Number of the cash register's fiscal storage (ФН), in Russia. */
  fnNumber: string | null
  shiftNumber: number | null
  /** Number of the receipt within its shift. */
  numberInShift: number | null
  /** Time of the receipt (UTC, ISO 8601), or null when the provider's time zone is unknown. */
  time: string | null
  /** Address of the receipt for the customer. */
  url: string | null
  /** Content of the printed QR code (docs/domain.md#printed-receipts). */
  qr: string | null
  /** Name of the operator that forwards receipts to the authority. */
  ofdName: string | null
  /** Public site of the authority or the operator for looking up receipts. */
  checkSite: string | null
  /** Seller's tax system, in Russia. */
  taxSystem: RussianTaxSystem | null
  /** True when the cash register was offline. It sends the receipt to the authority later. */
  isOffline: boolean
}

/** Fiscal settings. Organizations that never set a fiscal provider have no row. */
export const fiscalSettings = pgTable(
  'fiscal_settings',
  { organizationId: uuid().primaryKey(), ...changeColumns() },
  (table) => [foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] })],
)

/** Cash boxes that make fiscal receipts. */
export const fiscalCashBoxes = pgTable(
  'fiscal_cash_boxes',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    /** Null for the cash box of all retail points without their own. */
    retailPointId: uuid(),
    provider: text().$type<FiscalProvider>().notNull(),
    /** Settings that are not secret, in the format of the contract. */
    settings: jsonColumn<Record<string, string | null>>().notNull(),
    /**
     * JSON of the provider's secrets by name, sealed as a whole (hub/secrets/sealed-columns.ts). Null when
     * there are none.
     */
    sealedSecrets: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('fiscal_cash_boxes_point_key').on(table.organizationId, table.retailPointId).nullsNotDistinct(),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    foreignKey({
      columns: [table.organizationId, table.retailPointId],
      foreignColumns: [retailPoints.organizationId, retailPoints.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Lease of a cash box. The process that holds it handles all its requests, until it releases the lease or the
 * lease expires. Its writes to receipts count only while it holds the lease.
 */
export const fiscalLeases = pgTable(
  'fiscal_leases',
  {
    organizationId: uuid().notNull(),
    cashBoxId: uuid().notNull(),
    holder: uuid().notNull(),
    until: timeColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.cashBoxId] }),
    foreignKey({
      columns: [table.organizationId, table.cashBoxId],
      foreignColumns: [fiscalCashBoxes.organizationId, fiscalCashBoxes.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Fiscal receipt of a posted sale or return, created in the transaction that posts it
 * (hub/integrations/fiscal/fiscalise.ts).
 */
export const fiscalReceipts = pgTable(
  'fiscal_receipts',
  {
    organizationId: uuid().notNull(),
    saleId: uuid().notNull(),
    /** Cash box that makes the receipt. Null after the cash box was deleted. */
    cashBoxId: uuid(),
    /** Position in the order of the cash box's receipts. */
    place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    createdAt: timeColumn().notNull().defaultNow(),
    state: text().$type<FiscalState>().notNull().default('Waiting'),
    attempt: integer().notNull().default(1),
    failures: integer().notNull().default(0),
    dueAt: timeColumn().notNull().defaultNow(),
    providerId: text(),
    result: jsonColumn<FiscalResult>(),
    code: text(),
    message: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.saleId] }),
    foreignKey({
      columns: [table.organizationId, table.saleId],
      foreignColumns: [retailSales.organizationId, retailSales.id],
    }).onDelete('cascade'),
    // A small index: only unfinished receipts.
    index('fiscal_receipts_open_idx')
      .on(table.organizationId, table.cashBoxId, table.place)
      .where(sql`state not in ('Done', 'Failed')`),
    index('fiscal_receipts_failed_idx').on(table.organizationId, table.place).where(sql`state = 'Failed'`),
  ],
)

/**
 * A cash movement of a till, or the end of a shift, to be sent to a provider that tracks the drawer
 * (hub/integrations/fiscal/carry-out.ts).
 */
export const fiscalCashOperations = pgTable(
  'fiscal_cash_operations',
  {
    organizationId: uuid().notNull(),
    /** Id of the cash movement or of the shift. */
    id: uuid().notNull(),
    kind: text().$type<FiscalCashKind>().notNull(),
    retailPointId: uuid().notNull(),
    cashBoxId: uuid().notNull(),
    /** Position in the order of the cash box's receipts. */
    place: bigint({ mode: 'number' }).notNull().default(sql`nextval('fiscal_receipts_place_seq')`),
    /** Null for the end of a shift. */
    sum: amountColumn(),
    at: timeColumn().notNull(),
    createdAt: timeColumn().notNull().defaultNow(),
    state: text().$type<FiscalState>().notNull().default('Waiting'),
    failures: integer().notNull().default(0),
    dueAt: timeColumn().notNull().defaultNow(),
    code: text(),
    message: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    index('fiscal_cash_operations_open_idx')
      .on(table.organizationId, table.cashBoxId, table.place)
      .where(sql`state not in ('Done', 'Failed')`),
    index('fiscal_cash_operations_failed_idx')
      .on(table.organizationId, table.place)
      .where(sql`state = 'Failed'`),
  ],
)

/** Events of a fiscal receipt, step by step. */
export const fiscalEvents = pgTable(
  'fiscal_events',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    saleId: uuid().notNull(),
    at: timeColumn().notNull(),
    state: text().$type<FiscalState>().notNull(),
    attempt: integer().notNull(),
    code: text(),
    message: text(),
    /** Employee who requested another attempt. */
    employeeId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.saleId],
      foreignColumns: [fiscalReceipts.organizationId, fiscalReceipts.saleId],
    }).onDelete('cascade'),
    index('fiscal_events_sale_idx').on(table.organizationId, table.saleId, table.id),
  ],
)
