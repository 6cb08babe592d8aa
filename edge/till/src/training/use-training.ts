import { useMutation, useQueryClient } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'

/** Begins or ends training. All data is refetched, because training has its own cart, receipts and shift. */
export function useTraining() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? agent.beginTraining() : agent.endTraining()),
    onSuccess: () => client.invalidateQueries(),
  })
}
