import { useSyncExternalStore } from 'react'

/** A request to the signed-in user to prove their identity again. A dialog of the page frame handles it. */
interface Question {
  answer: (isProven: boolean) => void
}

let question: Question | null = null
const listeners = new Set<() => void>()

function set(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}

/** Resolves to true once the user has proved their identity. Concurrent requests share one prompt. */
let prompt: Promise<boolean> | undefined

export function requestProof(): Promise<boolean> {
  prompt ??= new Promise<boolean>((resolve) => {
    set({
      answer: (isProven) => {
        set(null)
        prompt = undefined
        resolve(isProven)
      },
    })
  })
  return prompt
}

export const useProofQuestion = (): Question | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
  )
