import { receiptNumber } from '#shared/receipts/receipt-number.ts'
import { must } from '#shared/std/must.ts'
import type { Chain } from '#shared/sync/upload.ts'
import type { Db } from '../sqlite/open.ts'

/**
 * Room for the positions of receipts that are recalled after a chain has begun: they were sold before it, and are listed
 * before it.
 */
export const POSITIONS_FOR_RECALL = 1_000_000_000

const OWN = `reason <> 'recalled'`
const CURRENT = `(SELECT max(number) FROM chains WHERE ${OWN})`

export class ChainsReader {
  readonly #list
  readonly #listWhole
  readonly #listRecalled
  readonly #current
  readonly #lastSeq

  constructor(db: Db) {
    this.#list = db.prepare<[], Chain>(`SELECT id, series, reason FROM chains WHERE ${OWN} ORDER BY number`)
    this.#listWhole = db.prepare<[], Chain>(
      `SELECT id, series, reason FROM chains WHERE ${OWN} AND NOT has_gaps ORDER BY number`,
    )
    this.#listRecalled = db
      .prepare<[], string>(`SELECT id FROM chains WHERE NOT (${OWN}) ORDER BY number`)
      .pluck()
    this.#current = db.prepare<[], Chain>(`SELECT id, series, reason FROM chains WHERE number = ${CURRENT}`)
    this.#lastSeq = db
      .prepare<[string], number | null>('SELECT max(seq) FROM entries WHERE chain = ?')
      .pluck()
  }

  /** The chains of this device, oldest first. */
  list(): Chain[] {
    return this.#list.all()
  }

  /** Those of which nothing may be missing. */
  listWhole(): Chain[] {
    return this.#listWhole.all()
  }

  /** Ids of those of which something is here only because the hub has given it back. */
  listRecalled(): string[] {
    return this.#listRecalled.all()
  }

  /** The one that new entries go to. Throws before enrolment. */
  current(): Chain {
    return must(this.findCurrent(), 'chain of the journal')
  }

  /** Null before enrolment. */
  findCurrent(): Chain | null {
    return this.#current.get() ?? null
  }

  /** 0 for a chain without entries. */
  lastSeq(chainId: string): number {
    return this.#lastSeq.get(chainId) ?? 0
  }
}

export class ChainsWriter extends ChainsReader {
  readonly #begin
  readonly #correct
  readonly #setGaps
  readonly #setRecalledFrom
  readonly #takeNumber
  readonly #isTaken

  constructor(db: Db) {
    super(db)
    this.#begin = db.prepare<[{ id: string; series: string; reason: string; at: string }]>(
      `INSERT INTO chains (id, series, reason, begun_at, first_position)
       SELECT :id, :series, :reason, :at, coalesce(max(position) + 1 + ${POSITIONS_FOR_RECALL}, 1) FROM entries`,
    )
    this.#correct = db.prepare<[Chain]>(
      `UPDATE chains SET series = :series, reason = :reason
       WHERE id = :id AND (series, reason) IS NOT (:series, :reason)`,
    )
    this.#setGaps = db.prepare<[string]>('UPDATE chains SET has_gaps = 1 WHERE id = ?')
    this.#setRecalledFrom = db.prepare<[number, string]>(
      'UPDATE chains SET recalled_from = ? WHERE id = ? AND recalled_from IS NULL',
    )
    this.#takeNumber = db
      .prepare<[], number>(
        `UPDATE chains SET next_receipt_number = next_receipt_number + 1
         WHERE number = ${CURRENT} RETURNING next_receipt_number - 1`,
      )
      .pluck()
    this.#isTaken = db.prepare<[string], number>('SELECT 1 FROM receipts WHERE number = ?').pluck()
  }

  /** Following entries go to this chain; its receipts are numbered from 1 under its series. */
  begin(chain: Chain, at: string): void {
    this.#begin.run({ ...chain, at })
  }

  /** Series and reason of a chain are what they were when it began. */
  correct(chain: Chain): void {
    this.#correct.run(chain)
  }

  /** For a chain of which this file has, or is to have, only some entries; it is made when it is not there. */
  expectGaps(
    { id, series, reason }: Omit<Chain, 'reason'> & { reason: Chain['reason'] | 'recalled' },
    at: string,
  ): void {
    if (this.#setGaps.run(id).changes === 0) {
      this.#begin.run({ id, series, reason, at })
      this.#setGaps.run(id)
    }
  }

  /** An entry that the hub has given back stands in the chain from this position on. */
  noteRecalled(id: string, position: number): void {
    this.#setRecalledFrom.run(position, id)
  }

  /**
   * The next receipt number, such as K7-000123; gapless, because it is used up with the sale or not at all. Only a number
   * that a recalled receipt bears already, of a chain that this journal has forgotten, is passed over.
   */
  takeReceiptNumber(): string {
    const { series } = this.current()
    for (;;) {
      const number = receiptNumber(series, must(this.#takeNumber.get(), 'chain of the journal'))
      if (this.#isTaken.get(number) === undefined) return number
    }
  }
}
