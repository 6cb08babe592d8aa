import { useRef } from 'react'
import { newId } from '#shared/std/ids.ts'

/**
 * Returns a function that assigns a command id to a form's input. The same input, submitted twice or sent
 * again after a lost response, gets the same id, so the agent executes it once. Different input, or a newly
 * opened form, gets a new id.
 */
export function useCommandId(): (input: unknown) => string {
  const last = useRef<{ input: string; id: string } | null>(null)
  return (input) => {
    const text = JSON.stringify(input)
    if (last.current?.input !== text) last.current = { input: text, id: newId() }
    return last.current.id
  }
}
