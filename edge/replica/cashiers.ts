import type { Permission } from '#shared/contracts/permissions.ts'
import { TillLimits } from '#shared/contracts/till-limits.ts'
import type { ReplicaCashier } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'

export interface Cashier extends ReplicaCashier {
  id: string
}

type Row = Omit<Cashier, 'permissions' | 'limits'> & { permissions: string; limits: string }

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

const read = (row: Row): Cashier => ({
  ...refuseNul(row),
  permissions: readRecord(() => JSON.parse(row.permissions) as Permission[]),
  limits: readRecord(() => TillLimits.parse(JSON.parse(row.limits))),
})
