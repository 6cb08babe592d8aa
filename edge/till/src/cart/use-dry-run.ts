import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Cart } from '#shared/contracts/till/till.ts'

/**
 * The cart as the agent says that a change would make it. `ask` sends the dry run, `change` names it; null: nothing is asked.
 * `isCurrent` is false while the answer to an earlier change stands.
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
