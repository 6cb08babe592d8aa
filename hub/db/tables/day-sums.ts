import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { amountColumn, costColumn, quantityColumn } from './columns.ts'
import type { DocumentType } from './document-type.ts'

/*
 * Daily sums of sales and stock movements, so that reports read days instead of lines (hub/day-sums). They
 * can be recalculated from the documents at any time. Days are in the organization's time zone.
 */

/** Mark made by one transaction: the sums of this day and store do not match the documents. */
export const dirtyDays = pgTable(
  'dirty_days',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    storeId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ name: 'dirty_days_pk', columns: [table.organizationId, table.id] }),
    index('dirty_days_day_idx').on(table.organizationId, table.day, table.storeId),
  ],
)

/** Retail sales and returns, and shipments (`Demand`). */
export type SoldBy = Extract<DocumentType, 'RetailSale' | 'Demand'>

/**
 * Dimensions of sales sums. The nil id replaces a missing retail point, employee or customer, because key
 * columns cannot be null.
 */
const soldOn = {
  organizationId: uuid().notNull(),
  day: date({ mode: 'string' }).notNull(),
  storeId: uuid().notNull(),
  retailPointId: uuid().notNull(),
  kind: text().$type<SoldBy>().notNull(),
  isReturn: boolean().notNull(),
}

/** Returns the primary key: the dimensions of all sales sums, and `more`. */
const soldOnKey = (name: string, of: Record<keyof typeof soldOn, AnyPgColumn>, ...more: AnyPgColumn[]) =>
  primaryKey({
    name,
    columns: [of.organizationId, of.day, of.storeId, of.retailPointId, of.kind, of.isReturn, ...more],
  })

/** Sums as stated in the documents, so positive for returns too, in the accounting currency. */
const sums = {
  documents: integer().notNull(),
  quantity: quantityColumn().notNull(),
  /** Total including VAT, after discounts and rounding. */
  sum: amountColumn().notNull(),
  discount: amountColumn().notNull(),
  /** Part of `sum` added by rounding. */
  rounding: amountColumn().notNull(),
  vat: amountColumn().notNull(),
  /** Part of `sum` paid with points. */
  bonus: amountColumn().notNull(),
  cost: costColumn().notNull(),
}

/**
 * Payments by the types that reports distinguish. The remainder of `sum`, apart from `bonus`, was paid by
 * other means or is still owed.
 */
const paid = {
  cash: amountColumn().notNull(),
  card: amountColumn().notNull(),
  qr: amountColumn().notNull(),
}

export const productDays = pgTable(
  'product_days',
  { ...soldOn, productId: uuid().notNull(), ...sums },
  (table) => [
    soldOnKey('product_days_pk', table, table.productId),
    index('product_days_product_idx').on(table.organizationId, table.productId, table.day),
  ],
)

/**
 * Number of documents that contain any product of a group. Each product counts for its current group. The nil
 * id stands for products without a group.
 */
export const groupDays = pgTable(
  'group_days',
  { ...soldOn, productGroupId: uuid().notNull(), documents: integer().notNull() },
  (table) => [
    soldOnKey('group_days_pk', table, table.productGroupId),
    index('group_days_group_idx').on(table.organizationId, table.productGroupId, table.day),
  ],
)

/**
 * Mark made by one transaction, by a trigger (hub/db/sql/stale-groups.sql): a product has left or joined the
 * group since its documents were counted.
 */
export const staleGroups = pgTable(
  'stale_groups',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    productGroupId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ name: 'stale_groups_pk', columns: [table.organizationId, table.id] }),
    index('stale_groups_group_idx').on(table.organizationId, table.productGroupId),
  ],
)

export const storeDays = pgTable('store_days', { ...soldOn, ...sums, ...paid }, (table) => [
  soldOnKey('store_days_pk', table),
])

export const receiptDays = pgTable(
  'receipt_days',
  { ...soldOn, employeeId: uuid().notNull(), hour: smallint().notNull(), ...sums, ...paid },
  (table) => [soldOnKey('receipt_days_pk', table, table.employeeId, table.hour)],
)

export const customerDays = pgTable(
  'customer_days',
  { ...soldOn, employeeId: uuid().notNull(), customerId: uuid().notNull(), ...sums, ...paid },
  (table) => [
    soldOnKey('customer_days_pk', table, table.employeeId, table.customerId),
    index('customer_days_customer_idx').on(table.organizationId, table.customerId, table.day),
  ],
)

/** Payments by type. Change is deducted from cash. */
export const paymentDays = pgTable(
  'payment_days',
  {
    ...soldOn,
    employeeId: uuid().notNull(),
    type: text().notNull(),
    documents: integer().notNull(),
    sum: amountColumn().notNull(),
  },
  (table) => [soldOnKey('payment_days_pk', table, table.employeeId, table.type)],
)

/** Quantities of a product received and issued in a store, and its stock at the end of the day. */
export const stockDays = pgTable(
  'stock_days',
  {
    organizationId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    storeId: uuid().notNull(),
    productId: uuid().notNull(),
    movements: bigint({ mode: 'number' }).notNull(),
    inQuantity: quantityColumn().notNull(),
    inCost: costColumn().notNull(),
    /** Positive, like the cost. */
    outQuantity: quantityColumn().notNull(),
    outCost: costColumn().notNull(),
    closingQuantity: quantityColumn().notNull(),
    /** Quantity times average cost. */
    closingCost: costColumn().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'stock_days_pk',
      columns: [table.organizationId, table.day, table.storeId, table.productId],
    }),
    index('stock_days_product_idx').on(table.organizationId, table.productId, table.storeId, table.day),
  ],
)

/** Smaller units first, which is also their alphabetical order. */
export const PERIOD_UNITS = ['month', 'quarter', 'year'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

/**
 * A month, quarter or year that contains summed days. `isSummed` is true when its rows below are the sums of
 * the rows of `product_days` and `group_days`. A transaction that changes either locks this row
 * (hub/day-sums/periods.ts).
 */
export const productPeriods = pgTable(
  'product_periods',
  {
    organizationId: uuid().notNull(),
    unit: text({ enum: PERIOD_UNITS }).notNull(),
    firstDay: date({ mode: 'string' }).notNull(),
    lastDay: date({ mode: 'string' }).notNull(),
    isSummed: boolean().notNull(),
  },
  (table) => [
    primaryKey({ name: 'product_periods_pk', columns: [table.organizationId, table.unit, table.firstDay] }),
    index('product_periods_unsummed_idx').on(table.organizationId).where(sql`NOT is_summed`),
  ],
)

/** Dimensions of period sums, which cover all stores and retail points together. */
const soldInPeriod = {
  organizationId: uuid().notNull(),
  firstDay: date({ mode: 'string' }).notNull(),
  kind: text().$type<SoldBy>().notNull(),
  isReturn: boolean().notNull(),
}
const productsInPeriod = { ...soldInPeriod, productId: uuid().notNull(), ...sums }
const groupsInPeriod = { ...soldInPeriod, productGroupId: uuid().notNull(), documents: integer().notNull() }

export const productMonths = pgTable('product_months', productsInPeriod, (table) => [
  primaryKey({
    name: 'product_months_pk',
    columns: [table.organizationId, table.firstDay, table.kind, table.isReturn, table.productId],
  }),
])

export const productQuarters = pgTable('product_quarters', productsInPeriod, (table) => [
  primaryKey({
    name: 'product_quarters_pk',
    columns: [table.organizationId, table.firstDay, table.kind, table.isReturn, table.productId],
  }),
])

export const productYears = pgTable('product_years', productsInPeriod, (table) => [
  primaryKey({
    name: 'product_years_pk',
    columns: [table.organizationId, table.firstDay, table.kind, table.isReturn, table.productId],
  }),
])

export const groupMonths = pgTable('group_months', groupsInPeriod, (table) => [
  primaryKey({
    name: 'group_months_pk',
    columns: [table.organizationId, table.firstDay, table.kind, table.isReturn, table.productGroupId],
  }),
])

export const groupQuarters = pgTable('group_quarters', groupsInPeriod, (table) => [
  primaryKey({
    name: 'group_quarters_pk',
    columns: [table.organizationId, table.firstDay, table.kind, table.isReturn, table.productGroupId],
  }),
])

export const groupYears = pgTable('group_years', groupsInPeriod, (table) => [
  primaryKey({
    name: 'group_years_pk',
    columns: [table.organizationId, table.firstDay, table.kind, table.isReturn, table.productGroupId],
  }),
])
