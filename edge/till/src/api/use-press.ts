import { useRef } from 'react'
import { newId } from '#shared/std/ids.ts'

/**
 * Names the presses of a button that may do the same again and again, such as printing another copy. A press while the last one is
 * under way is that one; after a failure the next press is the same command still, which the agent does once; after an answer it
 * is a new one.
 */
export function usePress<Input, Answer>(
  perform: (command: string, input: Input) => Promise<Answer>,
): (input: Input) => Promise<Answer> {
  const last = useRef<{ command: string; running: Promise<Answer> | null } | null>(null)
  return (input) => {
    last.current ??= { command: newId(), running: null }
    const press = last.current
    press.running ??= perform(press.command, input).then(
      (answer) => {
        last.current = null
        return answer
      },
      (error) => {
        press.running = null
        throw error
      },
    )
    return press.running
  }
}
