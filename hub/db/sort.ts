import { type SQL, sql } from 'drizzle-orm'

export interface SortField {
  field: string
  isDescending: boolean
}

/** Reads the `sort` of a query (`listQuery`): fields between commas, each with a leading minus where it descends. */
export function readSort(sort: string): [SortField, ...SortField[]] {
  const [first = '', ...others] = sort.split(',')
  const read = (term: string): SortField => ({
    field: term.replace(/^-/, ''),
    isDescending: term.startsWith('-'),
  })
  return [read(first), ...others.map(read)]
}

/** What follows a column in ORDER BY. */
export const direction = (isDescending: boolean): SQL => (isDescending ? sql` DESC` : sql``)
