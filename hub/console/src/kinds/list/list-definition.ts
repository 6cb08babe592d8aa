import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import type { Permission } from '#shared/contracts/permissions.ts'
import type { Format } from '#shared/std/format.ts'
import type { Reference } from '../../fields/reference.ts'
import type { PageEntry } from '../../page-entry.ts'

/** A list of the hub: pages of items with a total. */
export type ListEndpoint = Endpoint & {
  method: 'get'
  query: z.ZodObject
  answer: z.ZodType<{ items: unknown[]; total: number }>
}
export type RowOf<Some extends ListEndpoint> = z.output<Some['answer']>['items'][number] & { id: string }
type QueryOf<Some extends ListEndpoint> = z.input<Some['query']>

export interface Column<Row> {
  /** Also the name of its text: `<texts of the list>.<id>`. */
  id: string
  /** The text of its head, where it is no text of the list. */
  label?: string
  cell: (row: Row, format: Format) => ReactNode
  /** The field of `sort` in the query, where the hub sorts by it. */
  sort?: string
  isNumber?: boolean
  /** Pixels. */
  width: number
  /** Shown when it is chosen. */
  isHidden?: boolean
  /** Shown on a phone, so wide: pixels, or all that the others leave. A list without such columns shows the same as elsewhere. */
  phone?: number | 'rest'
  /** Shown to those alone who may. */
  may?: Permission
}

export type Filter<Name extends string = string> = {
  name: Name
  label?: string
  /** Offered to those alone who may. */
  may?: Permission
} & (
  | { kind: 'yes-no' }
  | {
      kind: 'choice'
      options: readonly string[] /** Texts of the options; left out: those of the list. */
      texts?: string
    }
  | { kind: 'reference'; to: Reference }
  | { kind: 'references'; to: Reference }
  | { kind: 'day' }
  | { kind: 'number' }
)

/** What can be done with chosen rows: those of the ids, or all that the query finds. */
export interface Chosen {
  ids: readonly string[]
  /** All that match: the query of the list without its page; null: the ids alone. */
  query: Record<string, string> | null
  count: number
}

export interface ListDefinition<Some extends ListEndpoint = ListEndpoint> {
  endpoint: Some
  /** The section of texts: `title`, `empty`, the columns and filters. */
  texts: string
  /** The hub counts all rows only where it is asked to (`exactTotal`): with the first page that is read, and when one is read again. */
  exactTotal?: boolean
  columns: readonly Column<RowOf<Some>>[]
  filters?: readonly Filter<keyof QueryOf<Some> & string>[]
  /** Where a row leads. */
  open?: (row: RowOf<Some>) => string
  /** Whether rows are searched by text. */
  hasSearch?: boolean
  /** The page that makes a new one. */
  create?: { to: string; may: PageEntry['may'] }
  /** The list as a file. */
  export?: { endpoint: Endpoint; may: Permission }
  /** Beside the head of the page. */
  actions?: () => ReactNode
  /** Offered for chosen rows. */
  bulk?: (chosen: Chosen, done: () => void) => ReactNode
  /** Asked for again as long as the page is seen, in milliseconds. */
  refreshMs?: number
}

/** What a saved view, the bar and the menu of columns need to know: of a list, or of a report. */
export type Viewed = Pick<ListDefinition, 'endpoint' | 'texts' | 'columns' | 'filters' | 'hasSearch'> & {
  /** Members of the query that have a control of their own. */
  controls?: readonly string[]
  /** The text of the view that nobody has saved; left out: that all rows are shown. */
  plainView?: string
}

/** Describes a list; the types of its rows come from the endpoint. */
export const list = <const Some extends ListEndpoint>(
  definition: ListDefinition<Some>,
): ListDefinition<Some> => definition
