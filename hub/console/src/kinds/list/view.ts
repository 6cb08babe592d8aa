import type { Viewed } from './list-definition.ts'

/** How a list is looked at. All of it stands in the address: Back, a reload and a link to somebody else bring it back. */
export interface View {
  /** Search, sort and filters, by their names in the query of the hub. */
  query: Record<string, string>
  /** The chosen columns in their order; null: those that the list begins with. */
  columns: string[] | null
  widths: Record<string, number>
  /** The saved view that this began as. */
  preset: string | null
  /** The page that is seen first, from 1. */
  page: number
}

/** Members of the address that are not of the query. */
const OWN = ['columns', 'view', 'page', 'pageSize']

/** The saved view of an address that wants none, not even the one that the list begins with. */
export const PLAIN = 'all'

/** What an address says; what the contract of the list does not let through is left out. */
export function readView({ endpoint }: Pick<Viewed, 'endpoint'>, search: Record<string, string>): View {
  const { shape } = endpoint.query
  const query = Object.entries(search).filter(
    ([name, value]) => !OWN.includes(name) && shape[name]?.safeParse(value).success,
  )
  const columns = search.columns?.split(',').map((column) => column.split(':') as [string, string?])
  const page = Math.trunc(Number(search.page))
  return {
    query: Object.fromEntries(query),
    columns: columns?.map(([id]) => id) ?? null,
    widths: Object.fromEntries(
      (columns ?? []).flatMap(([id, width]) => (width && Number(width) > 0 ? [[id, Number(width)]] : [])),
    ),
    preset: search.view ?? null,
    page: page > 0 ? page : 1,
  }
}

export function writeView({ query, columns, widths, preset, page }: View): Record<string, string> {
  return {
    ...query,
    ...(columns && { columns: columns.map((id) => (widths[id] ? `${id}:${widths[id]}` : id)).join(',') }),
    ...(preset && { view: preset }),
    ...(page > 1 && { page: String(page) }),
  }
}
