import type { UploadItem, UploadOutcome } from '#shared/sync/upload.ts'
import type { Db } from '../sqlite/open.ts'
import { ENTRY_COLUMNS } from './entries.ts'

/** The outcomes with which the hub has taken an entry into custody. */
export type Custody = Exclude<UploadOutcome, 'later'>

/** An entry that waits. Its place orders it among all entries of the journal, whatever their chain. */
export interface OutboxItem {
  place: number
  item: UploadItem
}

export interface Ack {
  place: number
  result: Custody
  reasons: { code: string; detail: string }[]
}

interface Waiting {
  waiting: number
  oldestWaitingAt: string | null
}

type Row = Omit<UploadItem, 'chain'> & { place: number; chain: string | null }

export class OutboxReader {
  readonly #items
  readonly #waiting
  readonly #lastAckAt
  readonly #needAttention
  readonly #lastAcknowledged

  constructor(db: Db) {
    this.#items = db.prepare<[], Row>(
      `SELECT e.seq AS place, CASE c.reason WHEN 'enrolled' THEN NULL ELSE c.id END AS chain, ${ENTRY_COLUMNS}
       FROM outbox o JOIN entries e USING (seq) JOIN chains c ON c.id = e.chain ORDER BY o.seq`,
    )
    this.#waiting = db.prepare<[], Waiting>(
      `SELECT count(*) AS waiting,
              (SELECT recorded_at FROM entries WHERE seq = (SELECT min(seq) FROM outbox)) AS oldestWaitingAt
       FROM outbox`,
    )
    this.#lastAckAt = db.prepare<[], string | null>('SELECT at FROM acks ORDER BY seq DESC LIMIT 1').pluck()
    this.#needAttention = db
      .prepare<[string], number>(
        `SELECT count(*) FROM acks WHERE result IN ('quarantined', 'conflict') AND at >= ?`,
      )
      .pluck()
    this.#lastAcknowledged = db
      .prepare<{ chain: string }, string>(
        `SELECT e.id FROM acks a JOIN entries e USING (seq)
         WHERE a.seq <= (SELECT seq FROM entries WHERE chain = :chain ORDER BY chain_seq DESC LIMIT 1)
           AND e.chain = :chain
         ORDER BY a.seq DESC LIMIT 1`,
      )
      .pluck()
  }

  /** In order; leave the loop early to read no more than is needed. */
  *iterate(): IterableIterator<OutboxItem> {
    for (const { place, chain, ...item } of this.#items.iterate()) {
      yield { place, item: chain === null ? item : { ...item, chain } }
    }
  }

  waiting(): Waiting {
    return this.#waiting.get() ?? { waiting: 0, oldestWaitingAt: null }
  }

  lastUploadedAt(): string | null {
    return this.#lastAckAt.get() ?? null
  }

  /** The id of the last entry of a chain that the hub has ever taken over. */
  lastAcknowledged(chainId: string): string | undefined {
    return this.#lastAcknowledged.get({ chain: chainId })
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

  constructor(db: Db) {
    super(db)
    this.#add = db.prepare<[number]>('INSERT INTO outbox (seq) VALUES (?)')
    this.#remove = db.prepare<[number]>('DELETE FROM outbox WHERE seq = ?')
    this.#ack = db.prepare<[number, string, string, string]>(
      `INSERT INTO acks (seq, result, reasons, at) VALUES (?, ?, ?, ?)
       ON CONFLICT (seq) DO UPDATE SET result = excluded.result, reasons = excluded.reasons, at = excluded.at`,
    )
    this.#offerAgain = db
      .prepare<[string, number], number>(
        `INSERT OR IGNORE INTO outbox (seq) SELECT seq FROM entries WHERE chain = ? AND chain_seq = ?
         RETURNING seq`,
      )
      .pluck()
    this.#offerAgainAbove = db
      .prepare<[string, number], number>(
        `INSERT OR IGNORE INTO outbox (seq) SELECT seq FROM entries WHERE chain = ? AND chain_seq > ?
         RETURNING seq`,
      )
      .pluck()
  }

  add(place: number): void {
    this.#add.run(place)
  }

  /** The hub has this entry: it leaves the outbox in the transaction that notes the answer. */
  acknowledge({ place, result, reasons }: Ack, at: string): void {
    this.#ack.run(place, result, JSON.stringify(reasons), at)
    this.#remove.run(place)
  }

  /**
   * For entries that the hub had acknowledged and no longer has, as after a restore from a backup. Answers the places
   * of those that were not waiting anyway.
   */
  offerAgain(chainId: string, seqs: readonly number[]): number[] {
    return seqs.flatMap((seq) => this.#offerAgain.all(chainId, seq))
  }

  /** As offerAgain, for all entries of the chain above this sequence number. */
  offerAgainAbove(chainId: string, seq: number): number[] {
    return this.#offerAgainAbove.all(chainId, seq)
  }
}
