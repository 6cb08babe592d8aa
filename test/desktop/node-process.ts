import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished, vi } from 'vitest'

/** Runs a script under plain Node with only the given settings in its environment. The process ends with the test. */
export function startNode(script: string, settings: Record<string, string>) {
  const child = fork(script, [], { env: settings, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const messages: object[] = []
  child.on('message', (message) => messages.push(message as object))
  onTestFinished(() => ended(child))
  return {
    process: child,
    /** Returns the first matching message. Throws with the output of the script when it exits before. */
    async message<T extends object>(fits: (message: T) => boolean): Promise<T> {
      const find = (): T | undefined => (messages as T[]).find(fits)
      const over = (): boolean => find() !== undefined || child.exitCode !== null
      await vi.waitUntil(over, { timeout: 100_000 }).catch(() => {})
      const found = find()
      if (found === undefined) throw new Error(`${script} did not send the message, but said:\n${output}`)
      return found
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  await exit
}
