import { useMutation, useQueryClient } from '@tanstack/react-query'
import { agent } from '../api/agent.ts'

/** Begins or ends training: cart, receipts and shift are then different ones. */
export function useTraining() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? agent.beginTraining() : agent.endTraining()),
    onSuccess: () => client.invalidateQueries(),
  })
}
