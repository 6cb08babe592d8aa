import { type SQL, sql } from 'drizzle-orm'
import type { Days } from '#hub/day-sums/sold.ts'
import { toSumUp } from '#hub/db/to-sum-up.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { SoldFilters } from '#shared/contracts/reports/sold.ts'
import { must } from '#shared/std/must.ts'
import { GROUPINGS, type GroupBy, type Grouping } from './groupings.ts'
import { type Named, namesSql } from './names.ts'
import { type Group, type GroupRow, groupOf, groupSums, groupsOf, type Sums } from './read-groups.ts'

interface Asked {
  groupBy: GroupBy
  filters: SoldFilters
  days: Days
  /** A second period: groups that only it has are rows too. */
  second: Days | null
  countsDocuments: boolean
  /** The only sums that are wanted. Left out: all. */
  only?: readonly (keyof Sums)[]
  /** Fields, each with a minus before it where it goes down. */
  sort: readonly string[]
  /** The figures that rows are sorted by: SQL of the columns `sold_…` and `returned_…` (read-groups.ts). */
  sorts: Readonly<Record<string, SQL>>
  /** null: all rows. */
  page: { page: number; pageSize: number } | null
}

export interface ReadRow extends Named {
  first: Group
  /** In the second period. */
  second: Group | null
  /** Of the group in the second period; null: it has none. */
  comparedKey: string | null
}

export interface ReadRows {
  rows: ReadRow[]
  /** Of all pages. */
  count: number
  /** What all rows add up to. A document that is in several of them is counted in each. */
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
 * A page of a report, and what all its rows add up to. PostgreSQL sorts and cuts off the page: there may be a row for each of
 * very many products. What there is not comes last when ascending; equal rows are in order of name, then key.
 */
export async function readRows(tx: Tx, asked: Asked): Promise<ReadRows> {
  await toSumUp(tx)
  const { second, page, groupBy } = asked
  const names = namesSql(tx, groupBy)
  const columns = (second ? ['', SECOND] : ['']).flatMap((prefix) =>
    groupSums(asked.only).map((name) => prefix + name),
  )
  const list = sql.raw(columns.join(', '))
  const { rows } = await tx.execute<Row>(sql`
    WITH ${periodsOf(tx, asked)},
    candidate AS MATERIALIZED (SELECT found.* ${names ? sql`, key::uuid AS id` : sql``} FROM (${candidatesOf(asked)}) AS found),
    page AS (
      SELECT candidate.*, ${names ? sql`named.name, named.code` : sql`NULL::text AS name, NULL::text AS code`}
      FROM candidate ${names ? sql`LEFT JOIN (${names}) AS named USING (id)` : sql``}
      ORDER BY ${orderBy(asked, [...asked.sort, 'name', 'key', 'comparedKey'])}
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
      ...{ name, code, comparedKey },
      ...groupsOfRow(row as unknown as Row, second),
    })),
    count: Number(must(totals).rows),
    totals: groupsOfRow(must(totals), second),
  }
}

/**
 * As `period`, to stand after WITH: each group with its sums in the first period and in the second, if there is one. A day is
 * beside the day that has its place in the second period.
 */
function periodsOf(tx: Tx, asked: Asked): SQL {
  const { groupBy, days, second } = asked
  if (!second)
    return sql`period AS MATERIALIZED (SELECT *, NULL AS compared_key FROM (${groupsOf(tx, asked)}) AS one)`
  const sumsOf = (of: string, prefix: string) =>
    sql.raw(
      groupSums(asked.only)
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
      FROM (${groupsOf(tx, asked)}) AS one
      FULL JOIN (
        SELECT ${beside} AS beside, found.* FROM (${groupsOf(tx, { ...asked, days: second })}) AS found
      ) AS other ON coalesce(one.key, '') = coalesce(other.beside, '')
    )`
}

/** The groups that the page is among, as far as it can be told before they have names: these are looked up for few. */
function candidatesOf(asked: Asked): SQL {
  const { page, sort } = asked
  const named = sort.findIndex((field) => /^-?name$/.test(field))
  const unnamed = named < 0 ? sort : sort.slice(0, named)
  if (!page || unnamed.length === 0) return sql`SELECT * FROM period`
  return sql`
    SELECT * FROM period ORDER BY ${orderBy(asked, unnamed)} FETCH FIRST (${page.page * page.pageSize}) ROWS WITH TIES`
}

function orderBy({ groupBy, sorts }: Asked, fieldsInOrder: readonly string[]): SQL {
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
  const inSecond = () =>
    groupOf({
      key: row.key,
      ...Object.fromEntries(groupSums().map((name) => [name, row[SECOND + name]])),
    } as GroupRow)
  return { first: groupOf(row), second: second && inSecond() }
}
