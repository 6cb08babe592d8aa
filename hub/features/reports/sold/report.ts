import type { SQL } from 'drizzle-orm'
import type { Days } from '#hub/day-sums/sold.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Behind, SoldFilters } from '#shared/contracts/reports/sold.ts'
import { must } from '#shared/std/must.ts'
import { behindRow } from './behind.ts'
import type { GroupBy } from './groupings.ts'
import { type Group, readGroups, type Sums } from './read-groups.ts'
import { readRows } from './read-rows.ts'

export interface Row<Figures> {
  key: string | null
  name: string | null
  code: string | null
  behind: Behind
  figures: Figures
  /** Of what is compared: another day where days stand side by side. */
  comparedKey: string | null
  /** In the second period; null: there is none. */
  compared: Figures | null
}

export interface Report<Figures> {
  days: Days
  /** Of the page. */
  rows: Row<Figures>[]
  /** Rows of all pages. */
  count: number
  totals: Figures
  second: (Days & { totals: Figures }) | null
}

export type Paging = { page: number; pageSize: number }
export type Sides = Pick<Group, 'sold' | 'returned'>

interface Asked<Figures> {
  groupBy: GroupBy
  filters: SoldFilters
  days: Days
  second: Days | null
  /** Documents are counted, not only sums. */
  countsDocuments: boolean
  /** The only sums that figures and sorts are made of. Left out: all. */
  only?: readonly (keyof Sums)[]
  /** Fields separated by commas, down where a minus stands before them. */
  sort: string | undefined
  /** What rows are sorted by: SQL of the columns `sold_…` and `returned_…`. */
  sorts: Readonly<Record<string, SQL>>
  /** One of `sorts`: the largest come first where nothing else is asked for. Days, hours and weekdays go in their order. */
  main: string
  /** null: all rows. */
  page: Paging | null
  figuresOf(group: Sides, total: Sides): Figures
}

/**
 * A page of rows with the totals that all rows add up to, of two periods side by side; each row that either has. Days stand side by
 * side by their place in their periods; those that the second period has more of have no key.
 */
export async function readReport<Figures>(tx: Tx, asked: Asked<Figures>): Promise<Report<Figures>> {
  const { groupBy, filters, days, second, figuresOf, main } = asked
  const sort = (asked.sort ?? (IN_ORDER.has(groupBy) ? 'key' : `-${main}`)).split(',')
  const { rows, count, totals } = await readRows(tx, { ...asked, sort })
  const total = await withDocuments(tx, asked, days, totals.first)
  const other = second && (await withDocuments(tx, asked, second, must(totals.second)))
  return {
    ...{ days, count },
    rows: rows.map((row): Row<Figures> => {
      const { name, code, first } = row
      return {
        ...{ key: first.key, name, code, behind: behindRow(groupBy, first.key, filters, days) },
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

/** A document that is in several rows counts once in the total. */
async function withDocuments<Figures>(
  tx: Tx,
  { groupBy, filters, countsDocuments }: Asked<Figures>,
  days: Days,
  { sold, returned }: Sides,
): Promise<Sides> {
  if (!countsDocuments || !OVERLAPPING.has(groupBy) || (sold.documents === 0 && returned.documents === 0))
    return { sold, returned }
  // Only receipts tell how they were paid.
  const counted: SoldFilters = groupBy === 'paymentType' ? { documentType: 'Retail', ...filters } : filters
  const [all] = await readGroups(tx, { groupBy: 'none', filters: counted, days, countsDocuments })
  return {
    sold: { ...sold, documents: all?.sold.documents ?? 0 },
    returned: { ...returned, documents: all?.returned.documents ?? 0 },
  }
}

const OVERLAPPING: ReadonlySet<GroupBy> = new Set(['product', 'productGroup', 'paymentType'])
