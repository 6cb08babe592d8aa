import type { Permission } from '#shared/domain/permissions.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import type { Db } from '../sqlite/open.ts'

export interface Session {
  tillId: string
  tokenHash: Buffer
  cashierId: string
  cashierName: string
  /** Permissions at sign-in. They apply while the replica is being rebuilt. */
  permissions: Permission[]
  limits: TillLimits
  signedInAt: string
}

type Row = Omit<Session, 'permissions' | 'limits'> & { permissions: string; limits: string }

export class SessionsReader {
  readonly #find

  constructor(db: Db) {
    this.#find = db.prepare<[string], Row>(
      `SELECT till_id AS tillId, token_hash AS tokenHash, cashier_id AS cashierId, cashier_name AS cashierName,
              permissions, limits, signed_in_at AS signedInAt
       FROM sessions WHERE till_id = ?`,
    )
  }

  /**
   * Returns the session of a till, or null when there is none. A damaged session counts as missing, so the
   * cashier must sign in again.
   */
  find(tillId: string): Session | null {
    const row = this.#find.get(tillId)
    if (!row) return null
    const permissions = readJson(row.permissions) as Permission[] | undefined
    const limits = TillLimits.safeParse(readJson(row.limits))
    return permissions && limits.success ? { ...row, permissions, limits: limits.data } : null
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export class SessionsWriter extends SessionsReader {
  readonly #save
  readonly #remove

  constructor(db: Db) {
    super(db)
    this.#save = db.prepare<[Row]>(
      `INSERT OR REPLACE INTO sessions (till_id, token_hash, cashier_id, cashier_name, permissions, limits,
         signed_in_at)
       VALUES (:tillId, :tokenHash, :cashierId, :cashierName, :permissions, :limits, :signedInAt)`,
    )
    this.#remove = db.prepare<[string]>('DELETE FROM sessions WHERE till_id = ?')
  }

  /** Saves a session and replaces the previous one of the till. */
  save(session: Session): void {
    const { permissions, limits } = session
    this.#save.run({ ...session, permissions: JSON.stringify(permissions), limits: JSON.stringify(limits) })
  }

  remove(tillId: string): void {
    this.#remove.run(tillId)
  }
}
