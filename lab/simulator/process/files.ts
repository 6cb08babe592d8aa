import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Crash, currentProcess, type SimProcess } from './process.ts'

/** Replaces the agent's file operations other than SQLite's. The agent can die at each of them. */
type Work = (...args: unknown[]) => unknown

const OPERATIONS = [
  'renameSync',
  'rmSync',
  'unlinkSync',
  'copyFileSync',
  'cpSync',
  'writeFileSync',
  'writeSync',
  'truncateSync',
  'ftruncateSync',
  'fsyncSync',
  'openSync',
  'mkdirSync',
] as const

/** Open files by descriptor, with the process that opened them. */
const opened = new Map<number, { path: string; process: SimProcess }>()

const files = fs as unknown as Record<string, Work>
for (const action of OPERATIONS) {
  const real = files[action] as Work
  files[action] = (...args: unknown[]): unknown => {
    const process = currentProcess()
    if (!process) return real(...args)
    if (process.isDead) throw new Crash(`${process.name} is dead`)
    const path = typeof args[0] === 'number' ? (opened.get(args[0])?.path ?? '') : String(args[0])
    process.onPoint({ kind: 'file', action, path })
    const result = real(...args)
    if (action === 'openSync') opened.set(result as number, { path, process })
    return result
  }
}

const realClose = fs.closeSync
files.closeSync = (...args: unknown[]): unknown => {
  const process = currentProcess()
  if (process?.isDead) throw new Crash(`${process.name} is dead`)
  opened.delete(args[0] as number)
  return realClose(args[0] as number)
}
syncBuiltinESMExports()

/** Closes the open files of a dead process. */
export function closeFiles(process: SimProcess): void {
  for (const [descriptor, { process: owner }] of opened) {
    if (owner !== process) continue
    opened.delete(descriptor)
    realClose(descriptor)
  }
}
