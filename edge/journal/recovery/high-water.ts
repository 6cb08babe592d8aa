import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Chain } from '#shared/sync/upload.ts'
import type { Journal } from '../journal.ts'

const Mark = z.object({ chain: z.string(), seq: z.int() })
type Mark = z.infer<typeof Mark>

/** Always of the same length, so that it is overwritten where it lies. */
const MARK_BYTES = 128

const pathIn = (folder: string): string => join(folder, 'high-water.json')

/**
 * How far the journal had come, beside the journal: one that ends before it was put back to an older state, as by a
 * lost log file (docs/faults.md F13). Written after the commit and not flushed: it may be late, it is never early.
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

  /** There is a new entry. */
  note(): void {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(() => this.#write())
  }

  /** Before the journal is closed. */
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
      // A full disk: the next one will be written.
    }
  }
}

/** What is missing at the end of the journal, in words; null when nothing is known to be. */
export function findShortfall(folder: string, { read }: Journal, chains: readonly Chain[]): string | null {
  const known = new Set(read.chains.list().map(({ id }) => id))
  const missing = chains.find(({ id }) => !known.has(id))
  if (missing) return `it does not know the receipts ${missing.series} that this till has made`
  const mark = readMark(folder)
  // Of an older chain: the journal was put together again since.
  if (!mark || mark.chain !== read.chains.findCurrent()?.id) return null
  const lastSeq = read.chains.lastSeq(mark.chain)
  return mark.seq > lastSeq ? `it ends at entry ${lastSeq} and had come to ${mark.seq}` : null
}

function readMark(folder: string): Mark | null {
  try {
    // What a damaged file has besides is never overwritten.
    return Mark.parse(JSON.parse(readFileSync(pathIn(folder), 'utf8').slice(0, MARK_BYTES)))
  } catch {
    return null
  }
}
