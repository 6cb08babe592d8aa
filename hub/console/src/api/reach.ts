import { useSyncExternalStore } from 'react'
import { NoAnswer, Refusal } from '#shared/ui/api/client.ts'

/** Result of the last request to the hub. `slow` means that a request has had no response for SLOW_MS. */
export type Reach = 'reached' | 'slow' | 'lost'

const SLOW_MS = 3000

let isReached = true
let slowRequests = 0
const listeners = new Set<() => void>()

function note(change: () => void): void {
  const before = currentReach()
  change()
  if (currentReach() === before) return
  for (const listener of listeners) listener()
}

const currentReach = (): Reach => (isReached ? (slowRequests > 0 ? 'slow' : 'reached') : 'lost')
const set = (next: boolean): void =>
  note(() => {
    isReached = next
  })

/** Reports the hub as slow once the request has had no response for SLOW_MS, until the request ends. */
export async function noteSlow<Answer>(request: Promise<Answer>): Promise<Answer> {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    note(() => {
      slowRequests += 1
    })
  }, SLOW_MS)
  try {
    return await request
  } finally {
    clearTimeout(timer)
    if (isSlow)
      note(() => {
        slowRequests -= 1
      })
  }
}

/** Records whether the hub was reached. An error response counts as reached. */
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

export const useReach = (): Reach =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentReach)
