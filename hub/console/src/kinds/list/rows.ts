import { keepPreviousData, type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Where } from '../../page-entry.ts'
import type { ListDefinition } from './list-definition.ts'
import type { ListEndpoint, RowOf } from './list-endpoint.ts'
import { readView, type View } from './view.ts'

/** Number of rows per page. Only visible pages are fetched. */
export const PAGE_ROWS = 100

interface Answer<Row> {
  items: Row[]
  total: number
}

/**
 * Query of a page. The query key of everything from a resource starts with its path, so `invalidateQueries({
 * queryKey: [path] })` refetches all of it.
 */
const pageOptions = <Some extends ListEndpoint>(
  { endpoint, exactTotal = false, refreshMs }: ListDefinition<Some>,
  query: Record<string, string>,
  page: number,
) =>
  queryOptions({
    queryKey: [endpoint.path, 'list', query, page],
    queryFn: async ({ client, queryKey, signal }): Promise<Answer<RowOf<Some>>> => {
      const totalKey = [endpoint.path, 'total', query]
      const isReadAgain = client.getQueryData(queryKey) !== undefined
      const counted = client.getQueryState<number>(totalKey)
      // The hub can return all results of a search only if it also counts them.
      const isCountedAgain = isReadAgain || counted?.isInvalidated || 'search' in query
      const known = exactTotal && !isCountedAgain ? counted?.data : undefined
      const answer = (await call(endpoint as ListEndpoint, {
        query: {
          ...(exactTotal && known === undefined && { exactTotal: 'true' }),
          ...query,
          page,
          pageSize: PAGE_ROWS,
        },
        signal,
      })) as Answer<RowOf<Some>>
      if (known !== undefined) return { ...answer, total: known }
      client.setQueryData(totalKey, answer.total)
      return answer
    },
    ...(refreshMs && { refetchInterval: refreshMs }),
  })

/**
 * Fetches the first rows for the URL before the page is rendered. Cached rows are rendered immediately and
 * then refetched. Rows that this user has changed are fetched before rendering.
 */
export const prepareList =
  (definition: ListDefinition) =>
  (client: QueryClient, { search }: Where) => {
    const { query, page } = readView(definition, search)
    const options = pageOptions(definition, query, page)
    const known = client.getQueryState(options.queryKey)
    if (known?.data !== undefined && !known.isInvalidated) return
    return client.prefetchQuery(options)
  }

/** Returns the number of rows, or undefined while it is loading. */
export const useTotal = (
  definition: ListDefinition,
  { query, page }: Pick<View, 'query' | 'page'>,
): number | undefined =>
  useQuery({
    ...pageOptions(definition, query, page),
    placeholderData: keepPreviousData,
    select: ({ total }) => total,
  }).data

/**
 * Returns the time when the first visible rows were fetched, in ms as from `Date.now()`. 0 when they were not
 * fetched yet.
 */
export const useReadAt = (
  definition: ListDefinition,
  { query, page }: Pick<View, 'query' | 'page'>,
): number => useQuery(pageOptions(definition, query, page)).dataUpdatedAt

/**
 * Returns the rows between two zero-based indexes. Rows that are still loading are undefined. `total` is that
 * of the last received page, so that the list does not jump while another page is loading.
 */
export function useRows<Some extends ListEndpoint>(
  definition: ListDefinition<Some>,
  query: Record<string, string>,
  { first, last, lead }: { first: number; last: number; lead: number },
) {
  const leading = useQuery({ ...pageOptions(definition, query, lead), placeholderData: keepPreviousData })
  const from = Math.floor(first / PAGE_ROWS) + 1
  const to = Math.floor(last / PAGE_ROWS) + 1
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const answers = useQueries({ queries: pages.map((page) => pageOptions(definition, query, page)) })
  const total = answers.findLast(({ data }) => data)?.data?.total ?? leading.data?.total
  const rowAt = (index: number): RowOf<Some> | undefined => {
    const page = Math.floor(index / PAGE_ROWS) + 1
    const answer =
      answers[page - from]?.data ?? (page === lead && leading.isPlaceholderData ? leading.data : undefined)
    return answer?.items[index % PAGE_ROWS]
  }
  return {
    rowAt,
    total,
    error: leading.error ?? answers.find(({ error }) => error)?.error ?? null,
    isOld: leading.isPlaceholderData,
    retry: () => {
      void leading.refetch()
      for (const answer of answers) if (answer.error) void answer.refetch()
    },
  }
}
