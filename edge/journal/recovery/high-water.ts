import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Chain } from '#shared/sync/upload.ts'
import type { Journal } from '../journal.ts'

const Mark = z.object({ chain: z.string(), seq: z.int() })
type Mark = z.infer<typeof Mark>

/** Fixed length of the mark, so that it is overwritten in place. */
const MARK_BYTES = 128

const pathIn = (folder: string): string => join(folder, 'high-water.json')

/**
 * The high-water mark of the journal, stored beside it. A journal that ends before it was reset to an older
 * state, for example by a lost log file (docs/faults.md F13). It is written after the commit and not flushed:
 * it may be late, but never early.
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

  /** Notes a new entry. */
  note(): void {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(() => this.#write())
  }

  /** Writes a pending mark; call before the journal is closed. */
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
      // On a full disk, the next mark will be written.
    }
  }
}

/** Describes the entries missing at the end of the journal; null when none are known to be missing. */
export function findShortfall(folder: string, { read }: Journal, chains: readonly Chain[]): string | null {
  const known = new Set(read.chains.list().map(({ id }) => id))
  const missing = chains.find(({ id }) => !known.has(id))
  if (missing) return `it does not have the receipts ${missing.series} of this till`
  const mark = readMark(folder)
  // The mark is of an older chain: the journal was rebuilt after it.
  if (!mark || mark.chain !== read.chains.findCurrent()?.id) return null
  const lastSeq = read.chains.lastSeq(mark.chain)
  return mark.seq > lastSeq ? `it ends at entry ${lastSeq} and had come to ${mark.seq}` : null
}

function readMark(folder: string): Mark | null {
  try {
    // Further content of a damaged file is never overwritten.
    return Mark.parse(JSON.parse(readFileSync(pathIn(folder), 'utf8').slice(0, MARK_BYTES)))
  } catch {
    return null
  }
}
