import { ReplicaCustomer } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'

export interface HeldCustomer extends ReplicaCustomer {
  id: string
}

interface Row {
  id: string
  body: string
}

/** Customers of the organization, if the retail point downloads them. */
export class CustomersReader {
  readonly #byId
  readonly #search

  constructor(db: Db) {
    this.#byId = db.prepare<[string], Row>('SELECT id, body FROM customers WHERE id = ?')
    this.#search = db.prepare<[{ name: string; digits: string; limit: number }], Row>(
      `SELECT id, body FROM customers
       WHERE body ->> 'name' LIKE :name ESCAPE '\\' OR :digits <> '' AND instr(body ->> 'phoneNumber', :digits) > 0
       ORDER BY body ->> 'name', id LIMIT :limit`,
    )
  }

  find(id: string): HeldCustomer | null {
    const row = this.#byId.get(id.toLowerCase())
    return row ? read(row) : null
  }

  /** Finds customers by a part of the name or phone number. */
  search(typed: string, limit: number): HeldCustomer[] {
    const name = `%${typed.trim().replace(/[\\%_]/g, '\\$&')}%`
    const digits = /^[\d\s()+.-]+$/.test(typed) ? typed.replace(/\D/g, '').replace(/^8(?=\d{10}$)/, '') : ''
    return this.#search.all({ name, digits, limit }).map(read)
  }
}

const read = (row: Row): HeldCustomer => {
  const { id, body } = refuseNul(row)
  return readRecord(() => ({ id, ...ReplicaCustomer.parse(JSON.parse(body)) }))
}
