import { useSyncExternalStore } from 'react'
import { NoAnswer, Refusal } from '#shared/ui/api/client.ts'

/** Whether the hub answered when it was last asked. */
let isReached = true
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (next === isReached) return
  isReached = next
  for (const listener of listeners) listener()
}

/** Remembers what a request says of it; a refusal is an answer too. */
export async function noteReach<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await request
    set(true)
    return answer
  } catch (error) {
    if (error instanceof NoAnswer) set(false)
    if (error instanceof Refusal) set(true)
    throw error
  }
}

export const useIsReached = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isReached,
  )
