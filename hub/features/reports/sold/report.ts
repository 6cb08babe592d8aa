import type { SQL } from 'drizzle-orm'
import type { Days } from '#hub/day-sums/sold.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { DrillDown, SoldFilters } from '#shared/contracts/reports/sold.ts'
import { must } from '#shared/std/must.ts'
import { drillDownOf } from './drill-down.ts'
import type { GroupBy } from './groupings.ts'
import { type Group, readGroups, type Sums } from './read-groups.ts'
import { readRows } from './read-rows.ts'

export interface Row<Figures> {
  key: string | null
  name: string | null
  code: string | null
  behind: DrillDown
  figures: Figures
  /** Key of the compared group. For days it is the other day at the same position. */
  comparedKey: string | null
  /** Figures in the second period; null: there is none. */
  compared: Figures | null
}

export interface Report<Figures> {
  days: Days
  /** Rows of the page. */
  rows: Row<Figures>[]
  /** Row count across all pages. */
  count: number
  totals: Figures
  second: (Days & { totals: Figures }) | null
}

export type Paging = { page: number; pageSize: number }
export type Sides = Pick<Group, 'sold' | 'returned'>

interface ReportRequest<Figures> {
  groupBy: GroupBy
  filters: SoldFilters
  days: Days
  second: Days | null
  /** True when documents are counted, too. */
  countsDocuments: boolean
  /** The only sums that figures and sorts need. Omitted: all. */
  only?: readonly (keyof Sums)[]
  /** Sort fields separated by commas; a minus before a field sorts it descending. */
  sort: string | undefined
  /** Figures that rows can be sorted by: SQL over the columns `sold_…` and `returned_…`. */
  sorts: Readonly<Record<string, SQL>>
  /** Default sort, one of `sorts`, the largest first. Days, hours and weekdays are in their natural order instead. */
  main: string
  /** Page to return; null: all rows. */
  page: Paging | null
  figuresOf(group: Sides, total: Sides): Figures
}

/**
 * Returns a page of rows and the totals of all rows, for two periods side by side. A group of either period
 * is a row. Days are matched by their position in the periods; surplus days of the second period have no key.
 */
export async function readReport<Figures>(
  tx: Tx,
  requested: ReportRequest<Figures>,
): Promise<Report<Figures>> {
  const { groupBy, filters, days, second, figuresOf, main } = requested
  const sort = (requested.sort ?? (IN_ORDER.has(groupBy) ? 'key' : `-${main}`)).split(',')
  const { rows, count, totals } = await readRows(tx, { ...requested, sort })
  const total = await withDocuments(tx, requested, days, totals.first)
  const other = second && (await withDocuments(tx, requested, second, must(totals.second)))
  return {
    days,
    count,
    rows: rows.map((row): Row<Figures> => {
      const { name, code, first } = row
      return {
        key: first.key,
        name,
        code,
        behind: drillDownOf(groupBy, first.key, filters, days),
        figures: figuresOf(first, total),
        comparedKey: row.comparedKey,
        compared: other && figuresOf(must(row.second), other),
      }
    }),
    totals: figuresOf(total, total),
    second: other && { ...must(second), totals: figuresOf(other, other) },
  }
}

const IN_ORDER: ReadonlySet<GroupBy> = new Set(['hour', 'weekday', 'day', 'week', 'month'])

/** Replaces the document counts of a total: a document that is in several rows counts once. */
async function withDocuments<Figures>(
  tx: Tx,
  { groupBy, filters, countsDocuments }: ReportRequest<Figures>,
  days: Days,
  { sold, returned }: Sides,
): Promise<Sides> {
  if (!countsDocuments || !OVERLAPPING.has(groupBy) || (sold.documents === 0 && returned.documents === 0))
    return { sold, returned }
  // Only receipts state how they were paid.
  const counted: SoldFilters = groupBy === 'paymentType' ? { documentType: 'Retail', ...filters } : filters
  const [all] = await readGroups(tx, { groupBy: 'none', filters: counted, days, countsDocuments })
  return {
    sold: { ...sold, documents: all?.sold.documents ?? 0 },
    returned: { ...returned, documents: all?.returned.documents ?? 0 },
  }
}

const OVERLAPPING: ReadonlySet<GroupBy> = new Set(['product', 'productGroup', 'paymentType'])
