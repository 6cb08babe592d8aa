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
import type { DocumentType } from '#hub/ledger/movement.ts'
import { amountColumn, costColumn, quantityColumn } from './columns.ts'

/*
 * What was sold and moved, summed up by day, so that a report reads days and not lines (hub/day-sums). They can be worked
 * out again from the documents at any time. Days are those of the organization's time zone.
 */

/** A day of a store whose sums are not, or no longer, those of its documents: the mark of one transaction. */
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

/** Retail sales and returns, and demands. */
export type SoldBy = Extract<DocumentType, 'RetailSale' | 'Demand'>

/** Where there is no retail point, employee or customer stands the nil id: a key has no nulls. */
const soldOn = {
  organizationId: uuid().notNull(),
  day: date({ mode: 'string' }).notNull(),
  storeId: uuid().notNull(),
  retailPointId: uuid().notNull(),
  kind: text().$type<SoldBy>().notNull(),
  isReturn: boolean().notNull(),
}

/** What sums of what was sold are told apart by, and `more` beside it. */
const soldOnKey = (name: string, of: Record<keyof typeof soldOn, AnyPgColumn>, ...more: AnyPgColumn[]) =>
  primaryKey({
    name,
    columns: [of.organizationId, of.day, of.storeId, of.retailPointId, of.kind, of.isReturn, ...more],
  })

/** All of them as they stand in the documents, so of returns too they are above 0; in the currency of the books. */
const sums = {
  documents: integer().notNull(),
  quantity: quantityColumn().notNull(),
  /** With VAT, after discounts and rounding. */
  sum: amountColumn().notNull(),
  discount: amountColumn().notNull(),
  /** In `sum`: what rounding has added. */
  rounding: amountColumn().notNull(),
  vat: amountColumn().notNull(),
  /** In `sum`: paid with points. */
  bonus: amountColumn().notNull(),
  cost: costColumn().notNull(),
}

/** In the ways that reports tell apart; the rest of `sum` beside `bonus` was paid otherwise, or is still owed. */
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

/** Documents with any product of a group: of the group that each product is in now. The nil id stands where it is in none. */
export const groupDays = pgTable(
  'group_days',
  { ...soldOn, productGroupId: uuid().notNull(), documents: integer().notNull() },
  (table) => [
    soldOnKey('group_days_pk', table, table.productGroupId),
    index('group_days_group_idx').on(table.organizationId, table.productGroupId, table.day),
  ],
)

/**
 * A group that a product has left or joined since its documents were counted: the mark of one transaction, made by a trigger
 * (hub/db/sql/stale-groups.sql).
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

/** What was paid each way, change taken off the cash. */
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

/** What has come in and gone out of a product in a store, and what was there at the end of the day. */
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
    /** Above 0, as the cost. */
    outQuantity: quantityColumn().notNull(),
    outCost: costColumn().notNull(),
    closingQuantity: quantityColumn().notNull(),
    /** Quantity × average cost. */
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

/** The smaller first, which is their order as texts too. */
export const PERIOD_UNITS = ['month', 'quarter', 'year'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

/**
 * A month, quarter or year in which days were summed up. `isSummed`: its rows below are the sums of the rows of `product_days`
 * and `group_days`.
 * Whoever changes either holds this row (hub/day-sums/periods.ts).
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

/** Of all stores and retail points together. */
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
