import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import { agent } from '../api/agent.ts'
import { useCommandId } from '../api/use-command-id.ts'

const SHIFT_KEY = ['shift']
const SHIFTS_KEY = ['shifts']
const POLL_MS = 60_000

/** Returns the open shift of the till. Null when there is none, undefined while it is loading. */
export function useShift() {
  const { data, error } = useQuery({
    queryKey: SHIFT_KEY,
    queryFn: ({ signal }) => agent.shift(signal),
    refetchInterval: POLL_MS,
  })
  return { shift: data?.shift, fiscal: data?.fiscal ?? null, error }
}

export function useShifts() {
  return useQuery({ queryKey: SHIFTS_KEY, queryFn: ({ signal }) => agent.shifts(signal) })
}

/** Sends a change of the shift, once per input, and then refetches the shift, even after an error. */
export function useShiftAction<Input, Answer>(action: (input: Input, command: string) => Promise<Answer>) {
  const client = useQueryClient()
  const idOf = useCommandId()
  return useMutation({
    mutationFn: (input: Input) => action(input, idOf(input)),
    onSettled: () => lookAgain(client),
  })
}

const lookAgain = (client: QueryClient): Promise<unknown> =>
  Promise.all([SHIFT_KEY, SHIFTS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))

/** Fetches the Z report of the closed shift with this number, or the X report of the open shift for null. */
export const fetchReport = (number: number | null): Promise<ShiftReport> =>
  number === null ? agent.xReport() : agent.zReport(String(number))
