import type { Viewed } from './list-definition.ts'

/** View of a list. All of it is in the address: Back, a reload and a link sent to another user restore it. */
export interface View {
  /** Search, sort and filters, by their names in the query of the hub. */
  query: Record<string, string>
  /** Chosen columns in their order; null: the list's defaults. */
  columns: string[] | null
  widths: Record<string, number>
  /** Saved view from which this one began. */
  preset: string | null
  /** First visible page, from 1. */
  page: number
}

/** Members of the address that do not belong to the query. */
const OWN = ['columns', 'view', 'page', 'pageSize']

/** View id of an address without a saved view, not even the default one. */
export const PLAIN = 'all'

/** Reads the view from an address; values that the contract of the list refuses are left out. */
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
