import type { Days } from '#hub/day-sums/sold.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Behind, SoldFilters } from '#shared/contracts/reports/sold.ts'
import { must } from '#shared/std/must.ts'
import { addDays } from '#shared/std/period.ts'
import { behindRow } from './behind.ts'
import type { GroupBy } from './groupings.ts'
import { namesOf } from './names.ts'
import { type Group, nothingSold, readGroups, type Sums } from './read-groups.ts'

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
  rows: Row<Figures>[]
  totals: Figures
  second: (Days & { totals: Figures }) | null
}

interface Asked<Figures> {
  groupBy: GroupBy
  filters: SoldFilters
  days: Days
  second: Days | null
  /** Documents are counted, not only sums. */
  countsDocuments: boolean
  figuresOf(group: Pick<Group, 'sold' | 'returned'>, total: Pick<Group, 'sold' | 'returned'>): Figures
}

/**
 * Rows with the totals that they add up to, of two periods side by side; each row that either has. Days stand side by side by
 * their place in their periods; those that the second period has more of have no key.
 */
export async function readReport<Figures>(tx: Tx, asked: Asked<Figures>): Promise<Report<Figures>> {
  const { groupBy, filters, days, second, figuresOf } = asked
  const first = await readPeriodOf(tx, asked, days)
  const other = second && (await readPeriodOf(tx, asked, second))
  const keyBeside = (key: string | null) =>
    groupBy === 'day' && key && second ? dayBeside(key, second, days) : key
  const pairs = sideBySide(first.groups, other?.groups ?? new Map(), keyBeside)
  const names = await namesOf(
    tx,
    groupBy,
    pairs.map(({ key }) => key),
  )
  const rows = pairs.map(({ key, comparedKey, group, compared }): Row<Figures> => {
    const named = names.get(key ?? '') ?? { name: null, code: null }
    return {
      ...{ key, ...named, behind: behindRow(groupBy, key, filters, days) },
      figures: figuresOf(group ?? NOTHING, first.total),
      comparedKey,
      compared: other && figuresOf(compared ?? NOTHING, other.total),
    }
  })
  return {
    days,
    rows,
    totals: figuresOf(first.total, first.total),
    second: other && { ...must(second), totals: figuresOf(other.total, other.total) },
  }
}

interface Pair {
  key: string | null
  comparedKey: string | null
  group: Group | undefined
  compared: Group | undefined
}
type Groups = ReadonlyMap<string | null, Group>

/** Groups of the first period, then those that the second alone has. */
function sideBySide(first: Groups, second: Groups, keyBeside: (key: string | null) => string | null): Pair[] {
  const seconds = [...second].map(([comparedKey, compared]) => {
    const key = keyBeside(comparedKey)
    return { key, comparedKey, group: first.get(key), compared }
  })
  const paired = new Set(seconds.flatMap(({ key, group }) => (group ? [key] : [])))
  const alone = [...first].filter(([key]) => !paired.has(key))
  return [
    ...alone.map(([key, group]): Pair => ({ key, comparedKey: null, group, compared: undefined })),
    ...seconds,
  ]
}

/** The day that has the same place in the first period; null: that is over by then. */
function dayBeside(day: string, second: Days, first: Days): string | null {
  const beside = addDays(first.from, (Date.parse(day) - Date.parse(second.from)) / 86_400_000)
  return beside > first.to ? null : beside
}

const NOTHING = { sold: nothingSold(), returned: nothingSold() }

async function readPeriodOf<Figures>(
  tx: Tx,
  { groupBy, filters, countsDocuments }: Asked<Figures>,
  days: Days,
): Promise<{ groups: Map<string | null, Group>; total: Pick<Group, 'sold' | 'returned'> }> {
  const groups = await readGroups(tx, { groupBy, filters, days, countsDocuments })
  const total = { sold: sumOf(groups, 'sold'), returned: sumOf(groups, 'returned') }
  if (countsDocuments && OVERLAPPING.has(groupBy)) {
    // A receipt of two products counts in two rows, and once in the total.
    // Only receipts tell how they were paid.
    const counted: SoldFilters = groupBy === 'paymentType' ? { documentType: 'Retail', ...filters } : filters
    const [all] =
      groups.length > 0
        ? await readGroups(tx, { groupBy: 'none', filters: counted, days, countsDocuments })
        : []
    for (const side of ['sold', 'returned'] as const) total[side].documents = all?.[side].documents ?? 0
  }
  return { groups: new Map(groups.map((group) => [group.key, group])), total }
}

const OVERLAPPING: ReadonlySet<GroupBy> = new Set(['product', 'productGroup', 'paymentType'])

function sumOf(groups: readonly Group[], side: 'sold' | 'returned'): Sums {
  const total = nothingSold()
  for (const group of groups)
    for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += group[side][name]
  return total
}

/** Days, hours and weekdays go in their order; others by name and, where nothing else is asked for, the largest first. */
export function sortRows<Figures extends object>(
  rows: readonly Row<Figures>[],
  sort: string | undefined,
  { groupBy, main }: { groupBy: GroupBy; main: keyof Figures & string },
): Row<Figures>[] {
  const fields = (sort ?? (IN_ORDER.has(groupBy) ? 'key' : `-${main}`)).split(',')
  return rows.toSorted((a, b) => {
    for (const field of [...fields, 'name', 'key', 'comparedKey']) {
      const name = field.replace(/^-/, '')
      const order = compare(cellOf(a, name), cellOf(b, name))
      if (order !== 0) return field.startsWith('-') ? -order : order
    }
    return 0
  })
}

const IN_ORDER: ReadonlySet<GroupBy> = new Set(['hour', 'weekday', 'day', 'week', 'month'])

function cellOf(row: Row<object>, name: string): string | number | null {
  if (name === 'name') return row.name
  if (name === 'key' || name === 'comparedKey') return row[name]
  return (row.figures as Record<string, number | null | undefined>)[name] ?? null
}

/** What there is not comes last when ascending. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}
const collator = new Intl.Collator('en', { numeric: true })
