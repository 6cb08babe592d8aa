import type { Permission } from '#shared/domain/permissions.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import type { ReplicaCashier } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'

export interface Cashier extends Pick<ReplicaCashier, 'name' | 'pinHash' | 'permissions'> {
  id: string
  limits: TillLimits
}

type Row = Pick<Cashier, 'id' | 'name' | 'pinHash'> & {
  permissions: string
  limits: string
  laterLimits: string
  voucherLimits: string
  deviceLimits: string
}

export class CashiersReader {
  readonly #list
  readonly #find

  constructor(db: Db) {
    const columns = `id, name, pin_hash AS pinHash, permissions, limits, later_limits AS laterLimits,
      voucher_limits AS voucherLimits, device_limits AS deviceLimits`
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
  const { id, name, pinHash, ...texts } = refuseNul(row)
  const { permissions, ...limits } = texts
  return {
    id,
    name,
    pinHash,
    permissions: readRecord(() => JSON.parse(permissions) as Permission[]),
    limits: readRecord(() =>
      TillLimits.parse(Object.assign({}, ...Object.values(limits).map((text) => JSON.parse(text)))),
    ),
  }
}
