import type { Viewed } from './list-definition.ts'

/** View of a list. It is stored completely in the URL, so that Back, a reload and a shared link restore it. */
export interface View {
  /** Search, sort and filters, by their names in the hub's query. */
  query: Record<string, string>
  /** Selected columns in order. Null for the list's defaults. */
  columns: string[] | null
  widths: Record<string, number>
  /** Saved view on which this one is based. */
  preset: string | null
  /** First visible page, starting at 1. */
  page: number
}

/** URL parameters that are not part of the query. */
const OWN = ['columns', 'view', 'page', 'pageSize']

/** View id in the URL that selects no saved view, not even the default one. */
export const PLAIN = 'all'

/** Parses the view from a URL. Values that the contract of the list refuses are left out. */
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
