import { useQuery } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'

export const PARKED_KEY = ['parked']

/** Parked carts of all tills of the agent. */
export function useParked() {
  return useQuery({
    queryKey: PARKED_KEY,
    queryFn: ({ signal }) => agent.parkedCarts(signal),
    gcTime: 0,
  })
}
