import { useQuery } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'

export const PRINTING_KEY = ['printing']
export const PRINTERS_KEY = ['printers']

const WHILE_WAITING_MS = 1500
const IDLE_MS = 15_000

/** Returns the printer of this till, and the waiting jobs. */
export function usePrinting() {
  return useQuery({
    queryKey: PRINTING_KEY,
    queryFn: ({ signal }) => agent.printing(signal),
    refetchInterval: (query) => (query.state.data?.jobs.length ? WHILE_WAITING_MS : IDLE_MS),
  })
}

export function usePrinters() {
  return useQuery({ queryKey: PRINTERS_KEY, queryFn: ({ signal }) => agent.printers(signal) })
}
