import { type SQL, sql } from 'drizzle-orm'
import type { Days } from '#hub/day-sums/sold.ts'
import { prepareForGrouping } from '#hub/db/plan-settings.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { SoldFilters } from '#shared/contracts/reports/sold.ts'
import { must } from '#shared/std/must.ts'
import { GROUPINGS, type GroupBy, type Grouping } from './groupings.ts'
import { type Named, namesSql } from './names.ts'
import { type Group, type GroupRow, groupOf, groupSums, groupsOf, type Sums } from './read-groups.ts'

interface RowsRequest {
  groupBy: GroupBy
  filters: SoldFilters
  days: Days
  /** Second period, if any. Groups that exist only in the second period are rows too. */
  second: Days | null
  countsDocuments: boolean
  /** Sums to read, when limited. */
  only?: readonly (keyof Sums)[]
  /** Sort fields. A leading minus means descending order. */
  sort: readonly string[]
  /** Sortable figures by name, as SQL over the columns `sold_…` and `returned_…` (read-groups.ts). */
  sorts: Readonly<Record<string, SQL>>
  /** Page to return, or null for all rows. */
  page: { page: number; pageSize: number } | null
}

interface ReadRow extends Named {
  first: Group
  /** Sums of the group in the second period. */
  second: Group | null
  /** Key of the group in the second period, or null when it is missing there. */
  comparedKey: string | null
}

export interface ReadRows {
  rows: ReadRow[]
  /** Number of rows on all pages. */
  count: number
  /** Totals of all rows. A document included in several rows counts once in each. */
  totals: Pick<ReadRow, 'first' | 'second'>
}

const SECOND = 'second_'
type Row = GroupRow &
  Record<string, string | null> & {
    rows: string
    compared_key: string | null
    name: string | null
    code: string | null
  }

/**
 * Returns a page of a report with the totals of all rows. PostgreSQL sorts and pages, because there can be a
 * row for each of very many products. Nulls are last in ascending order. Ties are ordered by name, then key.
 */
export async function readRows(tx: Tx, requested: RowsRequest): Promise<ReadRows> {
  await prepareForGrouping(tx)
  const { second, page, groupBy } = requested
  const names = namesSql(tx, groupBy)
  const columns = (second ? ['', SECOND] : ['']).flatMap((prefix) =>
    groupSums(requested.only).map((name) => prefix + name),
  )
  const list = sql.raw(columns.join(', '))
  const { rows } = await tx.execute<Row>(sql`
    WITH ${periodsOf(tx, requested)},
    candidate AS MATERIALIZED (SELECT found.* ${names ? sql`, key::uuid AS id` : sql``} FROM (${candidatesOf(requested)}) AS found),
    page AS (
      SELECT candidate.*, ${names ? sql`named.name, named.code` : sql`NULL::text AS name, NULL::text AS code`}
      FROM candidate ${names ? sql`LEFT JOIN (${names}) AS named USING (id)` : sql``}
      ORDER BY ${orderBy(requested, [...requested.sort, 'name', 'key', 'comparedKey'])}
      ${page ? sql`LIMIT ${page.pageSize} OFFSET ${(page.page - 1) * page.pageSize}` : sql``}
    )
    SELECT 0 AS place, count(*) AS rows, NULL AS key, NULL AS compared_key, NULL AS name, NULL AS code,
      ${sql.raw(columns.map((name) => `total(${name}::bigint) AS ${name}`).join(', '))}
    FROM period
    UNION ALL SELECT row_number() OVER () AS place, 0, key, compared_key, name, code, ${list} FROM page
    ORDER BY place`)
  const [totals, ...own] = rows
  return {
    rows: own.map(({ name, code, compared_key: comparedKey, ...row }) => ({
      name,
      code,
      comparedKey,
      ...groupsOfRow(row as unknown as Row, second),
    })),
    count: Number(must(totals).rows),
    totals: groupsOfRow(must(totals), second),
  }
}

/**
 * Returns the relation `period` for use after WITH: each group with its sums in the first and, if requested,
 * the second period. A day is matched with the day at the same position in the second period.
 */
function periodsOf(tx: Tx, requested: RowsRequest): SQL {
  const { groupBy, days, second } = requested
  if (!second)
    return sql`period AS MATERIALIZED (SELECT *, NULL AS compared_key FROM (${groupsOf(tx, requested)}) AS one)`
  const sumsOf = (of: string, prefix: string) =>
    sql.raw(
      groupSums(requested.only)
        .map((name) => `coalesce(${of}.${name}, 0) AS ${prefix}${name}`)
        .join(', '),
    )
  const sameDay = sql`${days.from}::date + (found.key::date - ${second.from}::date)`
  const beside =
    groupBy === 'day'
      ? sql`CASE WHEN ${sameDay} <= ${days.to}::date THEN to_char(${sameDay}, 'YYYY-MM-DD') END`
      : sql`found.key`
  return sql`
    period AS MATERIALIZED (
      SELECT coalesce(one.key, other.beside) AS key, other.key AS compared_key, ${sumsOf('one', '')}, ${sumsOf('other', SECOND)}
      FROM (${groupsOf(tx, requested)}) AS one
      FULL JOIN (
        SELECT ${beside} AS beside, found.* FROM (${groupsOf(tx, { ...requested, days: second })}) AS found
      ) AS other ON coalesce(one.key, '') = coalesce(other.beside, '')
    )`
}

/**
 * Returns the groups that can be on the page, judged by the sort fields before the name. This limits the
 * number of names to look up.
 */
function candidatesOf(requested: RowsRequest): SQL {
  const { page, sort } = requested
  const named = sort.findIndex((field) => /^-?name$/.test(field))
  const unnamed = named < 0 ? sort : sort.slice(0, named)
  if (!page || unnamed.length === 0) return sql`SELECT * FROM period`
  return sql`
    SELECT * FROM period ORDER BY ${orderBy(requested, unnamed)} FETCH FIRST (${page.page * page.pageSize}) ROWS WITH TIES`
}

function orderBy({ groupBy, sorts }: RowsRequest, fieldsInOrder: readonly string[]): SQL {
  const { isNumber }: Grouping = GROUPINGS[groupBy]
  const fields: Record<string, SQL> = {
    ...sorts,
    name: sql`name`,
    key: isNumber ? sql`key::integer` : sql`key`,
    comparedKey: sql`compared_key`,
  }
  const terms = fieldsInOrder.map(
    (field) =>
      sql`${must(fields[field.replace(/^-/, '')])} ${sql.raw(field.startsWith('-') ? 'DESC' : 'ASC')}`,
  )
  return sql.join(terms, sql`, `)
}

function groupsOfRow(row: Row, second: Days | null): ReadRows['totals'] {
  const secondPeriodColumns = () =>
    groupOf({
      key: row.key,
      ...Object.fromEntries(groupSums().map((name) => [name, row[SECOND + name]])),
    } as GroupRow)
  return { first: groupOf(row), second: second && secondPeriodColumns() }
}
