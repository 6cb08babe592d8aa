import { useRef } from 'react'
import { newId } from '#shared/std/ids.ts'

/**
 * Gives a command id to the presses of a button that may repeat the same command, such as printing another
 * copy. A press during the previous one joins it. After a failure the next press is still the same command,
 * which the agent does once; after a response it is a new one.
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
