import type { Db } from '../sqlite/open.ts'

export interface PinFailures {
  failures: number
  blockedUntil: string
}

export class PinFailuresReader {
  readonly #find

  constructor(db: Db) {
    this.#find = db.prepare<[string], PinFailures>(
      'SELECT failures, blocked_until AS blockedUntil FROM pin_failures WHERE cashier_id = ?',
    )
  }

  find(cashierId: string): PinFailures | null {
    return this.#find.get(cashierId) ?? null
  }
}

export class PinFailuresWriter extends PinFailuresReader {
  readonly #save
  readonly #clear

  constructor(db: Db) {
    super(db)
    this.#save = db.prepare<[string, number, string]>(
      'INSERT OR REPLACE INTO pin_failures (cashier_id, failures, blocked_until) VALUES (?, ?, ?)',
    )
    this.#clear = db.prepare<[string]>('DELETE FROM pin_failures WHERE cashier_id = ?')
  }

  save(cashierId: string, { failures, blockedUntil }: PinFailures): void {
    this.#save.run(cashierId, failures, blockedUntil)
  }

  clear(cashierId: string): void {
    this.#clear.run(cashierId)
  }
}
