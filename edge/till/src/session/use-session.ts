import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TillSession } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'
import { SESSION_KEY } from '../api/query-client.ts'

export type SignedInCashier = NonNullable<TillSession['cashier']>

export function useSession(isEnabled: boolean): TillSession | undefined {
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => agent.session(signal),
    enabled: isEnabled,
  }).data
}

/** Returns true in training mode, when sales are not real. */
export const useIsTraining = (): boolean =>
  useQuery<TillSession>({ queryKey: SESSION_KEY, enabled: false }).data?.isTraining ?? false

/**
 * Interval in ms between refreshes of the cashiers, because head office can add one while the page waits for
 * a sign-in.
 */
const LOOK_AGAIN_MS = 5_000

export function useCashiers() {
  return useQuery({
    queryKey: ['cashiers'],
    queryFn: ({ signal }) => agent.cashiers(signal),
    refetchInterval: LOOK_AGAIN_MS,
  })
}

/** Signs in, or switches to another cashier. The cart stays. */
export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: agent.signIn,
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  })
}

export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: agent.signOut,
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  })
}
