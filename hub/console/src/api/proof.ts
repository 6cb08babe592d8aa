import { useSyncExternalStore } from 'react'

/** Asks who has signed in to prove it once more; the dialog of the frame answers. */
interface Question {
  answer: (isProven: boolean) => void
}

let question: Question | null = null
const listeners = new Set<() => void>()

function set(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}

/** Whether they have; two deeds that ask at once ask once. */
let asked: Promise<boolean> | undefined

export function askForProof(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    set({
      answer: (isProven) => {
        set(null)
        asked = undefined
        resolve(isProven)
      },
    })
  })
  return asked
}

export const useProofQuestion = (): Question | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
  )
