import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { agent } from '../api/agent.ts'
import { useCatalogState } from '../status/use-status.ts'

const SHOWN = 50

/** Query key prefix of all product data. */
export const PRODUCTS_KEY = ['products']

/** Refetches product data when the catalog changes. */
export function useCatalogChanges(): void {
  const client = useQueryClient()
  const state = useCatalogState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is another catalog
  useEffect(() => {
    void client.invalidateQueries({ queryKey: PRODUCTS_KEY })
  }, [client, state])
}

/**
 * Returns products that match the typed text. A newer search cancels the request of an older one. Empty text
 * finds nothing.
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
