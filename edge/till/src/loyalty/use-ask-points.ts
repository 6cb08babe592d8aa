import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Cart } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'
import { CART_KEY } from '../cart/use-cart.ts'

/** The agent relies for two minutes on what head office has told (docs/domain.md#points-at-tills). */
const ASK_AGAIN_MS = 60_000

/**
 * Asks head office for the points of the card in the cart when it comes, and when it is paid later. The cart shows them
 * then. True while it asks.
 */
export function useAskPoints({ id, buyer, points }: Cart): boolean {
  const client = useQueryClient()
  const { isFetching, dataUpdatedAt } = useQuery({
    queryKey: ['points', id, buyer.card?.id],
    queryFn: ({ signal }) => agent.askPoints(signal),
    enabled: points !== null,
    staleTime: ASK_AGAIN_MS,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (dataUpdatedAt > 0) void client.invalidateQueries({ queryKey: CART_KEY })
  }, [client, dataUpdatedAt])
  return isFetching
}
