import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { groupRows, isStale } from './group-rows.ts'
import {
  bareLines,
  isClean,
  localTime,
  NOBODY,
  type Reach,
  SOLD_DOCUMENTS,
  SOLD_ON,
  SOLD_PAYMENTS,
  SUMS,
  soldIn,
  sumsOf,
} from './sold.ts'

/** A table of daily sums (hub/db/tables/day-sums.ts). */
export interface DayTable {
  name: string
  /** Key columns of its rows, including `day` and `store_id`. */
  key: readonly string[]
  sums: readonly string[]
  /** Returns SQL for the expected rows of the days and stores, calculated from documents and movements. */
  fresh(tx: Tx, reach: Reach): SQL
  /**
   * Returns an SQL condition, on the given alias, for rows that are reliable while their day is not marked.
   * If omitted, all such rows are reliable.
   */
  holds?(tx: Tx, alias: SQL): SQL
}

/** Returns an SQL condition, on the given alias, for reliable rows of the table. */
export const isKept = (tx: Tx, table: DayTable, alias: SQL): SQL =>
  table.holds ? sql`${isClean(tx, alias)} AND ${table.holds(tx, alias)}` : isClean(tx, alias)

/** Table of sales sums. The SQL of `rows` follows `soldRelations`, which is shared by all such tables. */
export interface SoldTable extends DayTable {
  rows(tx: Tx): SQL
}

/**
 * Returns the relations `line`, `document` and `payment` for a WITH clause. PostgreSQL does not compute
 * unused ones.
 */
export const soldRelations = (tx: Tx, reach: Reach): SQL =>
  sql`${soldIn(tx, reach)}, ${SOLD_DOCUMENTS}, ${SOLD_PAYMENTS}`

const soldTable = ({ rows, ...table }: Omit<DayTable, 'fresh'> & { rows: SQL }): SoldTable => ({
  ...table,
  rows: () => rows,
  fresh: (tx, reach) => sql`WITH ${soldRelations(tx, reach)} ${rows}`,
})

const SOLD_SUMS = ['documents', 'quantity', 'sum', 'discount', 'rounding', 'vat', 'bonus', 'cost'] as const
const PAID = ['cash', 'card', 'qr'] as const
const list = (names: readonly string[]): SQL => sql.raw(names.join(', '))

const productKey = [...SOLD_ON, 'product_id']
export const PRODUCT_DAYS = soldTable({
  name: 'product_days',
  key: productKey,
  sums: SOLD_SUMS,
  rows: sql`
    SELECT ${list(productKey)}, count(DISTINCT id) AS documents, ${SUMS} FROM line GROUP BY ${list(productKey)}`,
})

/** Table of document counts. A document with several products of a group counts once. */
export const GROUP_DAYS: SoldTable = {
  name: 'group_days',
  key: [...SOLD_ON, 'product_group_id'],
  sums: ['documents'],
  rows: (tx) => groupRows(tx, sql`line`),
  fresh: (tx, reach) => sql`WITH ${soldIn(tx, reach)}, ${bareLines(reach)} ${groupRows(tx, sql`bare_line`)}`,
  holds: (tx, alias) => sql`NOT ${isStale(tx, sql`${alias}.product_group_id`)}`,
}

export const STORE_DAYS = soldTable({
  name: 'store_days',
  key: SOLD_ON,
  sums: [...SOLD_SUMS, ...PAID],
  rows: sql`
    SELECT ${list(SOLD_ON)}, count(*) AS documents, ${SUMS}, ${sumsOf(PAID)} FROM document GROUP BY ${list(SOLD_ON)}`,
})

const receiptKey = [...SOLD_ON, 'employee_id', 'hour']
export const RECEIPT_DAYS = soldTable({
  name: 'receipt_days',
  key: receiptKey,
  sums: [...SOLD_SUMS, ...PAID],
  rows: sql`
    SELECT ${list(receiptKey)}, count(*) AS documents, ${SUMS}, ${sumsOf(PAID)}
    FROM document GROUP BY ${list(receiptKey)}`,
})

const customerKey = [...SOLD_ON, 'employee_id', 'customer_id']
export const CUSTOMER_DAYS = soldTable({
  name: 'customer_days',
  key: customerKey,
  sums: [...SOLD_SUMS, ...PAID],
  rows: sql`
    SELECT ${list([...SOLD_ON, 'employee_id'])}, coalesce(customer_id, ${NOBODY}) AS customer_id, count(*) AS documents, ${SUMS}, ${sumsOf(PAID)}
    FROM document GROUP BY ${list([...SOLD_ON, 'employee_id'])}, coalesce(customer_id, ${NOBODY})`,
})

const paymentKey = [...SOLD_ON, 'employee_id', 'type']
export const PAYMENT_DAYS = soldTable({
  name: 'payment_days',
  key: paymentKey,
  sums: ['documents', 'sum'],
  rows: sql`
    SELECT ${list(paymentKey)}, count(*) AS documents, ${sumsOf(['sum'])} FROM payment GROUP BY ${list(paymentKey)}`,
})

export const STOCK_DAYS: DayTable = {
  name: 'stock_days',
  key: ['day', 'store_id', 'product_id'],
  sums: [
    'movements',
    'in_quantity',
    'in_cost',
    'out_quantity',
    'out_cost',
    'closing_quantity',
    'closing_cost',
  ],
  fresh: (tx, reach) => sql`
    WITH moved AS MATERIALIZED (
      SELECT ${localTime(tx, sql`m.moment`)}::date AS day, m.store_id, m.product_id, m.moment, m.seq, m.quantity, m.cost_sum,
        m.balance_after, m.average_after
      FROM ${reach.from(sql`stock_movements`, sql`m`, sql`m.moment`)}
    ), closing AS (
      SELECT DISTINCT ON (day, store_id, product_id) day, store_id, product_id, balance_after,
        round(balance_after::numeric * average_after / 1000) AS value
      FROM moved ORDER BY day, store_id, product_id, moment DESC, seq DESC
    )
    SELECT day, store_id, product_id, count(*) AS movements,
      coalesce(sum(quantity) FILTER (WHERE quantity > 0), 0)::bigint AS in_quantity,
      coalesce(sum(cost_sum) FILTER (WHERE quantity > 0), 0)::bigint AS in_cost,
      coalesce(-sum(quantity) FILTER (WHERE quantity < 0), 0)::bigint AS out_quantity,
      coalesce(-sum(cost_sum) FILTER (WHERE quantity < 0), 0)::bigint AS out_cost,
      min(closing.balance_after) AS closing_quantity, min(closing.value)::bigint AS closing_cost
    FROM moved JOIN closing USING (day, store_id, product_id)
    GROUP BY day, store_id, product_id`,
}

export const SOLD_TABLES: readonly SoldTable[] = [
  PRODUCT_DAYS,
  GROUP_DAYS,
  STORE_DAYS,
  RECEIPT_DAYS,
  CUSTOMER_DAYS,
  PAYMENT_DAYS,
]
export const DAY_TABLES: readonly DayTable[] = [...SOLD_TABLES, STOCK_DAYS]

/** Returns all columns except the organization, in the order of `fresh`. */
export const columnsOf = ({ key, sums }: DayTable): SQL => list([...key, ...sums])
