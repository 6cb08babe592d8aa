import { useQuery } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'
import { PRODUCTS_KEY } from '../catalog/use-products.ts'

/** Returns the product's data from the till. */
export function useProduct(productId: string) {
  return useQuery({
    queryKey: [...PRODUCTS_KEY, 'details', productId],
    queryFn: ({ signal }) => agent.product(productId, signal),
  })
}

/** Returns the product's data from head office. It is requested again for each view. */
export function useAtHeadOffice(productId: string) {
  return useQuery({
    queryKey: ['at-head-office', productId],
    queryFn: ({ signal }) => agent.productAtHeadOffice(productId, signal),
    gcTime: 0,
  })
}
