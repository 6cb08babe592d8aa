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
  /** Id of the column. Its text is `<texts of the list>.<id>`. */
  id: string
  /** Text key of the header, if it is not a text of the list. */
  label?: string
  cell: (row: Row, format: Format) => ReactNode
  /** Field of `sort` in the query. Undefined when the hub cannot sort by it. */
  sort?: string
  isNumber?: boolean
  /** Width in pixels. */
  width: number
  /** True for a column that is hidden by default. */
  isHidden?: boolean
  /**
   * Width on a phone in pixels, or `rest` for the remaining width. A list without any such column looks the
   * same on all screens.
   */
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
      options: readonly string[] /** Text section of the options. Defaults to that of the list. */
      texts?: string
    }
  | { kind: 'reference'; to: Reference }
  | { kind: 'references'; to: Reference }
  | { kind: 'day' }
  | { kind: 'number' }
)

/** Rows selected for a bulk operation: by ids, or all rows that match a query. */
export interface Chosen {
  ids: readonly string[]
  /** Query of the list without its page, when all matches are selected. Null when only `ids` are selected. */
  query: Record<string, string> | null
  count: number
}

export interface ListDefinition<Some extends ListEndpoint = ListEndpoint> {
  endpoint: Some
  /** Text section with `title`, `empty`, the columns and filters. */
  texts: string
  /**
   * True when the hub counts all rows only on request (`exactTotal`). The list requests it for the first page
   * it reads, and when a page is refetched.
   */
  exactTotal?: boolean
  columns: readonly Column<RowOf<Some>>[]
  filters?: readonly Filter<keyof QueryOf<Some> & string>[]
  /** Returns the path that opens for a row. */
  open?: (row: RowOf<Some>) => string
  /** True when rows can be searched by text. */
  hasSearch?: boolean
  /** Page that creates a new record. */
  create?: { to: string; may: PageEntry['may'] }
  /** Export of the list as a file. */
  export?: { endpoint: Endpoint; may: Permission }
  /** Content beside the page title. */
  actions?: () => ReactNode
  /** Bulk operations on the selected rows. */
  bulk?: (chosen: Chosen, done: () => void) => ReactNode
  /** Refetch interval in ms while the page is visible. */
  refreshMs?: number
}

/** Parts of a list or report that saved views, the bar and the columns menu need. */
export type Viewed = Pick<ListDefinition, 'endpoint' | 'texts' | 'columns' | 'filters' | 'hasSearch'> & {
  /** Query parameters that have their own control. */
  controls?: readonly string[]
  /** Name of the view without saved settings. Defaults to the text for all rows. */
  plainView?: string
}

/** Defines a list. The type of its rows is inferred from the endpoint. */
export const list = <const Some extends ListEndpoint>(
  definition: ListDefinition<Some>,
): ListDefinition<Some> => definition
