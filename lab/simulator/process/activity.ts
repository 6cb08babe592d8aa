import { currentProcess, type SimProcess } from './process.ts'

/**
 * Detects when all started work is at rest, so that everything left is waiting for virtual time or for a
 * message held by the scheduler. Work in real time (PostgreSQL, cryptography) is counted while it runs.
 */
interface Work {
  what: string
  process: SimProcess | undefined
}

const REST_TURNS = 3
const LONGEST_REAL_MS = 20_000
const MOST_TURNS = 200_000

const underWay = new Set<Work>()
let beats = 0
/** Callbacks for the next end of work. */
const waiting: (() => void)[] = []
const realTimeout = setTimeout
const realClear = clearTimeout
const realImmediate = setImmediate

/** Records that something has happened. */
export function beat(): void {
  beats++
}

/** Starts counting work in real time. Returns a function to call when it ends. */
export function begin(what: string): () => void {
  const work = { what, process: currentProcess() }
  underWay.add(work)
  return () => {
    if (!underWay.delete(work)) return
    wake()
  }
}

function wake(): void {
  beats++
  for (const each of waiting.splice(0)) each()
}

export function track<T>(what: string, promise: Promise<T>): Promise<T> {
  const end = begin(what)
  promise.then(end, end)
  return promise
}

/** Stops counting the work of a dead process. */
export function forget(process: SimProcess): void {
  for (const work of underWay) if (work.process === process) underWay.delete(work)
  wake()
}

/** Waits until everything is at rest. Throws when that takes too long in real time. */
export async function rest(): Promise<void> {
  let calm = 0
  let seen = beats
  for (let turns = 0; calm < REST_TURNS; turns++) {
    if (turns > MOST_TURNS) throw new Error('stuck: something goes round and round without a pause')
    if (underWay.size > 0) await nextEnd()
    await new Promise<void>((resolve) => realImmediate(resolve))
    if (underWay.size > 0 || beats !== seen) calm = 0
    else if (calm < REST_TURNS - 1 || !hasFilesUnderWay()) calm++
    seen = beats
  }
}

/** True while files are being read or written in the background. */
function hasFilesUnderWay(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
}

function nextEnd(): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = realTimeout(() => {
      const waiting = [...underWay].map(({ what, process }) => `${process?.name ?? 'simulator'}: ${what}`)
      reject(new Error(`stuck in real time: ${waiting.join('; ')}`))
    }, LONGEST_REAL_MS)
    waiting.push(() => {
      realClear(timer)
      resolve()
    })
  })
}
