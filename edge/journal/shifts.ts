import type { Db } from '../sqlite/open.ts'

export interface Shift {
  id: string
  number: number
  /** Position of the entry that opened the shift. All its other entries follow. */
  position: number
  /** Position of the closing entry. Null when the shift is open, or when its closing was not recovered. */
  closedPosition: number | null
  /** Number of receipts. */
  receipts: number
}

export interface ShiftEntry {
  type: string
  body: string
}

export interface SaleOfShift {
  id: string
  /** Time of the upload, or null until the hub has acknowledged it. */
  uploadedAt: string | null
}

const SHIFT = 'SELECT id, number, position, closed_position AS closedPosition, receipts FROM shifts'

/**
 * SQL condition for the entries `e` of a shift: sales and cash movements with its id, and events at its till
 * while it was open.
 */
const OF_SHIFT = `e.position > :position AND e.position < coalesce(:closedPosition, e.position + 1)
  AND (e.type IN ('sale', 'cash_movement') AND e.body ->> 'shiftId' = :id
    OR e.type = 'till_event' AND e.body ->> 'tillId' = (SELECT till_id FROM shifts WHERE id = :id))`

export class ShiftsReader {
  readonly #open
  readonly #isOpen
  readonly #lastNumber
  readonly #find
  readonly #list
  readonly #body
  readonly #entries
  readonly #sales
  readonly #waiting

  constructor(db: Db) {
    this.#open = db.prepare<[string], Shift>(`${SHIFT} WHERE till_id = ? AND is_open`)
    this.#isOpen = db
      .prepare<[string], number>('SELECT count(*) FROM shifts WHERE id = ? AND is_open')
      .pluck()
    this.#lastNumber = db
      .prepare<[string], number | null>('SELECT max(number) FROM shifts WHERE till_id = ?')
      .pluck()
    this.#find = db.prepare<[string, number], Shift>(
      `${SHIFT} WHERE till_id = ? AND number = ? ORDER BY position DESC LIMIT 1`,
    )
    this.#list = db.prepare<[string, number, number], Shift>(
      `${SHIFT} WHERE till_id = ? AND number < ? ORDER BY number DESC, position DESC LIMIT ?`,
    )
    this.#body = db.prepare<[number], string>('SELECT body FROM entries WHERE position = ?').pluck()
    this.#entries = db.prepare<[ShiftSpan], ShiftEntry>(
      `SELECT type, body FROM entries e WHERE ${OF_SHIFT} ORDER BY position`,
    )
    this.#sales = db.prepare<[ShiftSpan], SaleOfShift>(
      `SELECT e.id, iif(o.position IS NULL, a.at, NULL) AS uploadedAt
       FROM entries e LEFT JOIN outbox o USING (position) LEFT JOIN acks a USING (position)
       WHERE e.type = 'sale' AND ${OF_SHIFT}`,
    )
    this.#waiting = db
      .prepare<[ShiftSpan], number>(
        `SELECT count(*) FROM outbox o JOIN entries e USING (position)
         WHERE e.position IN (:position, :closedPosition) OR ${OF_SHIFT}`,
      )
      .pluck()
  }

  findOpen(tillId: string): Shift | null {
    return this.#open.get(tillId) ?? null
  }

  /** Returns true when the shift is open. A shift of another device counts as not open. */
  isOpen(shiftId: string): boolean {
    return this.#isOpen.get(shiftId) === 1
  }

  /** Returns the last shift number of the till, or 0 when it never had a shift. */
  lastNumber(tillId: string): number {
    return this.#lastNumber.get(tillId) ?? 0
  }

  findByNumber(tillId: string, number: number): Shift | null {
    return this.#find.get(tillId, number) ?? null
  }

  /** Lists the shifts of the till with a number below `before`, newest first. */
  list(tillId: string, before: number, limit: number): Shift[] {
    return this.#list.all(tillId, before, limit)
  }

  /** Returns the body of the opening entry as recorded, or undefined when the journal has no such entry. */
  openedBody({ position }: Shift): string | undefined {
    return this.#body.get(position)
  }

  /** Returns the body of the closing entry, or undefined for an open shift. */
  closedBody({ closedPosition }: Shift): string | undefined {
    return closedPosition === null ? undefined : this.#body.get(closedPosition)
  }

  /** Iterates over the sales, cash movements and events of a shift, in order. */
  entries(shift: Shift): IterableIterator<ShiftEntry> {
    return this.#entries.iterate(spanOf(shift))
  }

  listSales(shift: Shift): SaleOfShift[] {
    return this.#sales.all(spanOf(shift))
  }

  /** Returns the number of entries of the shift that the hub has not acknowledged. */
  countWaiting(shift: Shift): number {
    return this.#waiting.get(spanOf(shift)) ?? 0
  }
}

type ShiftSpan = Pick<Shift, 'id' | 'position' | 'closedPosition'>
const spanOf = ({ id, position, closedPosition }: Shift): ShiftSpan => ({ id, position, closedPosition })

export class ShiftsWriter extends ShiftsReader {
  readonly #add
  readonly #close
  readonly #noteReceipt

  constructor(db: Db) {
    super(db)
    this.#add = db.prepare<[{ id: string; position: number; tillId: string; number: number }]>(
      'INSERT INTO shifts (id, position, till_id, number) VALUES (:id, :position, :tillId, :number)',
    )
    this.#close = db.prepare<[number, string]>(
      'UPDATE shifts SET is_open = 0, closed_position = ? WHERE id = ?',
    )
    this.#noteReceipt = db.prepare<[number | null, string]>(
      'UPDATE shifts SET receipts = max(receipts, coalesce(?, receipts + 1)) WHERE id = ?',
    )
  }

  add(shift: Pick<Shift, 'id' | 'position' | 'number'> & { tillId: string }): void {
    const { id, position, tillId, number } = shift
    this.#add.run({ id, position, tillId, number })
  }

  /**
   * Counts a receipt. `number` is its number within the shift, or null for a receipt of an older agent
   * without such numbers.
   */
  noteReceipt(shiftId: string, number: number | null): void {
    this.#noteReceipt.run(number, shiftId)
  }

  /** Closes a shift. `position` is the position of the closing entry. */
  close(shiftId: string, position: number): void {
    this.#close.run(position, shiftId)
  }
}
