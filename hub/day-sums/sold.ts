import { type SQL, sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import type { Tx } from '#hub/db/transact.ts'

/** Range of days such as 2027-03-01, both inclusive, in the time zone of the organization. */
export interface Days {
  from: string
  to: string
}

const zoneOf = (tx: Tx): SQL => sql`(SELECT time_zone FROM organizations WHERE id = ${tx.organizationId})`

/** Returns the time at which a day (an SQL date) begins in the time zone of the organization. */
export const beginningOf = (tx: Tx, day: SQL): SQL => sql`((${day})::timestamp AT TIME ZONE ${zoneOf(tx)})`

/** Converts a time to local time in the time zone of the organization. */
export const localTime = (tx: Tx, moment: SQL): SQL => sql`(${moment} AT TIME ZONE ${zoneOf(tx)})`

/** SQL fragments that select the rows to sum up: a FROM clause, joins and their conditions. */
export interface Reach {
  /** Returns the text after FROM that selects rows of the table, under the alias, with conditions. */
  from(table: SQL, alias: SQL, moment: SQL): SQL
  /** Returns the join after `FROM sold` that selects rows of the table, under the alias, for each document. */
  ofEach(table: SQL, alias: SQL, documentId: SQL): SQL
  /** Replaces `ofEach` for the lines in `bareLines` when only some lines are needed. */
  ofLines?: Reach['ofEach']
}

/** Returns the reach of all stores, on the days of a period or on all days. */
export function wholeDays(tx: Tx, days?: Days): Reach {
  const within = (moment: SQL) =>
    days
      ? sql`AND ${moment} >= ${beginningOf(tx, sql`${days.from}::date`)}
        AND ${moment} < ${beginningOf(tx, sql`${days.to}::date + 1`)}`
      : sql``
  return {
    from: (table, alias, moment) =>
      sql`${table} AS ${alias} WHERE ${alias}.organization_id = ${tx.organizationId} ${within(moment)}`,
    ofEach: (table, alias, documentId) =>
      sql`JOIN ${table} AS ${alias} ON ${alias}.organization_id = ${tx.organizationId} AND ${documentId} = sold.id`,
  }
}

/**
 * Returns the reach of some days of some stores. `pairs` has the columns `day` and `store_id`. Each day and
 * each document is looked up separately. `OFFSET 0` prevents other join strategies: PostgreSQL cannot
 * estimate how few rows there are, and would read all rows of the organization.
 */
export function someDays(tx: Tx, pairs: SQL): Reach {
  const eachOf = (table: SQL, alias: SQL, condition: SQL) => sql`CROSS JOIN LATERAL (
    SELECT * FROM ${table} AS ${alias} WHERE ${alias}.organization_id = ${tx.organizationId} AND ${condition} OFFSET 0
  ) AS ${alias}`
  return {
    from: (table, alias, moment) => sql`(
        SELECT pair.store_id, ${beginningOf(tx, sql`pair.day`)} AS start, ${beginningOf(tx, sql`pair.day + 1`)} AS finish
        FROM (${pairs}) AS pair
      ) AS span
      ${eachOf(table, alias, sql`${alias}.store_id = span.store_id AND ${moment} >= span.start AND ${moment} < span.finish`)}
      WHERE true`,
    ofEach: (table, alias, documentId) => eachOf(table, alias, sql`${documentId} = sold.id`),
  }
}

/**
 * Returns the reach of documents that contain any of the products, in a period or at any time, and of only
 * their lines with these products. `products` selects the product ids. `OFFSET 0` prevents PostgreSQL from
 * looking up the lines document by document, which would read all other lines of the documents.
 */
export function documentsWith(tx: Tx, products: SQL, days?: Days): Reach {
  const { from, ofEach } = wholeDays(tx, days)
  return {
    ofEach,
    ofLines: (table, alias, documentId) => sql`JOIN (
      SELECT * FROM ${table} AS ${alias}
      WHERE ${alias}.organization_id = ${tx.organizationId} AND ${alias}.product_id IN (${products}) OFFSET 0
    ) AS ${alias} ON ${documentId} = sold.id`,
    from: (table, alias, moment) => sql`${from(table, alias, moment)} AND ${alias}.id IN (
      SELECT sale_id FROM retail_sale_lines WHERE organization_id = ${tx.organizationId} AND product_id IN (${products})
      UNION ALL
      SELECT document_id FROM document_lines WHERE organization_id = ${tx.organizationId} AND product_id IN (${products}))`,
  }
}

/** Returns the marked days of a period. */
export const markedDaysOf = (tx: Tx, { from, to }: Days): SQL => sql`
  SELECT DISTINCT day, store_id FROM dirty_days
  WHERE organization_id = ${tx.organizationId} AND day BETWEEN ${from}::date AND ${to}::date`

/**
 * Returns a condition, on the given alias, for rows of sums whose day is not marked. NOT IN costs nothing per
 * row when no day is marked.
 */
export const isClean = (tx: Tx, alias: SQL): SQL => sql`(${alias}.day, ${alias}.store_id) NOT IN (
  SELECT dirty.day, dirty.store_id FROM dirty_days AS dirty WHERE dirty.organization_id = ${tx.organizationId})`

/** Dimensions of all sales sums. */
export const SOLD_ON = ['day', 'store_id', 'retail_point_id', 'kind', 'is_return'] as const
/** Columns of the documents `sold` by which sums are grouped. */
const ABOUT = sql.raw(
  'sold.id, kind, is_return, day, hour, store_id, retail_point_id, employee_id, customer_id',
)
/** Placeholder for a missing retail point, employee or customer. */
export const NOBODY = sql.raw(`'${NIL}'::uuid`)

/**
 * Returns relations for a WITH clause about posted retail sales, returns and shipments (`Demand`): `sold`
 * (the documents), `tender` (the amount that each payment type paid for goods), `paid` (the same in one row
 * for each document) and `line`. The sums of the lines and their payments with points add up to those of the
 * documents. Amounts are in the accounting currency. `where` is an additional condition on `document`.
 *
 * Rounding of the document and payments with points are distributed over the lines in proportion to their
 * sums. Each line gets the cumulative share up to it minus the share of earlier lines, so the parts add up
 * exactly (docs/domain.md#sums-of-days). Payments for gift vouchers are deducted from the payment types in
 * the same way. Change is deducted from cash.
 */
export function soldIn(tx: Tx, reach: Reach, where: SQL = sql`true`): SQL {
  const local = (column: string) => localTime(tx, sql.raw(column))
  const exchange = (value: SQL) =>
    sql`round((${value})::numeric * sold.rate / (1000000 * sold.multiplicity::numeric))`
  const price = sql`round(l.quantity::numeric * l.price / 100000)`
  const reduced = sql`round(l.quantity::numeric * l.price * (10000 - l.discount_percent) / 1000000000)`
  return sql`
    sold AS MATERIALIZED (
      SELECT * FROM (
        SELECT s.id, 'RetailSale' AS kind, s.is_return, ${local('s.date')}::date AS day,
          extract(hour FROM ${local('s.date')})::smallint AS hour, s.store_id,
          coalesce(s.retail_point_id, ${NOBODY}) AS retail_point_id, coalesce(s.cashier_id, ${NOBODY}) AS employee_id,
          s.customer_id, s.sum, s.voucher_sum, s.change_sum, NULL::bigint AS rate, NULL::integer AS multiplicity
        FROM ${reach.from(sql`retail_sales`, sql`s`, sql`s.date`)} AND s.status = 'Posted'
        UNION ALL
        SELECT d.id, 'Demand', false, ${local('d.date')}::date, extract(hour FROM ${local('d.date')})::smallint,
          d.store_id, ${NOBODY}, coalesce(d.created_by_id, ${NOBODY}), d.counterparty_id, d.sum_in_organization_currency, 0, 0,
          d.rate, d.multiplicity
        FROM ${reach.from(sql`documents`, sql`d`, sql`d.date`)} AND d.type = 'Demand' AND d.status = 'Posted'
      ) AS document
      WHERE ${where}
    ),
    tendered AS (
      SELECT sold.id, sold.voucher_sum, p.type, p.type NOT IN ('GiftCard', 'Bonus', 'SetOff') AS pays_vouchers,
        sum(p.amount)::numeric - CASE WHEN p.type = 'Cash' THEN sold.change_sum ELSE 0 END AS sum
      FROM sold
      ${reach.ofEach(sql`retail_sale_payments`, sql`p`, sql`p.sale_id`)}
      GROUP BY sold.id, sold.voucher_sum, sold.change_sum, p.type
    ),
    due_tender AS (
      SELECT *, sum(sum) OVER whole AS total, sum(sum) OVER up_to AS up_to, row_number() OVER up_to AS place
      FROM tendered
      WINDOW whole AS (PARTITION BY id, pays_vouchers), up_to AS (PARTITION BY id, pays_vouchers ORDER BY type)
    ),
    tender AS MATERIALIZED (
      SELECT * FROM (
        SELECT l.id, l.type, l.voucher_sum,
          l.sum - CASE WHEN l.pays_vouchers THEN ${partOf(sql`l.voucher_sum`)} ELSE 0 END AS sum
        FROM due_tender AS l
      ) AS of_goods
      WHERE voucher_sum = 0 OR sum <> 0
    ),
    paid AS MATERIALIZED (
      SELECT sold.id,
        coalesce(sum(t.sum) FILTER (WHERE t.type = 'Cash'), 0) AS cash,
        coalesce(sum(t.sum) FILTER (WHERE t.type = 'Card'), 0) AS card,
        coalesce(sum(t.sum) FILTER (WHERE t.type = 'Qr'), 0) AS qr,
        coalesce(sum(t.sum) FILTER (WHERE t.type = 'Bonus'), 0) AS bonus
      FROM sold LEFT JOIN tender AS t ON t.id = sold.id
      GROUP BY sold.id
    ),
    plain_line AS (
      SELECT sold.id, l.line_no, l.product_id, l.quantity, l.sum::numeric AS sum, l.discount_amount::numeric AS discount,
        l.vat_sum::numeric AS vat, round(l.quantity::numeric * l.unit_cost / 1000) AS cost
      FROM sold ${reach.ofEach(sql`retail_sale_lines`, sql`l`, sql`l.sale_id`)}
      WHERE sold.kind = 'RetailSale'
      UNION ALL
      SELECT sold.id, l.line_no, l.product_id, l.quantity, ${exchange(sql`l.sum`)},
        ${exchange(sql`${price} - ${reduced}`)}, ${exchange(sql`l.vat_sum`)}, l.cost_sum
      FROM sold ${reach.ofEach(sql`document_lines`, sql`l`, sql`l.document_id`)}
      WHERE sold.kind = 'Demand'
    ),
    due_line AS (
      SELECT *, sum(sum) OVER whole AS total, sum(sum) OVER up_to AS up_to, row_number() OVER up_to AS place
      FROM plain_line WINDOW whole AS (PARTITION BY id), up_to AS (PARTITION BY id ORDER BY line_no)
    ),
    line AS MATERIALIZED (
      SELECT ${ABOUT},
        l.product_id, l.quantity, l.sum + part.rounding AS sum, l.discount, part.rounding, l.vat, part.bonus, l.cost
      FROM sold JOIN paid ON paid.id = sold.id JOIN due_line AS l ON l.id = sold.id
      CROSS JOIN LATERAL (
        SELECT ${partOf(sql`sold.sum - l.total`)} AS rounding, ${partOf(sql`paid.bonus`)} AS bonus
      ) AS part
    )`
}

/** Returns the share of a document sum that belongs to the line `l`. */
function partOf(expression: SQL): SQL {
  const whole = sql`(${expression})`
  return sql`CASE WHEN ${whole} = 0 THEN 0
    WHEN l.total = 0 THEN CASE WHEN l.place = 1 THEN ${whole} ELSE 0 END
    ELSE round(${whole} * l.up_to / l.total) - round(${whole} * (l.up_to - l.sum) / l.total) END`
}

/** Returns the sums of the columns as bigint, so that callers need not calculate with decimals. */
export const sumsOf = (names: readonly string[]): SQL =>
  sql.raw(names.map((name) => `sum(${name})::bigint AS ${name}`).join(', '))
export const SUMS = sumsOf(['quantity', 'sum', 'discount', 'rounding', 'vat', 'bonus', 'cost'])

/** Relation `document` with the documents and their sums. It must follow `soldIn`. */
export const SOLD_DOCUMENTS = sql`
  document AS (
    SELECT ${ABOUT},
      ${sql.raw('quantity, l.sum, discount, rounding, vat, l.bonus, cost, paid.cash, paid.card, paid.qr')}
    FROM sold JOIN paid ON paid.id = sold.id
    JOIN (SELECT id, ${SUMS} FROM line GROUP BY id) AS l ON l.id = sold.id
  )`

/** Returns the relation `bare_line` with the products of the documents. It must follow `soldIn`. */
export const bareLines = ({ ofEach, ofLines = ofEach }: Reach): SQL => sql`
  bare_line AS (
    SELECT ${ABOUT}, l.product_id FROM sold ${ofLines(sql`retail_sale_lines`, sql`l`, sql`l.sale_id`)}
    WHERE sold.kind = 'RetailSale'
    UNION ALL
    SELECT ${ABOUT}, l.product_id FROM sold ${ofLines(sql`document_lines`, sql`l`, sql`l.document_id`)}
    WHERE sold.kind = 'Demand'
  )`

/** Relation `payment` with the payments of the documents. It must follow `soldIn`. */
export const SOLD_PAYMENTS = sql`
  payment AS (
    SELECT ${ABOUT}, tender.type, tender.sum FROM sold JOIN tender ON tender.id = sold.id
  )`
