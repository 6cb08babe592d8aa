import { type SQL, sql } from 'drizzle-orm'
import {
  CUSTOMER_DAYS,
  columnsOf,
  type DayTable,
  GROUP_DAYS,
  PAYMENT_DAYS,
  PRODUCT_DAYS,
  RECEIPT_DAYS,
  STORE_DAYS,
} from '#hub/day-sums/day-tables.ts'
import { isStale, rowsOfStaleGroups } from '#hub/day-sums/group-rows.ts'
import { GROUP_PERIODS, type Periods, PRODUCT_PERIODS, summedIn } from '#hub/day-sums/periods.ts'
import {
  bareLines,
  type Days,
  isClean,
  markedDaysOf,
  NOBODY,
  SOLD_DOCUMENTS,
  SOLD_PAYMENTS,
  soldIn,
  someDays,
  wholeDays,
} from '#hub/day-sums/sold.ts'
import { prepareForGrouping } from '#hub/db/plan-settings.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupsUnder } from '#hub/documents/drill-down.ts'
import type { SoldFilters } from '#shared/contracts/reports/sold.ts'
import { type Detail, GROUPINGS, type GroupBy, type Grouping } from './groupings.ts'

/** Sums in the smallest units, as in documents. Sums of returns are positive too. */
export interface Sums {
  documents: number
  quantity: number
  sum: number
  discount: number
  rounding: number
  vat: number
  bonus: number
  cost: number
  cash: number
  card: number
  qr: number
}
const NAMES = [
  ...(['documents', 'quantity', 'sum', 'discount', 'rounding', 'vat'] as const),
  ...(['bonus', 'cost', 'cash', 'card', 'qr'] as const),
] as const

/** Sales and returns of one group. */
export interface Group {
  key: string | null
  sold: Sums
  returned: Sums
}

export const nothingSold = (): Sums =>
  Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<keyof Sums, number>

interface GroupsRequest {
  groupBy: GroupBy
  filters: SoldFilters
  days: Days
  /** True to count documents. A document with several products then counts once in a group. */
  countsDocuments?: boolean
  /** Products to read, when limited. */
  productIds?: readonly string[]
  /** Sums to read, when limited. Reading all sums of very many groups takes long. */
  only?: readonly (keyof Sums)[]
}

/**
 * Row of a group with the requested sums. Sums are whole numbers, as text because PostgreSQL sums can exceed
 * 64 bits.
 */
export type GroupRow = Record<`${Side}_${keyof Sums}`, string> & { key: string | null }
type Side = (typeof SIDES)[number]
const SIDES = ['sold', 'returned'] as const
/** Columns of `GroupRow` except its key. */
export const groupSums = (only: readonly (keyof Sums)[] = NAMES) =>
  SIDES.flatMap((side) => only.map((name) => `${side}_${name}` as const))

export function groupOf(row: GroupRow): Group {
  const sumsOf = (side: Side) =>
    Object.fromEntries(NAMES.map((name) => [name, Number(row[`${side}_${name}`] ?? 0)])) as Record<
      keyof Sums,
      number
    >
  return { key: row.key, sold: sumsOf('sold'), returned: sumsOf('returned') }
}

/** Returns all groups; see `groupsOf`. */
export async function readGroups(tx: Tx, requested: GroupsRequest): Promise<Group[]> {
  await prepareForGrouping(tx)
  const { rows } = await tx.execute<GroupRow>(groupsOf(tx, requested))
  return rows.map(groupOf)
}

/**
 * Returns SQL that groups the posted sales, returns and shipments of the period, with one `GroupRow` for each
 * group. Days that are not dirty come from roll-ups (for products also from monthly, quarterly and yearly
 * ones), and dirty days from documents. When no roll-up has all requested dimensions, everything comes from
 * documents. Call `prepareForGrouping` first.
 */
export function groupsOf(tx: Tx, requested: GroupsRequest): SQL {
  const table = tableFor(needsOf(requested))
  if (!table || !countsOnce(requested, table)) return grouped(tx, requested, sourceOf(tx, requested, table))
  const columns = groupSums(requested.only).map((name) =>
    sql.raw(name.endsWith('_documents') ? `coalesce(counted.${name}, 0) AS ${name}` : `summed_up.${name}`),
  )
  return sql`
    SELECT summed_up.key, ${sql.join(columns, sql`, `)}
    FROM (${grouped(tx, requested, sourceOf(tx, requested, table))}) AS summed_up
    LEFT JOIN (${grouped(tx, requested, countsOf(tx, requested))}) AS counted
      ON coalesce(counted.key, '') = coalesce(summed_up.key, '')`
}

function grouped(
  tx: Tx,
  requested: GroupsRequest,
  { relation, documents, sums, add, products }: Source,
): SQL {
  const { by, key, beside }: Grouping = GROUPINGS[requested.groupBy]
  const columns = SIDES.flatMap((side) => {
    const ofSide = sql`FILTER (WHERE ${side === 'sold' ? sql`NOT f.is_return` : sql`f.is_return`})`
    return (requested.only ?? NAMES).map((name) => {
      const sum =
        name === 'documents' ? documents : sums.includes(name) ? sql`${add}(f.${sql.raw(name)})` : undefined
      return sql`${sum ? sql`coalesce(${sum} ${ofSide}, 0)` : sql`0`} AS ${sql.raw(`${side}_${name}`)}`
    })
  })
  return sql`
    WITH ${relation}
    SELECT ${key} AS key, ${sql.join(beside ? [beside, ...columns] : columns, sql`, `)}
    ${chosen(tx, requested, products)} GROUP BY ${by} HAVING count(*) > 0`
}

/** Returns the FROM clause for `f`, joined with products `p` where needed, and the WHERE clause. */
function chosen(
  tx: Tx,
  requested: GroupsRequest,
  products = sql`JOIN products AS p ON p.organization_id = ${tx.organizationId} AND p.id = f.product_id`,
): SQL {
  return sql`FROM f ${isOfProducts(requested) ? products : sql``} WHERE ${conditionsOn(tx, requested)}`
}

/**
 * Returns SQL for the net sales of each product, with returns deducted: rows of `id` and the given sums in
 * their smallest units. `sums` maps names to SQL over the columns of `f`. When grouped by place, `store_id`
 * precedes the sums. Much faster than `groupsOf` for very many products. Call `prepareForGrouping` first.
 */
export function netOfProducts(
  tx: Tx,
  of: Pick<GroupsRequest, 'filters' | 'days'>,
  sums: Readonly<Record<string, SQL>>,
  groupBy: 'product' | 'place' = 'product',
): SQL {
  const requested: GroupsRequest = { ...of, groupBy }
  const { relation, add } = sourceOf(tx, requested, tableFor(needsOf(requested)))
  const columns = Object.entries(sums).map(
    ([name, sum]) =>
      sql`${add}(CASE WHEN f.is_return THEN -(${sum}) ELSE ${sum} END)::bigint AS ${sql.identifier(name)}`,
  )
  return sql`
    WITH ${relation}
    SELECT f.product_id AS id, ${groupBy === 'place' ? sql`f.store_id,` : sql``} ${sql.join(columns, sql`, `)}
    ${chosen(tx, requested)} GROUP BY ${GROUPINGS[groupBy].by}`
}

/** True when a document with several products must count once in a group, which sums by product cannot provide. */
const countsOnce = ({ countsDocuments, groupBy }: GroupsRequest, table: DayTable): boolean =>
  countsDocuments === true && table === PRODUCT_DAYS && groupBy !== 'product'

/** True when the query needs product columns that the sums do not have. */
function isOfProducts({ groupBy, filters }: GroupsRequest): boolean {
  const { ofProducts }: Grouping = GROUPINGS[groupBy]
  return Boolean(ofProducts ?? filters.productGroupIds ?? filters.supplierId)
}

function needsOf({ groupBy, filters }: GroupsRequest): Set<Detail> {
  const needs = new Set<Detail>()
  const own = GROUPINGS[groupBy].needs
  if (own) needs.add(own)
  if (filters.productGroupIds || filters.supplierId) needs.add('product')
  if (filters.counterpartyId) needs.add('customer')
  if (filters.employeeId) needs.add('employee')
  return needs
}

/** Roll-up tables with their dimensions, smallest first. */
const TABLES: readonly [table: DayTable, has: readonly Detail[]][] = [
  [STORE_DAYS, []],
  [RECEIPT_DAYS, ['employee', 'hour']],
  [PAYMENT_DAYS, ['employee', 'type']],
  [CUSTOMER_DAYS, ['employee', 'customer']],
  [PRODUCT_DAYS, ['product']],
]

const tableFor = (needs: ReadonlySet<Detail>): DayTable | undefined =>
  TABLES.find(([, has]) => [...needs].every((need) => has.includes(need)))?.[0]

function sourceOf(tx: Tx, requested: GroupsRequest, table: DayTable | undefined): Source {
  if (!table) return fromDocuments(tx, needsOf(requested), requested)
  return table === PRODUCT_DAYS && isOfPeriods(requested)
    ? fromPeriods(tx, requested.days, PRODUCT_PERIODS, table)
    : fromDays(tx, table, requested.days)
}

interface Source {
  /** Relation named `f`, for use after WITH. */
  relation: SQL
  documents: SQL
  sums: readonly string[]
  /** Aggregate function for the sums: `total` (hub/db/sql/sums.sql) for whole numbers, `sum` for decimals. */
  add: SQL
  /** Join of `p` for a relation `f` with product groups instead of products. */
  products?: SQL
}
const TOTAL = sql.raw('total')
const SUM = sql.raw('sum')

function fromDays(tx: Tx, table: DayTable, days: Days): Source {
  const columns = columnsOf(table)
  return {
    relation: sql`f AS (
      SELECT ${columns} FROM ${sql.identifier(table.name)} AS kept
      WHERE kept.organization_id = ${tx.organizationId} AND kept.day BETWEEN ${days.from}::date AND ${days.to}::date
        AND ${isClean(tx, sql`kept`)}
      UNION ALL
      SELECT ${columns} FROM (${table.fresh(tx, someDays(tx, markedDaysOf(tx, days)))}) AS fresh
    )`,
    documents: sql`total(f.documents)`,
    sums: table.sums,
    add: TOTAL,
  }
}

/** True when monthly, quarterly and yearly sums suffice. These have no days, stores or retail points. */
const isOfPeriods = ({ groupBy, filters }: GroupsRequest): boolean =>
  (groupBy === 'product' || groupBy === 'productGroup' || groupBy === 'none') &&
  !filters.storeIds &&
  !filters.retailPointIds

/** Source that combines yearly, quarterly, monthly and daily sums. */
const fromPeriods = (tx: Tx, days: Days, periods: Periods, table: DayTable): Source => ({
  relation: sql`${summedIn(tx, periods, days)}, f AS (
    SELECT * FROM summed
    UNION ALL
    SELECT ${periods.columns} FROM (${table.fresh(tx, someDays(tx, markedDaysOf(tx, days)))}) AS fresh
  )`,
  documents: sql`total(f.documents)`,
  sums: table.sums,
  add: TOTAL,
})

/** Source for document counts only. A document counts once in a group. */
const countsOf = (tx: Tx, requested: GroupsRequest): Source =>
  requested.groupBy === 'productGroup' && !requested.filters.supplierId
    ? fromGroups(tx, requested)
    : fromBareLines(tx, requested)

/** Document counts by product group. Stale groups come from the lines of their products, the others from sums. */
function fromGroups(tx: Tx, requested: GroupsRequest): Source {
  const { days } = requested
  const isWhole = isOfPeriods(requested)
  const counted = isWhole ? fromPeriods(tx, days, GROUP_PERIODS, GROUP_DAYS) : fromDays(tx, GROUP_DAYS, days)
  const columns = isWhole ? GROUP_PERIODS.columns : columnsOf(GROUP_DAYS)
  return {
    ...counted,
    relation: sql`f AS (
      WITH ${counted.relation} SELECT ${columns} FROM f WHERE NOT ${isStale(tx, sql`f.product_group_id`)}
      UNION ALL
      SELECT ${columns} FROM (${rowsOfStaleGroups(tx, days)}) AS stale
    )`,
    products: sql`CROSS JOIN LATERAL (SELECT nullif(f.product_group_id, ${NOBODY}) AS product_group_id) AS p`,
  }
}

/** Documents of each product without amounts, which would take much longer to read. */
const fromBareLines = (tx: Tx, { days }: GroupsRequest): Source => ({
  relation: sql`${soldIn(tx, wholeDays(tx, days))}, ${bareLines(wholeDays(tx, days))}, f AS (SELECT * FROM bare_line)`,
  documents: sql`count(DISTINCT f.id)`,
  sums: [],
  add: SUM,
})

function fromDocuments(tx: Tx, needs: ReadonlySet<Detail>, { filters, days }: GroupsRequest): Source {
  const { storeIds, counterpartyId, employeeId } = filters
  // Filters documents before reading their lines.
  const where = sql.join(
    [
      sql`true`,
      ...(storeIds ? [sql`store_id = ANY(${sql.param(storeIds)}::uuid[])`] : []),
      ...(counterpartyId ? [sql`customer_id = ${counterpartyId}`] : []),
      ...(employeeId ? [sql`employee_id = ${employeeId}`] : []),
    ],
    sql` AND `,
  )
  const sold = soldIn(tx, wholeDays(tx, days), where)
  const documents = sql`count(DISTINCT f.id)`
  const lineSums = PRODUCT_DAYS.sums
  if (needs.has('type'))
    return {
      relation: sql`${sold}, ${SOLD_PAYMENTS}, f AS (SELECT * FROM payment)`,
      documents,
      sums: ['sum'],
      add: SUM,
    }
  if (needs.has('product'))
    return { relation: sql`${sold}, f AS (SELECT * FROM line)`, documents, sums: lineSums, add: SUM }
  return {
    relation: sql`${sold}, ${SOLD_DOCUMENTS}, f AS (SELECT * FROM document)`,
    documents,
    sums: RECEIPT_DAYS.sums,
    add: SUM,
  }
}

function conditionsOn(tx: Tx, { filters, productIds }: GroupsRequest): SQL {
  const { storeIds, retailPointIds, productGroupIds, supplierId, counterpartyId, employeeId, documentType } =
    filters
  const among = (column: SQL, ids: readonly string[]) => sql`${column} = ANY(${sql.param([...ids])}::uuid[])`
  const conditions = [
    productIds && among(sql`f.product_id`, productIds),
    storeIds && among(sql`f.store_id`, storeIds),
    retailPointIds && among(sql`f.retail_point_id`, retailPointIds),
    productGroupIds && sql`p.product_group_id IN (${groupsUnder(tx, productGroupIds)})`,
    supplierId && sql`p.supplier_id = ${supplierId}`,
    counterpartyId && sql`f.customer_id = ${counterpartyId}`,
    employeeId && sql`f.employee_id = ${employeeId}`,
    documentType && sql`f.kind = ${documentType === 'Retail' ? 'RetailSale' : 'Demand'}`,
  ].filter((condition) => typeof condition === 'object')
  return sql.join([sql`true`, ...conditions], sql` AND `)
}
