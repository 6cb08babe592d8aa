import type { Db } from '../sqlite/open.ts'

export interface OpenShift {
  id: string
  number: number
  /** Of the entry that opened it: all that belongs to the shift comes behind it. */
  position: number
  /** How many it has. */
  receipts: number
}

export interface ShiftEntry {
  type: string
  body: string
}

export class ShiftsReader {
  readonly #open
  readonly #isOpen
  readonly #lastNumber
  readonly #openedBody
  readonly #entries

  constructor(db: Db) {
    this.#open = db.prepare<[string], OpenShift>(
      'SELECT id, number, position, receipts FROM shifts WHERE till_id = ? AND is_open',
    )
    this.#isOpen = db
      .prepare<[string], number>('SELECT count(*) FROM shifts WHERE id = ? AND is_open')
      .pluck()
    this.#lastNumber = db
      .prepare<[string], number | null>('SELECT max(number) FROM shifts WHERE till_id = ?')
      .pluck()
    this.#openedBody = db.prepare<[string], string>('SELECT body FROM entries WHERE id = ?').pluck()
    this.#entries = db.prepare<[number, string], ShiftEntry>(
      `SELECT type, body FROM entries
       WHERE position > ? AND type IN ('sale', 'cash_movement') AND body ->> 'shiftId' = ? ORDER BY position`,
    )
  }

  findOpen(tillId: string): OpenShift | null {
    return this.#open.get(tillId) ?? null
  }

  /** False also for a shift of another device. */
  isOpen(shiftId: string): boolean {
    return this.#isOpen.get(shiftId) === 1
  }

  /** Of the till; 0 when it never had one. */
  lastNumber(tillId: string): number {
    return this.#lastNumber.get(tillId) ?? 0
  }

  /** The entry that opened the shift, as it was written down. */
  openedBody(shiftId: string): string | undefined {
    return this.#openedBody.get(shiftId)
  }

  /** The sales and cash movements of a shift, in order. */
  entries({ id, position }: Pick<OpenShift, 'id' | 'position'>): IterableIterator<ShiftEntry> {
    return this.#entries.iterate(position, id)
  }
}

export class ShiftsWriter extends ShiftsReader {
  readonly #add
  readonly #close
  readonly #noteReceipt

  constructor(db: Db) {
    super(db)
    this.#add = db.prepare<[{ id: string; position: number; tillId: string; number: number }]>(
      'INSERT INTO shifts (id, position, till_id, number) VALUES (:id, :position, :tillId, :number)',
    )
    this.#close = db.prepare<[string]>('UPDATE shifts SET is_open = 0 WHERE id = ?')
    this.#noteReceipt = db.prepare<[number | null, string]>(
      'UPDATE shifts SET receipts = max(receipts, coalesce(?, receipts + 1)) WHERE id = ?',
    )
  }

  add(shift: Omit<OpenShift, 'receipts'> & { tillId: string }): void {
    this.#add.run(shift)
  }

  /** `number` is that of the receipt in its shift; null for one of an agent that did not count them. */
  noteReceipt(shiftId: string, number: number | null): void {
    this.#noteReceipt.run(number, shiftId)
  }

  close(shiftId: string): void {
    this.#close.run(shiftId)
  }
}
