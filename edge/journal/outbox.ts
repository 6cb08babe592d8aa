import type { UploadItem, UploadOutcome } from '#shared/sync/upload.ts'
import type { Db } from '../sqlite/open.ts'
import { ENTRY_COLUMNS } from './entries.ts'

/** Upload outcomes by which the hub has taken custody of an entry. */
type Custody = Exclude<UploadOutcome, 'later'>

/** A waiting entry. Its position orders it among all entries of the journal, across chains. */
export interface OutboxItem {
  position: number
  item: UploadItem
}

export interface Ack {
  position: number
  result: Custody
  reasons: { code: string; detail: string }[]
}

interface Waiting {
  waiting: number
  oldestWaitingAt: string | null
}

type Row = Omit<UploadItem, 'chain'> & { position: number; chain: string | null }

const lastOf = (which: string): string => `
  SELECT * FROM (
    SELECT e.position, e.id FROM entries e JOIN chains c ON c.id = e.chain
    WHERE e.chain = :chain AND ${which} AND EXISTS (SELECT 1 FROM acks a WHERE a.position = e.position)
    ORDER BY e.position DESC LIMIT 1)`

/** SQL conditions for the three kinds of entries: entries other than sales, sales recorded here, recalled sales. */
const SORTS = [
  `(e.type = 'sale') = 0`,
  `(e.type = 'sale') = 1 AND e.position < coalesce(c.recalled_from, e.position + 1)`,
  `(e.type = 'sale') = 1 AND e.position >= c.recalled_from`,
]
const LAST_ACKNOWLEDGED = `SELECT id FROM (${SORTS.map(lastOf).join(' UNION ALL ')}) ORDER BY position DESC`

export class OutboxReader {
  readonly #items
  readonly #waiting
  readonly #lastAckAt
  readonly #needAttention
  readonly #lastAcknowledged

  constructor(db: Db) {
    this.#items = db.prepare<[], Row>(
      `SELECT e.position, CASE c.reason WHEN 'enrolled' THEN NULL ELSE e.chain END AS chain, ${ENTRY_COLUMNS}
       FROM outbox o JOIN entries e USING (position) LEFT JOIN chains c ON c.id = e.chain ORDER BY o.position`,
    )
    this.#waiting = db.prepare<[], Waiting>(
      `SELECT count(*) AS waiting,
              (SELECT recorded_at FROM entries WHERE position = (SELECT min(position) FROM outbox)) AS oldestWaitingAt
       FROM outbox`,
    )
    this.#lastAckAt = db
      .prepare<[], string | null>('SELECT at FROM acks ORDER BY position DESC LIMIT 1')
      .pluck()
    this.#needAttention = db
      .prepare<[string], number>(
        `SELECT count(*) FROM acks WHERE result IN ('quarantined', 'conflict') AND at >= ?`,
      )
      .pluck()
    this.#lastAcknowledged = db.prepare<{ chain: string }, string>(LAST_ACKNOWLEDGED).pluck()
  }

  /** Iterates lazily in order. Leaving the loop early reads no further rows. */
  *iterate(): IterableIterator<OutboxItem> {
    for (const { position, chain, ...item } of this.#items.iterate()) {
      yield { position, item: chain === null ? item : { ...item, chain } }
    }
  }

  waiting(): Waiting {
    return this.#waiting.get() ?? { waiting: 0, oldestWaitingAt: null }
  }

  lastUploadedAt(): string | null {
    return this.#lastAckAt.get() ?? null
  }

  /**
   * Returns the ids of the last acknowledged entries of a chain, newest first: of sales recorded here, of
   * recalled sales, and of all other entries. They are separate because only sales are ever recalled. Another
   * run of this device may have recalled sales and uploaded them to a restored hub, which says nothing about
   * the other entries.
   */
  lastAcknowledged(chainId: string): string[] {
    return this.#lastAcknowledged.all({ chain: chainId })
  }

  countNeedingAttention(since: string): number {
    return this.#needAttention.get(since) ?? 0
  }
}

export class OutboxWriter extends OutboxReader {
  readonly #add
  readonly #remove
  readonly #ack
  readonly #offerAgain
  readonly #offerAgainAbove
  readonly #hasSharedNumber
  readonly #dropUnknown
  readonly #addForgotten

  constructor(db: Db) {
    super(db)
    this.#add = db.prepare<[number]>('INSERT INTO outbox (position) VALUES (?)')
    this.#remove = db.prepare<[number]>('DELETE FROM outbox WHERE position = ?')
    this.#ack = db.prepare<[number, string, string, string]>(
      `INSERT INTO acks (position, result, reasons, at) VALUES (?, ?, ?, ?)
       ON CONFLICT (position) DO UPDATE SET result = excluded.result, reasons = excluded.reasons, at = excluded.at`,
    )
    this.#offerAgain = db
      .prepare<[string, number], number>(
        `INSERT OR IGNORE INTO outbox (position) SELECT position FROM entries WHERE chain = ? AND seq = ?
         RETURNING position`,
      )
      .pluck()
    this.#offerAgainAbove = db
      .prepare<[string, number], number>(
        `INSERT OR IGNORE INTO outbox (position) SELECT position FROM entries WHERE chain = ? AND seq > ?
         RETURNING position`,
      )
      .pluck()
    this.#dropUnknown = db.prepare<[]>(
      'DELETE FROM outbox WHERE position NOT IN (SELECT position FROM entries)',
    )
    this.#addForgotten = db.prepare<[]>(
      `INSERT OR IGNORE INTO outbox (position)
       SELECT position FROM entries e WHERE NOT EXISTS (SELECT 1 FROM acks a WHERE a.position = e.position)`,
    )
    this.#hasSharedNumber = db
      .prepare<[string], number>(
        'SELECT 1 FROM entries WHERE chain = ? GROUP BY seq HAVING count(*) > 1 LIMIT 1',
      )
      .pluck()
  }

  /**
   * Makes every entry either waiting or acknowledged, and removes all other rows. Returns the number of
   * repaired rows.
   */
  mend(): number {
    return this.#dropUnknown.run().changes + this.#addForgotten.run().changes
  }

  add(position: number): void {
    this.#add.run(position)
  }

  /** Records the hub's acknowledgement. The entry leaves the outbox in the same transaction. */
  acknowledge({ position, result, reasons }: Ack, at: string): void {
    this.#ack.run(position, result, JSON.stringify(reasons), at)
    this.#remove.run(position)
  }

  /**
   * Queues entries again that the hub had acknowledged but lost, for example after it was restored from a
   * backup. Selects the sequence numbers in `seqs` and all numbers greater than `above`. Returns the
   * positions of those that were not already waiting.
   */
  offerAgain(chainId: string, { seqs, above }: { seqs: readonly number[]; above: number | null }): number[] {
    const offered = [
      ...seqs.flatMap((seq) => this.#offerAgain.all(chainId, seq)),
      ...(above === null ? [] : this.#offerAgainAbove.all(chainId, above)),
    ]
    // If two entries share a number, the hub may have only one of them, so offer the whole chain.
    const isMore = offered.length > 0 && this.#hasSharedNumber.get(chainId) !== undefined
    return isMore ? [...offered, ...this.offerAllAgain(chainId)] : offered
  }

  /** Queues all entries of the chain again, like `offerAgain`. */
  offerAllAgain(chainId: string): number[] {
    return this.#offerAgainAbove.all(chainId, 0)
  }
}
