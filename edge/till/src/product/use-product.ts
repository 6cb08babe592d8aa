import { useQuery } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'
import { PRODUCTS_KEY } from '../catalog/use-products.ts'

/** Returns the product's data at the till. */
export function useProduct(productId: string) {
  return useQuery({
    queryKey: [...PRODUCTS_KEY, 'details', productId],
    queryFn: ({ signal }) => agent.product(productId, signal),
  })
}

/** Returns head office's data about the product, requested each time it is viewed. */
export function useAtHeadOffice(productId: string) {
  return useQuery({
    queryKey: ['at-head-office', productId],
    queryFn: ({ signal }) => agent.productAtHeadOffice(productId, signal),
    gcTime: 0,
  })
}
