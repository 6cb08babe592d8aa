import type { AuditSeal } from '#shared/sync/audit-seals.ts'
import type { Db } from '../sqlite/open.ts'

/** Seals of the hub's audit log that this agent has received (docs/security/audit-log.md). */
export class AuditSealsReader {
  readonly #has
  readonly #list

  constructor(db: Db) {
    this.#has = db.prepare<[number, string], number>(
      'SELECT 1 FROM audit_seals WHERE number = ? AND hash = ?',
    )
    this.#list = db.prepare<[number, string, number], AuditSeal>(
      'SELECT number, at, hash FROM audit_seals WHERE (number, hash) > (?, ?) ORDER BY number, hash LIMIT ?',
    )
  }

  has({ number, hash }: AuditSeal): boolean {
    return this.#has.get(number, hash) !== undefined
  }

  /** Lists the seals after the given one, or from the first. */
  list(after: Pick<AuditSeal, 'number' | 'hash'> | undefined, limit: number): AuditSeal[] {
    return this.#list.all(after?.number ?? 0, after?.hash ?? '', limit)
  }
}

export class AuditSealsWriter extends AuditSealsReader {
  readonly #keep

  constructor(db: Db) {
    super(db)
    this.#keep = db.prepare<[number, string, string]>(
      'INSERT OR IGNORE INTO audit_seals (number, hash, at) VALUES (?, ?, ?)',
    )
  }

  /** Stores a seal. A different seal with the same number is stored as well, because it reveals tampering. */
  keep({ number, hash, at }: AuditSeal): void {
    this.#keep.run(number, hash, at)
  }
}
