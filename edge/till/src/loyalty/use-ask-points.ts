import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Cart } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'
import { CART_KEY } from '../cart/use-cart.ts'

/**
 * Interval between requests in ms. The agent trusts a received balance for two minutes
 * (docs/domain.md#points-at-tills).
 */
const ASK_AGAIN_MS = 60_000

/**
 * Requests the card's points from head office when the card is added to the cart, and again when it is paid
 * more than a minute later. The points then appear in the cart. Returns true during a request.
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
