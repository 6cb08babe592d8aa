import type { ReceiptFiscal } from '#shared/domain/sale-fiscal.ts'
import type { ReplicaReceipt } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'

export interface StoreReceipt extends ReplicaReceipt {
  id: string
}

interface Row extends Pick<StoreReceipt, 'id' | 'number' | 'soldAt' | 'originalId'> {
  body: string
}

/** Receipts of all tills of the store (docs/sync.md#receipts). */
export class StoreReceiptsReader {
  readonly #byNumber
  readonly #returnsOf
  readonly #fiscal

  constructor(db: Db) {
    const columns = 'id, number, sold_at AS soldAt, original_id AS originalId, body'
    this.#byNumber = db.prepare<[string], Row>(
      `SELECT ${columns} FROM receipts WHERE number IN (SELECT value FROM json_each(?))
       ORDER BY sold_at DESC, id LIMIT 1`,
    )
    this.#returnsOf = db.prepare<[string], Row>(
      `SELECT ${columns} FROM receipts WHERE original_id = ? ORDER BY sold_at, id`,
    )
    this.#fiscal = db.prepare<[string], { id: string; fiscal: string | null }>(
      `SELECT id, body -> '$.fiscal' AS fiscal FROM receipts WHERE id IN (SELECT value FROM json_each(?))`,
    )
  }

  /** Finds the newest receipt with one of these numbers. Returns null when there is none. */
  findByNumber(numbers: readonly string[]): StoreReceipt | null {
    const row = this.#byNumber.get(JSON.stringify(numbers))
    return row ? read(row) : null
  }

  /**
   * Returns the fiscal receipts by receipt id, or null for a receipt that gets none. Receipts without
   * information from head office are left out.
   */
  fiscalOf(ids: readonly string[]): Map<string, ReceiptFiscal | null> {
    const rows = this.#fiscal.all(JSON.stringify(ids.map((id) => id.toLowerCase())))
    return new Map(rows.map(({ id, fiscal }) => [id, readRecord(() => JSON.parse(fiscal ?? 'null'))]))
  }

  listReturnsOf(receiptId: string): StoreReceipt[] {
    return this.#returnsOf.all(receiptId.toLowerCase()).map(read)
  }
}

const read = (row: Row): StoreReceipt => {
  const { body, ...columns } = refuseNul(row)
  return { ...readRecord(() => JSON.parse(body) as ReplicaReceipt), ...columns }
}
