import type { Db } from '../sqlite/open.ts'

const KEPT_MS = 7 * 24 * 60 * 60_000

export class CommandsReader {
  readonly #has

  constructor(db: Db) {
    this.#has = db.prepare<[string], number>('SELECT count(*) FROM commands WHERE id = ?').pluck()
  }

  has(id: string): boolean {
    return this.#has.get(id) === 1
  }
}

export class CommandsWriter extends CommandsReader {
  readonly #add
  readonly #forget

  constructor(db: Db) {
    super(db)
    this.#add = db.prepare<[string, string]>('INSERT INTO commands (id, done_at) VALUES (?, ?)')
    this.#forget = db.prepare<[string]>('DELETE FROM commands WHERE done_at < ?')
  }

  /** Records a command in this transaction. Deletes commands older than a week. */
  add(id: string, now: Date): void {
    this.#forget.run(new Date(now.getTime() - KEPT_MS).toISOString())
    this.#add.run(id, now.toISOString())
  }
}
