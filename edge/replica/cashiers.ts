import type { Permission } from '#shared/domain/permissions.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import type { ReplicaCashier } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'

export interface Cashier extends Pick<ReplicaCashier, 'name' | 'pinHash' | 'permissions'> {
  id: string
  limits: TillLimits
}

type Row = Pick<Cashier, 'id' | 'name' | 'pinHash'> & { permissions: string; limits: string }

export class CashiersReader {
  readonly #list
  readonly #find

  constructor(db: Db) {
    const columns = 'id, name, pin_hash AS pinHash, permissions, limits'
    this.#list = db.prepare<[], Row>(`SELECT ${columns} FROM cashiers ORDER BY name, id`)
    this.#find = db.prepare<[string], Row>(`SELECT ${columns} FROM cashiers WHERE id = ?`)
  }

  list(): Cashier[] {
    return this.#list.all().map(read)
  }

  find(id: string): Cashier | null {
    const row = this.#find.get(id.toLowerCase())
    return row ? read(row) : null
  }
}

function read(row: Row): Cashier {
  const { id, name, pinHash, permissions, limits } = refuseNul(row)
  return {
    id,
    name,
    pinHash,
    permissions: readRecord(() => JSON.parse(permissions) as Permission[]),
    limits: readRecord(() => TillLimits.parse(JSON.parse(limits))),
  }
}
