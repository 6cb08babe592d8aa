import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { agent } from '../api/agent.ts'
import { useCatalogState } from '../status/use-status.ts'

const SHOWN = 50

/** Query key prefix of everything shown about products. */
export const PRODUCTS_KEY = ['products']

/** Updates the screen when the catalog changes. */
export function useCatalogChanges(): void {
  const client = useQueryClient()
  const state = useCatalogState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is another catalog
  useEffect(() => {
    void client.invalidateQueries({ queryKey: PRODUCTS_KEY })
  }, [client, state])
}

/**
 * Returns products for the words typed so far; a newer search cancels the request of an older one. Empty
 * input finds nothing.
 */
export function useProducts(search: string) {
  return useQuery({
    queryKey: [...PRODUCTS_KEY, 'search', search],
    queryFn: ({ signal }) => agent.products(search, SHOWN, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
}
