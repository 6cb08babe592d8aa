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
  dirtyOf,
  isClean,
  NOBODY,
  SOLD_DOCUMENTS,
  SOLD_PAYMENTS,
  soldIn,
  someDays,
  wholeDays,
} from '#hub/day-sums/sold.ts'
import { toSumUp } from '#hub/db/to-sum-up.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupsUnder } from '#hub/documents/as-reported.ts'
import type { SoldFilters } from '#shared/contracts/reports/sold.ts'
import { type Detail, GROUPINGS, type GroupBy, type Grouping } from './groupings.ts'

/** Whole steps, as documents have them: those of returns too are above 0. */
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

/** What was sold of a group, and what came back. */
export interface Group {
  key: string | null
  sold: Sums
  returned: Sums
}

export const nothingSold = (): Sums =>
  Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<keyof Sums, number>

interface Asked {
  groupBy: GroupBy
  filters: SoldFilters
  days: Days
  /** Documents are counted: a document of several products counts once in a group. */
  countsDocuments?: boolean
  /** Of these products alone. */
  productIds?: readonly string[]
  /** The only sums that are wanted: where groups are very many, the others take long. */
  only?: readonly (keyof Sums)[]
}

/** From sums, those that were asked for: whole numbers, and texts where PostgreSQL has added up more than 64 bits hold. */
export type GroupRow = Record<`${Side}_${keyof Sums}`, string> & { key: string | null }
type Side = (typeof SIDES)[number]
const SIDES = ['sold', 'returned'] as const
/** Of `GroupRow`, beside its key. */
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

/** All groups; see `groupsOf`. */
export async function readGroups(tx: Tx, asked: Asked): Promise<Group[]> {
  await toSumUp(tx)
  const { rows } = await tx.execute<GroupRow>(groupsOf(tx, asked))
  return rows.map(groupOf)
}

/**
 * SQL of posted sales, returns and demands of the days in groups, a `GroupRow` each: the sums of days that are not marked, of
 * products those of whole months, quarters and years, and the documents of the others. Where no sums are told apart by all that is
 * asked for, all comes from the documents. To be run after `toSumUp`.
 */
export function groupsOf(tx: Tx, asked: Asked): SQL {
  const table = tableFor(needsOf(asked))
  if (!table || !countsOnce(asked, table)) return grouped(tx, asked, sourceOf(tx, asked, table))
  const columns = groupSums(asked.only).map((name) =>
    sql.raw(name.endsWith('_documents') ? `coalesce(counted.${name}, 0) AS ${name}` : `summed_up.${name}`),
  )
  return sql`
    SELECT summed_up.key, ${sql.join(columns, sql`, `)}
    FROM (${grouped(tx, asked, sourceOf(tx, asked, table))}) AS summed_up
    LEFT JOIN (${grouped(tx, asked, countsOf(tx, asked))}) AS counted
      ON coalesce(counted.key, '') = coalesce(summed_up.key, '')`
}

function grouped(tx: Tx, asked: Asked, { relation, documents, sums, add, products }: Source): SQL {
  const { by, key, beside }: Grouping = GROUPINGS[asked.groupBy]
  const columns = SIDES.flatMap((side) => {
    const ofSide = sql`FILTER (WHERE ${side === 'sold' ? sql`NOT f.is_return` : sql`f.is_return`})`
    return (asked.only ?? NAMES).map((name) => {
      const sum =
        name === 'documents' ? documents : sums.includes(name) ? sql`${add}(f.${sql.raw(name)})` : undefined
      return sql`${sum ? sql`coalesce(${sum} ${ofSide}, 0)` : sql`0`} AS ${sql.raw(`${side}_${name}`)}`
    })
  })
  return sql`
    WITH ${relation}
    SELECT ${key} AS key, ${sql.join(beside ? [beside, ...columns] : columns, sql`, `)}
    ${chosen(tx, asked, products)} GROUP BY ${by} HAVING count(*) > 0`
}

/** FROM `f`, and from products `p` where it takes them, what is asked for. */
function chosen(
  tx: Tx,
  asked: Asked,
  products = sql`JOIN products AS p ON p.organization_id = ${tx.organizationId} AND p.id = f.product_id`,
): SQL {
  return sql`FROM f ${isOfProducts(asked) ? products : sql``} WHERE ${conditionsOn(tx, asked)}`
}

/**
 * SQL of what was sold of each product less what came back: rows of its `id` and the sums, whole steps by their names, which are
 * SQL of columns of `f`; by places with the `store_id` before them. Much quicker than `groupsOf` where products are very many. To
 * be run after `toSumUp`.
 */
export function netOfProducts(
  tx: Tx,
  of: Pick<Asked, 'filters' | 'days'>,
  sums: Readonly<Record<string, SQL>>,
  groupBy: 'product' | 'place' = 'product',
): SQL {
  const asked: Asked = { ...of, groupBy }
  const { relation, add } = sourceOf(tx, asked, tableFor(needsOf(asked)))
  const columns = Object.entries(sums).map(
    ([name, sum]) =>
      sql`${add}(CASE WHEN f.is_return THEN -(${sum}) ELSE ${sum} END)::bigint AS ${sql.identifier(name)}`,
  )
  return sql`
    WITH ${relation}
    SELECT f.product_id AS id, ${groupBy === 'place' ? sql`f.store_id,` : sql``} ${sql.join(columns, sql`, `)}
    ${chosen(tx, asked)} GROUP BY ${GROUPINGS[groupBy].by}`
}

/** A document of several products is counted once in a group: sums of products cannot tell. */
const countsOnce = ({ countsDocuments, groupBy }: Asked, table: DayTable): boolean =>
  countsDocuments === true && table === PRODUCT_DAYS && groupBy !== 'product'

/** What is asked for of products does not stand in the sums. */
function isOfProducts({ groupBy, filters }: Asked): boolean {
  const { ofProducts }: Grouping = GROUPINGS[groupBy]
  return Boolean(ofProducts ?? filters.productGroupIds ?? filters.supplierId)
}

function needsOf({ groupBy, filters }: Asked): Set<Detail> {
  const needs = new Set<Detail>()
  const own = GROUPINGS[groupBy].needs
  if (own) needs.add(own)
  if (filters.productGroupIds || filters.supplierId) needs.add('product')
  if (filters.counterpartyId) needs.add('customer')
  if (filters.employeeId) needs.add('employee')
  return needs
}

/** The smallest first. */
const TABLES: readonly [table: DayTable, has: readonly Detail[]][] = [
  [STORE_DAYS, []],
  [RECEIPT_DAYS, ['employee', 'hour']],
  [PAYMENT_DAYS, ['employee', 'type']],
  [CUSTOMER_DAYS, ['employee', 'customer']],
  [PRODUCT_DAYS, ['product']],
]

const tableFor = (needs: ReadonlySet<Detail>): DayTable | undefined =>
  TABLES.find(([, has]) => [...needs].every((need) => has.includes(need)))?.[0]

function sourceOf(tx: Tx, asked: Asked, table: DayTable | undefined): Source {
  if (!table) return fromDocuments(tx, needsOf(asked), asked)
  return table === PRODUCT_DAYS && isOfPeriods(asked)
    ? fromPeriods(tx, asked.days, PRODUCT_PERIODS, table)
    : fromDays(tx, table, asked.days)
}

interface Source {
  /** As `f`, to stand after WITH. */
  relation: SQL
  documents: SQL
  sums: readonly string[]
  /** The aggregate that adds them up: whole numbers by `total` (hub/db/sql/sums.sql), decimals by `sum`. */
  add: SQL
  /** Joins `p` to `f` where `f` has no products but their groups. */
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
      SELECT ${columns} FROM (${table.fresh(tx, someDays(tx, dirtyOf(tx, days)))}) AS fresh
    )`,
    documents: sql`total(f.documents)`,
    ...{ sums: table.sums, add: TOTAL },
  }
}

/** Sums of months, quarters and years tell no days, stores and retail points apart. */
const isOfPeriods = ({ groupBy, filters }: Asked): boolean =>
  (groupBy === 'product' || groupBy === 'productGroup' || groupBy === 'none') &&
  !filters.storeIds &&
  !filters.retailPointIds

/** Sums of years, then months, then days. */
const fromPeriods = (tx: Tx, days: Days, periods: Periods, table: DayTable): Source => ({
  relation: sql`${summedIn(tx, periods, days)}, f AS (
    SELECT * FROM summed
    UNION ALL
    SELECT ${periods.columns} FROM (${table.fresh(tx, someDays(tx, dirtyOf(tx, days)))}) AS fresh
  )`,
  documents: sql`total(f.documents)`,
  ...{ sums: table.sums, add: TOTAL },
})

/** Documents alone, each once in a group. */
const countsOf = (tx: Tx, asked: Asked): Source =>
  asked.groupBy === 'productGroup' && !asked.filters.supplierId
    ? fromGroups(tx, asked)
    : fromBareLines(tx, asked)

/** Documents by groups of products: of stale groups by the lines of their products, of others by sums. */
function fromGroups(tx: Tx, asked: Asked): Source {
  const { days } = asked
  const isWhole = isOfPeriods(asked)
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

/** The documents of each product, without what they came to, which takes much longer. */
const fromBareLines = (tx: Tx, { days }: Asked): Source => ({
  relation: sql`${soldIn(tx, wholeDays(tx, days))}, ${bareLines(wholeDays(tx, days))}, f AS (SELECT * FROM bare_line)`,
  documents: sql`count(DISTINCT f.id)`,
  ...{ sums: [], add: SUM },
})

function fromDocuments(tx: Tx, needs: ReadonlySet<Detail>, { filters, days }: Asked): Source {
  const { storeIds, counterpartyId, employeeId } = filters
  // What can be told of a document is told before its lines are read.
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
      ...{ sums: ['sum'], add: SUM },
    }
  if (needs.has('product'))
    return { relation: sql`${sold}, f AS (SELECT * FROM line)`, documents, sums: lineSums, add: SUM }
  return {
    relation: sql`${sold}, ${SOLD_DOCUMENTS}, f AS (SELECT * FROM document)`,
    documents,
    ...{ sums: RECEIPT_DAYS.sums, add: SUM },
  }
}

function conditionsOn(tx: Tx, { filters, productIds }: Asked): SQL {
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
