import { useRef } from 'react'
import { newId } from '#shared/std/ids.ts'

/**
 * Names what a form sends, from the press on: pressed twice, or sent again because no answer came, the same input goes out under the
 * same id, and the agent does it once. Another input is another command, and so is each form that is opened anew.
 */
export function useCommandId(): (input: unknown) => string {
  const last = useRef<{ input: string; id: string } | null>(null)
  return (input) => {
    const text = JSON.stringify(input)
    if (last.current?.input !== text) last.current = { input: text, id: newId() }
    return last.current.id
  }
}
