import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Format } from '#shared/std/format.ts'
import type { Reference } from '../../fields/reference.ts'
import type { PageEntry } from '../../page-entry.ts'
import type { ListEndpoint, RowOf } from './list-endpoint.ts'

type QueryOf<Some extends ListEndpoint> = z.input<Some['query']>

export interface Column<Row> {
  /** Id of the column, and name of its text: `<texts of the list>.<id>`. */
  id: string
  /** Text key of its head, where it is not a text of the list. */
  label?: string
  cell: (row: Row, format: Format) => ReactNode
  /** Field of `sort` in the query, where the hub can sort by it. */
  sort?: string
  isNumber?: boolean
  /** Width in pixels. */
  width: number
  /** True for a column that is shown only when chosen. */
  isHidden?: boolean
  /** Width on a phone: pixels, or the remaining width. A list without such columns looks the same as elsewhere. */
  phone?: number | 'rest'
  /** Permission required to see the column. */
  may?: Permission
}

export type Filter<Name extends string = string> = {
  name: Name
  label?: string
  /** Permission required to use the filter. */
  may?: Permission
} & (
  | { kind: 'yes-no' }
  | {
      kind: 'choice'
      options: readonly string[] /** Text section of the options; omitted: that of the list. */
      texts?: string
    }
  | { kind: 'reference'; to: Reference }
  | { kind: 'references'; to: Reference }
  | { kind: 'day' }
  | { kind: 'number' }
)

/** Chosen rows for a bulk operation: by ids, or all that the query finds. */
export interface Chosen {
  ids: readonly string[]
  /** Query of the list without its page, for all matches; null: only the ids. */
  query: Record<string, string> | null
  count: number
}

export interface ListDefinition<Some extends ListEndpoint = ListEndpoint> {
  endpoint: Some
  /** Section of its texts: `title`, `empty`, the columns and filters. */
  texts: string
  /**
   * True where the hub counts all rows only on request (`exactTotal`): with the first page read, and when one
   * is read again.
   */
  exactTotal?: boolean
  columns: readonly Column<RowOf<Some>>[]
  filters?: readonly Filter<keyof QueryOf<Some> & string>[]
  /** Returns the path that a row opens. */
  open?: (row: RowOf<Some>) => string
  /** True when rows can be searched by text. */
  hasSearch?: boolean
  /** Page that creates a new record. */
  create?: { to: string; may: PageEntry['may'] }
  /** Export of the list as a file. */
  export?: { endpoint: Endpoint; may: Permission }
  /** Content beside the head of the page. */
  actions?: () => ReactNode
  /** Bulk operations on chosen rows. */
  bulk?: (chosen: Chosen, done: () => void) => ReactNode
  /** Interval of refreshing while the page is visible, in milliseconds. */
  refreshMs?: number
}

/** The parts of a list or of a report that saved views, the bar and the menu of columns need. */
export type Viewed = Pick<ListDefinition, 'endpoint' | 'texts' | 'columns' | 'filters' | 'hasSearch'> & {
  /** Members of the query that have their own control. */
  controls?: readonly string[]
  /** Text of the view that is not saved; omitted: that all rows are shown. */
  plainView?: string
}

/** Defines a list; the types of its rows come from the endpoint. */
export const list = <const Some extends ListEndpoint>(
  definition: ListDefinition<Some>,
): ListDefinition<Some> => definition
