import { readFileSync, statfsSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { StartError } from '#shared/std/start-error.ts'

/** Type ids of in-memory file systems (statfs(2)). */
const IN_MEMORY = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
])

export function describeMachine(): string {
  const { model = 'unknown processor' } = cpus()[0] ?? {}
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${model.trim()}, ${memoryGb} GB, ${process.platform}, node ${process.versions.node}`
}

/** Throws StartError unless the folder is on a disk, because disk waits are part of the cost of a commit. */
export function expectDisk(folder: string): void {
  const name = IN_MEMORY.get(statfsSync(folder).type)
  if (name) throw new StartError(`${folder} is a ${name}: name a folder on a disk in TMPDIR`)
}

/**
 * Returns the average number of runnable processes over the last minute. Figures get worse when it exceeds
 * the number of processors.
 */
export function load(): number {
  return loadavg()[0] ?? Number.NaN
}

/** Resources used so far, zeros without /proc. */
export interface Usage {
  cpuMs: number
  residentBytes: number
}

const TICK_MS = 10
const NOTHING: Usage = { cpuMs: 0, residentBytes: 0 }

/** Returns the resources used by one process. */
export function usageOf(pid: number): Usage {
  try {
    const [user = 0, system = 0] = numbersOf(pid).slice(11)
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const residentBytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
    return { cpuMs: (user + system) * TICK_MS, residentBytes }
  } catch {
    return NOTHING
  }
}

/** Returns the CPU time of the PostgreSQL server of this backend, including all its processes, even ended ones. */
export function usageOfServer(backendPid: number | undefined): Pick<Usage, 'cpuMs'> {
  if (backendPid === undefined) return NOTHING
  try {
    const postmaster = numbersOf(backendPid)[1] ?? 0
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    const ended = numbersOf(postmaster).slice(13, 15)
    const live = [postmaster, ...children.map(Number)].map((pid) => usageOf(pid).cpuMs)
    return { cpuMs: sum(live) + sum(ended) * TICK_MS }
  } catch {
    return NOTHING
  }
}

/**
 * Returns the fields of /proc/PID/stat after the process name, which is in parentheses and can contain any
 * character (proc_pid_stat(5)).
 */
function numbersOf(pid: number): number[] {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S \d)/)
  return fields.split(' ').map(Number)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
