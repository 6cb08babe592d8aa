import { markingKey } from '#shared/barcodes/marking-code.ts'
import type { Db } from '../sqlite/open.ts'

/** The last sale or return of a piece with a marking code. */
export interface CodeMove {
  isReturn: boolean
  receiptNumber: string
}

export class MarkingCodesReader {
  readonly #last

  constructor(db: Db) {
    this.#last = db.prepare<[string], { isReturn: 0 | 1; receiptNumber: string }>(
      `SELECT r.is_return AS isReturn, r.number AS receiptNumber
       FROM marking_codes m JOIN receipts r ON r.position = m.position
       WHERE m.key = ? ORDER BY m.position DESC LIMIT 1`,
    )
  }

  /**
   * Returns the last sale or return of a piece, or null when this agent has neither sold nor taken back the
   * piece.
   */
  lastMove(code: string): CodeMove | null {
    const row = this.#last.get(markingKey(code))
    return row ? { ...row, isReturn: row.isReturn === 1 } : null
  }
}

export class MarkingCodesWriter extends MarkingCodesReader {
  readonly #add

  constructor(db: Db) {
    super(db)
    this.#add = db.prepare<[string, number]>(
      'INSERT OR IGNORE INTO marking_codes (key, position) VALUES (?, ?)',
    )
  }

  add(code: string, position: number): void {
    this.#add.run(markingKey(code), position)
  }
}
