import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'

const SHOWN = 50

/** Products for the words typed so far; a newer search cancels the request of an older one. */
export function useProducts(search: string) {
  return useQuery({
    queryKey: ['products', search],
    queryFn: ({ signal }) => agent.products(search, SHOWN, signal),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
}
