import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { RECEIPT_KINDS } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'

export const RECEIPTS_KEY = ['receipts']

const PAGE_SIZE = 50
/** Refresh interval in ms, so that uploads and fiscal receipts appear soon. */
const REFRESH_MS = 5000

/** Filter of the receipt list. `day` has the format of the browser's date field. */
export interface ReceiptFilter {
  search: string
  kind: (typeof RECEIPT_KINDS)[number]
  /** Day such as "2026-03-02", by this computer's clock. Empty for any day. */
  day: string
}

export const NO_FILTER: ReceiptFilter = { search: '', kind: 'all', day: '' }

export function useReceipts({ search, kind, day }: ReceiptFilter) {
  return useInfiniteQuery({
    queryKey: [...RECEIPTS_KEY, 'list', search, kind, day],
    queryFn: ({ pageParam, signal }) =>
      agent.receipts(
        { search: search || undefined, kind, ...timesOf(day), before: pageParam, limit: PAGE_SIZE },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items }) => (items.length < PAGE_SIZE ? undefined : items.at(-1)?.id),
    placeholderData: keepPreviousData,
  })
}

function timesOf(day: string): { from?: string; until?: string } {
  const begin = new Date(`${day}T00:00`)
  if (day === '' || Number.isNaN(begin.getTime())) return {}
  const end = new Date(begin)
  end.setDate(end.getDate() + 1)
  return { from: begin.toISOString(), until: end.toISOString() }
}

export function useReceipt(number: string | null) {
  return useQuery({
    queryKey: [...RECEIPTS_KEY, 'one', number],
    queryFn: ({ signal }) => agent.receipt(number ?? '', signal),
    enabled: number !== null,
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data?.upload.state === 'waiting' || data?.fiscal?.state === 'Waiting' ? REFRESH_MS : false,
  })
}
