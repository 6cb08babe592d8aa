import { must } from '#shared/std/must.ts'
import type { UploadItem } from '#shared/sync/upload.ts'
import type { Db } from '../sqlite/open.ts'
import { type ChainEntry, entryHash } from './chain.ts'
import { POSITIONS_FOR_RECALL } from './chains.ts'

/** An entry with all fields stored in the journal. */
export interface JournalEntry extends ChainEntry {
  position: number
  chainId: string
  recordedAt: string
}

export const ENTRY_COLUMNS = 'e.seq AS seq, e.id, e.type, e.prev_hash AS prevHash, e.hash, e.body'

export class EntriesReader {
  readonly #lastPosition
  readonly #ofChain
  readonly #countOfChain
  readonly #has
  readonly #unfiled

  constructor(db: Db) {
    this.#lastPosition = db.prepare<[], number | null>('SELECT max(position) FROM entries').pluck()
    this.#ofChain = db.prepare<[string, number], ChainEntry>(
      `SELECT ${ENTRY_COLUMNS} FROM entries e WHERE e.chain = ? AND e.seq >= ? ORDER BY e.seq`,
    )
    this.#has = db.prepare<[string], number>('SELECT 1 FROM entries WHERE id = ?').pluck()
    this.#unfiled = db.prepare<[], Pick<JournalEntry, 'position' | 'id' | 'type' | 'body'>>(
      `SELECT position, id, type, body FROM entries e
       WHERE type = 'sale' AND NOT EXISTS (SELECT 1 FROM receipts r WHERE r.position = e.position) ORDER BY position`,
    )
    this.#countOfChain = db.prepare<[string], number>('SELECT count(*) FROM entries WHERE chain = ?').pluck()
  }

  /** Returns the position of the last entry, or null for an empty journal. Positions increase with each entry. */
  lastPosition(): number | null {
    return this.#lastPosition.get() ?? null
  }

  has(id: string): boolean {
    return this.#has.get(id) !== undefined
  }

  /** Lists sales without a receipt, in the order in which they were written. Scans the whole journal. */
  listUnfiledSales(): Pick<JournalEntry, 'position' | 'id' | 'type' | 'body'>[] {
    return this.#unfiled.all()
  }

  count(chainId: string): number {
    return this.#countOfChain.get(chainId) ?? 0
  }

  iterateFrom(chainId: string, seq: number): IterableIterator<ChainEntry> {
    return this.#ofChain.iterate(chainId, seq)
  }
}

interface End {
  chainId: string
  seq: number
  hash: string
  nextPosition: number
}

export class EntriesWriter extends EntriesReader {
  readonly #end
  readonly #insert
  readonly #isTaken
  readonly #positionForRecalled
  /** Number of calls of `append`. */
  appended = 0

  constructor(db: Db) {
    super(db)
    this.#end = db.prepare<[], End>(
      `SELECT c.id AS chainId, coalesce(e.seq, 0) AS seq, coalesce(e.hash, '') AS hash,
              max(c.first_position, coalesce((SELECT max(position) FROM entries) + 1, c.first_position)) AS nextPosition
       FROM chains c
       LEFT JOIN entries e ON e.chain = c.id
       WHERE c.number = (SELECT max(number) FROM chains WHERE reason <> 'recalled')
       ORDER BY e.seq DESC LIMIT 1`,
    )
    this.#insert = db.prepare<[JournalEntry]>(
      `INSERT INTO entries (position, id, type, body, prev_hash, hash, recorded_at, chain, seq)
       VALUES (:position, :id, :type, :body, :prevHash, :hash, :recordedAt, :chainId, :seq)`,
    )
    this.#isTaken = db.prepare<[number], number>('SELECT position FROM entries WHERE position = ?').pluck()
    this.#positionForRecalled = db
      .prepare<[], number>(
        `SELECT coalesce((SELECT max(position) + 1 FROM entries WHERE position < c.first_position),
                         c.first_position - ${POSITIONS_FOR_RECALL})
         FROM chains c WHERE c.number = (SELECT max(number) FROM chains WHERE reason <> 'recalled')`,
      )
      .pluck()
  }

  /** Appends an entry to the current chain. Returns its position in the journal. */
  append(entry: Pick<UploadItem, 'id' | 'type' | 'body'>, recordedAt: string): number {
    const end = must(this.#end.get(), 'chain of the journal')
    const linked = { ...entry, seq: end.seq + 1, prevHash: end.hash }
    const position = end.nextPosition
    this.#insert.run({ ...linked, hash: entryHash(linked), position, chainId: end.chainId, recordedAt })
    this.appended++
    return position
  }

  /** Restores a recovered entry at its position, or after all others if that is taken. Returns the position. */
  putBack(entry: JournalEntry): number {
    const isTaken = this.#isTaken.get(entry.position) !== undefined
    const position = isTaken ? must(this.lastPosition()) + 1 : entry.position
    this.#insert.run({ ...entry, position })
    return position
  }

  /** Returns the position for the next recalled entry: before those of the current chain, after all earlier ones. */
  nextPositionForRecalled(): number {
    return must(this.#positionForRecalled.get(), 'chain of the journal')
  }
}
