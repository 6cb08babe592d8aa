import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'
import { PRODUCTS_KEY } from '../catalog/use-products.ts'

const PAGE = 60
/** Maximum number of products of a group shown as tiles. Further products are found by search. */
const MOST_TILES = 960

/** Returns the content of a group, or of the top level, page by page. */
export function useTiles(groupId: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: [...PRODUCTS_KEY, 'tiles', groupId ?? null],
    queryFn: ({ pageParam, signal }) => agent.tiles({ groupId, after: pageParam, limit: PAGE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, items }, pages) =>
      hasMore && pages.length * PAGE < MOST_TILES ? items.at(-1)?.id : undefined,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  return {
    ...query,
    path: pages[0]?.path ?? [],
    groups: pages[0]?.groups ?? [],
    products: pages.flatMap(({ items }) => items),
    isCutOff: !query.hasNextPage && (pages.at(-1)?.hasMore ?? false),
  }
}
