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
  /** Key of the group in the second period. For days, the day at the same position. */
  comparedKey: string | null
  /** Figures of the second period, or null without one. */
  compared: Figures | null
}

export interface Report<Figures> {
  days: Days
  /** Rows of the page. */
  rows: Row<Figures>[]
  /** Number of rows on all pages. */
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
  /** True to count documents too. */
  countsDocuments: boolean
  /** Sums needed for figures and sort order, when limited. */
  only?: readonly (keyof Sums)[]
  /** Comma-separated sort fields. A leading minus means descending order. */
  sort: string | undefined
  /** Sortable figures by name, as SQL over the columns `sold_…` and `returned_…`. */
  sorts: Readonly<Record<string, SQL>>
  /** Default sort field from `sorts`, in descending order. Days, hours and weekdays are sorted by key instead. */
  main: string
  /** Page to return, or null for all rows. */
  page: Paging | null
  figuresOf(group: Sides, total: Sides): Figures
}

/**
 * Returns a page of rows and the totals of all rows, for one or two periods. Each group that occurs in either
 * period is a row. Days are matched by position, and surplus days of the second period have no key.
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

/** Replaces the document counts of a total, so that a document included in several rows counts once. */
async function withDocuments<Figures>(
  tx: Tx,
  { groupBy, filters, countsDocuments }: ReportRequest<Figures>,
  days: Days,
  { sold, returned }: Sides,
): Promise<Sides> {
  if (!countsDocuments || !OVERLAPPING.has(groupBy) || (sold.documents === 0 && returned.documents === 0))
    return { sold, returned }
  // Only receipts have payment types.
  const counted: SoldFilters = groupBy === 'paymentType' ? { documentType: 'Retail', ...filters } : filters
  const [all] = await readGroups(tx, { groupBy: 'none', filters: counted, days, countsDocuments })
  return {
    sold: { ...sold, documents: all?.sold.documents ?? 0 },
    returned: { ...returned, documents: all?.returned.documents ?? 0 },
  }
}

const OVERLAPPING: ReadonlySet<GroupBy> = new Set(['product', 'productGroup', 'paymentType'])
