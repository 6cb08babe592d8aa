import { receiptNumber } from '#shared/receipts/receipt-number.ts'
import { must } from '#shared/std/must.ts'
import type { Chain } from '#shared/sync/upload.ts'
import type { Db } from '../sqlite/open.ts'

/**
 * Number of positions before a new chain that are reserved for recalled receipts. These were sold before the
 * chain began, and are listed before it.
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

  /** Lists the chains of this device, oldest first. */
  list(): Chain[] {
    return this.#list.all()
  }

  /** Lists the chains that must be complete. */
  listWhole(): Chain[] {
    return this.#listWhole.all()
  }

  /** Lists the ids of chains that have entries recalled from the hub. */
  listRecalled(): string[] {
    return this.#listRecalled.all()
  }

  /** Returns the current chain, which gets new entries. Throws before enrolment. */
  current(): Chain {
    return must(this.findCurrent(), 'chain of the journal')
  }

  /** Returns the current chain, or null before enrolment. */
  findCurrent(): Chain | null {
    return this.#current.get() ?? null
  }

  /** Returns the last sequence number of a chain, or 0 for an empty one. */
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

  /** Begins a chain for all further entries. Its receipts are numbered from 1 in its series. */
  begin(chain: Chain, at: string): void {
    this.#begin.run({ ...chain, at })
  }

  /** Restores the series and reason that a chain had at its beginning. */
  correct(chain: Chain): void {
    this.#correct.run(chain)
  }

  /**
   * Allows gaps in a chain of which this file has, or will have, only some entries. Creates the chain when it
   * is missing.
   */
  expectGaps(
    { id, series, reason }: Omit<Chain, 'reason'> & { reason: Chain['reason'] | 'recalled' },
    at: string,
  ): void {
    if (this.#setGaps.run(id).changes === 0) {
      this.#begin.run({ id, series, reason, at })
      this.#setGaps.run(id)
    }
  }

  /** Records that the chain contains recalled entries from this position on. */
  noteRecalled(id: string, position: number): void {
    this.#setRecalledFrom.run(position, id)
  }

  /**
   * Returns the next receipt number, such as K7-000123. A number is used up only with its sale, so the
   * numbers have no gaps. The only numbers skipped are those of recalled receipts, whose chain this journal
   * has lost.
   */
  takeReceiptNumber(): string {
    const { series } = this.current()
    for (;;) {
      const number = receiptNumber(series, must(this.#takeNumber.get(), 'chain of the journal'))
      if (this.#isTaken.get(number) === undefined) return number
    }
  }
}
