import { useRef } from 'react'
import { newId } from '#shared/std/ids.ts'

/**
 * Returns a function that gives a form's input its command id. The same input, pressed twice or sent again
 * after a lost response, is sent under the same id, and the agent does it once. Another input is another
 * command, and so is each newly opened form.
 */
export function useCommandId(): (input: unknown) => string {
  const last = useRef<{ input: string; id: string } | null>(null)
  return (input) => {
    const text = JSON.stringify(input)
    if (last.current?.input !== text) last.current = { input: text, id: newId() }
    return last.current.id
  }
}
