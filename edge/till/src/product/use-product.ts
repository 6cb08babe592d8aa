import { useQuery } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'
import { PRODUCTS_KEY } from '../catalog/use-products.ts'

/** What the till holds of the product. */
export function useProduct(productId: string) {
  return useQuery({
    queryKey: [...PRODUCTS_KEY, 'details', productId],
    queryFn: ({ signal }) => agent.product(productId, signal),
  })
}

/** What head office says of it, asked each time that it is looked at. */
export function useAtHeadOffice(productId: string) {
  return useQuery({
    queryKey: ['at-head-office', productId],
    queryFn: ({ signal }) => agent.productAtHeadOffice(productId, signal),
    gcTime: 0,
  })
}
