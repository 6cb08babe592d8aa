import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Crash, currentProcess, type SimProcess } from './process.ts'

/** What the agent does with files besides SQLite: each deed is a point where it may die. */
type Work = (...args: unknown[]) => unknown

const DEEDS = [
  ...['renameSync', 'rmSync', 'unlinkSync', 'copyFileSync', 'cpSync', 'writeFileSync', 'writeSync'],
  ...['truncateSync', 'ftruncateSync', 'fsyncSync', 'openSync', 'mkdirSync'],
] as const

/** By descriptor: what each process has open. */
const opened = new Map<number, { path: string; process: SimProcess }>()

const files = fs as unknown as Record<string, Work>
for (const deed of DEEDS) {
  const real = files[deed] as Work
  files[deed] = (...args: unknown[]): unknown => {
    const process = currentProcess()
    if (!process) return real(...args)
    if (process.isDead) throw new Crash(`${process.name} is dead`)
    const path = typeof args[0] === 'number' ? (opened.get(args[0])?.path ?? '') : String(args[0])
    process.onPoint({ kind: 'file', deed, path })
    const result = real(...args)
    if (deed === 'openSync') opened.set(result as number, { path, process })
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

/** Closes what a dead process had open. */
export function closeFiles(process: SimProcess): void {
  for (const [descriptor, { process: owner }] of opened) {
    if (owner !== process) continue
    opened.delete(descriptor)
    realClose(descriptor)
  }
}
