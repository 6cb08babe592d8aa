import type { Db } from '../sqlite/open.ts'

export interface KnownTill {
  id: string
  /** Number of the till, starting at 1. It also serves as its name. */
  number: number
  /** Hash of the window's key, or null while no window is assigned to the till. */
  windowHash: Buffer | null
}

const TILL = 'SELECT id, number, window_hash AS windowHash FROM tills'

export class TillsReader {
  readonly #find
  readonly #list
  readonly #lastNumber

  constructor(db: Db) {
    this.#find = db.prepare<[string], KnownTill>(`${TILL} WHERE id = ?`)
    this.#list = db.prepare<[], KnownTill>(`${TILL} ORDER BY number`)
    this.#lastNumber = db.prepare<[], number>('SELECT coalesce(max(number), 0) FROM tills').pluck()
  }

  find(tillId: string): KnownTill | null {
    return this.#find.get(tillId) ?? null
  }

  list(): KnownTill[] {
    return this.#list.all()
  }

  protected nextNumber(): number {
    return (this.#lastNumber.get() ?? 0) + 1
  }
}

export class TillsWriter extends TillsReader {
  readonly #add
  readonly #setWindow

  constructor(db: Db) {
    super(db)
    this.#add = db.prepare<[string, number]>('INSERT INTO tills (id, number) VALUES (?, ?)')
    this.#setWindow = db.prepare<[Buffer, string]>('UPDATE tills SET window_hash = ? WHERE id = ?')
  }

  /** Creates a till with the next number. */
  create(): KnownTill {
    const number = this.nextNumber()
    const id = idOf(number)
    this.#add.run(id, number)
    return { id, number, windowHash: null }
  }

  /** Adds a till found in a recovered record, under its own number or the next free one. */
  know(tillId: string): void {
    if (this.find(tillId)) return
    const tills = this.list()
    const own = Number(/^till-(\d{4,9})$/.exec(tillId)?.[1] ?? 0)
    const isFree = own > 0 && !tills.some(({ number }) => number === own)
    this.#add.run(tillId, isFree ? own : this.nextNumber())
  }

  /** Assigns a window to the till. It replaces the previous window. */
  setWindow(tillId: string, windowHash: Buffer): void {
    this.#setWindow.run(windowHash, tillId)
  }
}

const idOf = (number: number): string => `till-${String(number).padStart(4, '0')}`
