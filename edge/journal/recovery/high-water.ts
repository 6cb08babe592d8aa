import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Chain } from '#shared/sync/upload.ts'
import type { Journal } from '../journal.ts'

const Mark = z.object({ chain: z.string(), seq: z.int() })
type Mark = z.infer<typeof Mark>

/** Fixed length of the mark, so that it can be overwritten in place. */
const MARK_BYTES = 128

const pathIn = (folder: string): string => join(folder, 'high-water.json')

/**
 * High-water mark of the journal, stored in a file beside it. If the journal ends before the mark, it was
 * reset to an older state, for example by a lost log file (docs/faults.md F13). The mark is written after the
 * commit and not flushed, so it can lag behind the journal but never be ahead of it.
 */
export class HighWater {
  readonly #journal: Journal
  readonly #file: number
  #isDue = false
  #isClosed = false

  constructor(folder: string, journal: Journal) {
    this.#journal = journal
    this.#file = openSync(pathIn(folder), constants.O_RDWR | constants.O_CREAT, 0o600)
  }

  /** Schedules a new mark after an entry was added. */
  note(): void {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(() => this.#write())
  }

  /** Writes a pending mark. Call it before the journal is closed. */
  close(): void {
    if (this.#isDue) this.#write()
    this.#isClosed = true
    closeSync(this.#file)
  }

  #write(): void {
    if (this.#isClosed) return
    this.#isDue = false
    const { chains } = this.#journal.read
    const { id } = chains.current()
    const mark: Mark = { chain: id, seq: chains.lastSeq(id) }
    try {
      writeSync(this.#file, `${JSON.stringify(mark).padEnd(MARK_BYTES - 1)}\n`, 0)
    } catch {
      // If the disk is full, a later entry writes the next mark.
    }
  }
}

/** Describes the entries missing at the end of the journal. Returns null when none are known to be missing. */
export function findShortfall(folder: string, { read }: Journal, chains: readonly Chain[]): string | null {
  const known = new Set(read.chains.list().map(({ id }) => id))
  const missing = chains.find(({ id }) => !known.has(id))
  if (missing) return `it does not have the receipts ${missing.series} of this till`
  const mark = readMark(folder)
  // The mark belongs to an older chain: the journal was rebuilt after it was written.
  if (!mark || mark.chain !== read.chains.findCurrent()?.id) return null
  const lastSeq = read.chains.lastSeq(mark.chain)
  return mark.seq > lastSeq ? `it ends at entry ${lastSeq} and had come to ${mark.seq}` : null
}

function readMark(folder: string): Mark | null {
  try {
    // A longer, damaged file keeps its remaining content when the mark is overwritten, so only the mark is
    // read.
    return Mark.parse(JSON.parse(readFileSync(pathIn(folder), 'utf8').slice(0, MARK_BYTES)))
  } catch {
    return null
  }
}
