import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'

export const RECEIPTS_KEY = ['receipts']

const PAGE_SIZE = 50
/** Long enough to see a waiting receipt arrive at head office. */
const REFRESH_MS = 5000

export function useReceipts(search: string) {
  return useInfiniteQuery({
    queryKey: [...RECEIPTS_KEY, 'list', search],
    queryFn: ({ pageParam, signal }) => agent.receipts(search, pageParam, PAGE_SIZE, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items }) => (items.length < PAGE_SIZE ? undefined : items.at(-1)?.id),
    placeholderData: keepPreviousData,
  })
}

export function useReceipt(number: string | null) {
  return useQuery({
    queryKey: [...RECEIPTS_KEY, 'one', number],
    queryFn: ({ signal }) => agent.receipt(number ?? '', signal),
    enabled: number !== null,
    retry: false,
    refetchInterval: (query) => (query.state.data?.upload.state === 'waiting' ? REFRESH_MS : false),
  })
}
