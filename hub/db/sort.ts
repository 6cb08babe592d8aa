import { type SQL, sql } from 'drizzle-orm'

export interface SortField {
  field: string
  isDescending: boolean
}

/**
 * Parses the `sort` of a query (`listQuery`): fields separated by commas, with a leading minus for descending
 * order.
 */
export function readSort(sort: string): [SortField, ...SortField[]] {
  const [first = '', ...others] = sort.split(',')
  const read = (term: string): SortField => ({
    field: term.replace(/^-/, ''),
    isDescending: term.startsWith('-'),
  })
  return [read(first), ...others.map(read)]
}

/** Returns the direction that follows a column in ORDER BY. */
export const direction = (isDescending: boolean): SQL => (isDescending ? sql` DESC` : sql``)
