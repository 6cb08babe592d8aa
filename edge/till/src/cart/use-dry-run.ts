import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Cart } from '#shared/contracts/till/till.ts'

/**
 * Returns the cart that would result from a change, as calculated by the agent. `ask` sends the dry run and
 * `change` identifies it. When `change` is null, nothing is requested. `isCurrent` is false while the result
 * of an earlier change is shown.
 */
export function useDryRun<Change>(
  change: Change | null,
  ask: (change: Change, signal: AbortSignal) => Promise<Cart>,
) {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['dry run', change],
    queryFn: ({ signal }) => ask(change as Change, signal),
    enabled: change !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return {
    cart: change === null ? undefined : data,
    error: change === null ? null : error,
    isCurrent: change === null || !isPlaceholderData,
  }
}
