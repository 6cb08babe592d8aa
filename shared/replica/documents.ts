import type { Bucket } from '#shared/sync/digest.ts'
import type { Db } from './db.ts'

/** Tables of record kinds that are stored as received: each has an id, and a body in JSON. */
export const DOCUMENT_TABLES = {
  priceType: 'price_types',
  vatRate: 'vat_rates',
  customer: 'customers',
  program: 'programs',
  promotion: 'promotions',
} as const
export type DocumentKind = keyof typeof DOCUMENT_TABLES

export class DocumentsWriter {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db, kind: DocumentKind) {
    const table = DOCUMENT_TABLES[kind]
    this.#put = db.prepare<[string, string]>(`INSERT OR REPLACE INTO ${table} (id, body) VALUES (?, ?)`)
    this.#delete = db.prepare<[string]>(`DELETE FROM ${table} WHERE id = ?`)
    this.#empty = db.prepare<[Bucket]>(`DELETE FROM ${table} WHERE substr(id, -2) = ?`)
  }

  put(id: string, value: object): void {
    this.#put.run(id, JSON.stringify(value))
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
