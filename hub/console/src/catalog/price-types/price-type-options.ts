import { queryOptions } from '@tanstack/react-query'
import { PRICE_TYPES } from '#shared/contracts/catalog/price-types.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { call } from '../../api/call.ts'

/** Query of all price types, in order. */
export const priceTypeOptions = queryOptions({
  queryKey: [PRICE_TYPES.base, 'all'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { items } = await call(listOf(PRICE_TYPES), {
      query: { sort: 'sortOrder,name', pageSize: 500 },
      signal,
    })
    return items
  },
})
