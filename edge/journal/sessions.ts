import type { Permission } from '#shared/contracts/permissions.ts'
import type { Db } from '../sqlite/open.ts'

export interface Session {
  tillId: string
  tokenHash: Buffer
  cashierId: string
  cashierName: string
  /** As they were at sign-in: they hold while the replica is being rebuilt. */
  permissions: Permission[]
  signedInAt: string
}

type Row = Omit<Session, 'permissions'> & { permissions: string }

export class SessionsReader {
  readonly #find

  constructor(db: Db) {
    this.#find = db.prepare<[string], Row>(
      `SELECT till_id AS tillId, token_hash AS tokenHash, cashier_id AS cashierId, cashier_name AS cashierName,
              permissions, signed_in_at AS signedInAt
       FROM sessions WHERE till_id = ?`,
    )
  }

  find(tillId: string): Session | null {
    const row = this.#find.get(tillId)
    return row ? { ...row, permissions: JSON.parse(row.permissions) as Permission[] } : null
  }
}

export class SessionsWriter extends SessionsReader {
  readonly #save
  readonly #remove

  constructor(db: Db) {
    super(db)
    this.#save = db.prepare<[Row]>(
      `INSERT OR REPLACE INTO sessions (till_id, token_hash, cashier_id, cashier_name, permissions, signed_in_at)
       VALUES (:tillId, :tokenHash, :cashierId, :cashierName, :permissions, :signedInAt)`,
    )
    this.#remove = db.prepare<[string]>('DELETE FROM sessions WHERE till_id = ?')
  }

  /** Ends the session that the till had before. */
  save(session: Session): void {
    this.#save.run({ ...session, permissions: JSON.stringify(session.permissions) })
  }

  remove(tillId: string): void {
    this.#remove.run(tillId)
  }
}
