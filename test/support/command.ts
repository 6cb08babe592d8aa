import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { inherited } from './program.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * Runs a command-line program of the hub, such as `check-books`. Resolves with its exit code and its complete
 * output.
 */
export async function runCommand(
  name: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [resolve(ROOT, 'hub/programs', `${name}.ts`), ...args], {
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output, errors }
}
