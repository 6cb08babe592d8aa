import { useRef } from 'react'
import { newId } from '#shared/std/ids.ts'

/**
 * Assigns command ids to a button that can repeat the same command, such as printing another copy. A press
 * while the command is running joins it. After a failure, the next press reuses the id, so the agent executes
 * the command once. After a response, the next press gets a new id.
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
