import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import { agent } from '../api/agent.ts'
import { useCountdown } from '../session/use-countdown.ts'

export const STATUS_KEY = ['status']
const POLL_MS = 2500
/**
 * Polling interval in ms while the agent does not respond. A restarted agent is back within seconds, and the
 * cashier is waiting.
 */
const POLL_WHILE_SILENT_MS = 700

const statusQuery = {
  queryKey: STATUS_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => agent.status(signal),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
} as const

export interface AgentStatus {
  /** Last known status, even while the agent does not respond. */
  status: TillStatus | undefined
  /** True when the agent does not respond at all. */
  isSilent: boolean
}

/** Polls the status. Use it once per page, because each use has its own timer. */
export function usePolledStatus(): AgentStatus {
  const { data, isError } = useQuery({
    ...statusQuery,
    refetchInterval: (query) => (query.state.status === 'error' ? POLL_WHILE_SILENT_MS : POLL_MS),
  })
  return { status: data, isSilent: isError }
}

export function useStatus(): AgentStatus {
  const { data, isError } = useQuery(statusQuery)
  return { status: data, isSilent: isError }
}

/** Returns the whole seconds until the next request to head office, or null when none is scheduled. */
export function useNextTry(): number | null {
  const { data, dataUpdatedAt } = useQuery(statusQuery)
  const inMs = data?.nextTryInMs ?? null
  const seconds = useCountdown(inMs === null ? null : dataUpdatedAt + inMs)
  return seconds === 0 ? null : seconds
}

/** Starts a sync with head office immediately. */
export function useTryNow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: agent.tryNow,
    onSuccess: (status) => client.setQueryData(STATUS_KEY, status),
  })
}

export function useIsSilent(): boolean {
  return useQuery(statusQuery).isError
}

/** Returns a value that changes when products, prices or the remaining stock may have changed. */
export function useCatalogState(): string | undefined {
  const select = ({ download, upload }: TillStatus) => `${download.revision} ${upload.waiting}`
  return useQuery({ ...statusQuery, select }).data
}

export type Settings = NonNullable<TillStatus['settings']>

export function useSettings(): Settings | null {
  return useQuery({ ...statusQuery, select: (status) => status.settings }).data ?? null
}
