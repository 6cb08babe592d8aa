import { must } from '#shared/std/must.ts'
import type { UploadItem } from '#shared/sync/upload.ts'
import type { Db } from '../sqlite/open.ts'
import { entryHash } from './chain.ts'
import { PLACES_FOR_RECALL } from './chains.ts'

/** An entry as its chain has it, without the name of the chain. */
export type ChainEntry = Omit<UploadItem, 'chain'>

/** An entry with all that the journal keeps of it. */
export interface PlacedEntry extends ChainEntry {
  place: number
  chainId: string
  recordedAt: string
}

export const ENTRY_COLUMNS = 'e.chain_seq AS seq, e.id, e.type, e.prev_hash AS prevHash, e.hash, e.body'

export class EntriesReader {
  readonly #lastPlace
  readonly #ofChain
  readonly #countOfChain
  readonly #has
  readonly #unfiled

  constructor(db: Db) {
    this.#lastPlace = db.prepare<[], number | null>('SELECT max(seq) FROM entries').pluck()
    this.#ofChain = db.prepare<[string, number], ChainEntry>(
      `SELECT ${ENTRY_COLUMNS} FROM entries e WHERE e.chain = ? AND e.chain_seq >= ? ORDER BY e.chain_seq`,
    )
    this.#has = db.prepare<[string], number>('SELECT 1 FROM entries WHERE id = ?').pluck()
    this.#unfiled = db.prepare<[], Pick<PlacedEntry, 'place' | 'id' | 'type' | 'body'>>(
      `SELECT seq AS place, id, type, body FROM entries e
       WHERE type = 'sale' AND NOT EXISTS (SELECT 1 FROM receipts r WHERE r.seq = e.seq) ORDER BY seq`,
    )
    this.#countOfChain = db.prepare<[string], number>('SELECT count(*) FROM entries WHERE chain = ?').pluck()
  }

  /** Goes up with each entry that is written; null for an empty journal. */
  lastPlace(): number | null {
    return this.#lastPlace.get() ?? null
  }

  has(id: string): boolean {
    return this.#has.get(id) !== undefined
  }

  /** Sales without a receipt, in the order of writing; looks through the whole journal. */
  listUnfiledSales(): Pick<PlacedEntry, 'place' | 'id' | 'type' | 'body'>[] {
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
  nextPlace: number
}

export class EntriesWriter extends EntriesReader {
  readonly #end
  readonly #insert
  readonly #isTaken
  readonly #placeForRecalled
  /** How often `append` was called. */
  appended = 0

  constructor(db: Db) {
    super(db)
    this.#end = db.prepare<[], End>(
      `SELECT c.id AS chainId, coalesce(e.chain_seq, 0) AS seq, coalesce(e.hash, '') AS hash,
              max(c.first_place, coalesce((SELECT max(seq) FROM entries) + 1, c.first_place)) AS nextPlace
       FROM chains c
       LEFT JOIN entries e ON e.chain = c.id
       WHERE c.number = (SELECT max(number) FROM chains WHERE reason <> 'recalled')
       ORDER BY e.chain_seq DESC LIMIT 1`,
    )
    this.#insert = db.prepare<[PlacedEntry]>(
      `INSERT INTO entries (seq, id, type, body, prev_hash, hash, recorded_at, chain, chain_seq)
       VALUES (:place, :id, :type, :body, :prevHash, :hash, :recordedAt, :chainId, :seq)`,
    )
    this.#isTaken = db.prepare<[number], number>('SELECT seq FROM entries WHERE seq = ?').pluck()
    this.#placeForRecalled = db
      .prepare<[], number>(
        `SELECT coalesce((SELECT max(seq) + 1 FROM entries WHERE seq < c.first_place),
                         c.first_place - ${PLACES_FOR_RECALL})
         FROM chains c WHERE c.number = (SELECT max(number) FROM chains WHERE reason <> 'recalled')`,
      )
      .pluck()
  }

  /** Adds an entry at the end of the current chain; answers its place in the journal. */
  append(entry: Pick<UploadItem, 'id' | 'type' | 'body'>, recordedAt: string): number {
    const end = must(this.#end.get(), 'chain of the journal')
    const linked = { ...entry, seq: end.seq + 1, prevHash: end.hash }
    const place = end.nextPlace
    this.#insert.run({ ...linked, hash: entryHash(linked), place, chainId: end.chainId, recordedAt })
    this.appended++
    return place
  }

  /** Puts an entry that came back where it was; should its place be taken, behind all others. Answers the place. */
  putBack(entry: PlacedEntry): number {
    const isTaken = this.#isTaken.get(entry.place) !== undefined
    const place = isTaken ? must(this.lastPlace()) + 1 : entry.place
    this.#insert.run({ ...entry, place })
    return place
  }

  /** Where the next recalled entry belongs: before those of the current chain, behind all earlier ones. */
  nextPlaceForRecalled(): number {
    return must(this.#placeForRecalled.get(), 'chain of the journal')
  }
}
