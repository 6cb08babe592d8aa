import type { ReplicaReceipt } from '#shared/sync/download.ts'
import type { Db } from '../sqlite/open.ts'
import { readRecord, refuseNul } from './damaged-record.ts'

export interface StoreReceipt extends ReplicaReceipt {
  id: string
}

interface Row extends Pick<StoreReceipt, 'id' | 'number' | 'soldAt' | 'originalId'> {
  body: string
}

/** Of all tills of the store (docs/sync.md#receipts). */
export class StoreReceiptsReader {
  readonly #byNumber
  readonly #returnsOf

  constructor(db: Db) {
    const columns = 'id, number, sold_at AS soldAt, original_id AS originalId, body'
    this.#byNumber = db.prepare<[string], Row>(
      `SELECT ${columns} FROM receipts WHERE number IN (SELECT value FROM json_each(?))
       ORDER BY sold_at DESC, id LIMIT 1`,
    )
    this.#returnsOf = db.prepare<[string], Row>(
      `SELECT ${columns} FROM receipts WHERE original_id = ? ORDER BY sold_at, id`,
    )
  }

  /** The newest with one of these numbers. */
  findByNumber(numbers: readonly string[]): StoreReceipt | null {
    const row = this.#byNumber.get(JSON.stringify(numbers))
    return row ? read(row) : null
  }

  listReturnsOf(receiptId: string): StoreReceipt[] {
    return this.#returnsOf.all(receiptId.toLowerCase()).map(read)
  }
}

const read = (row: Row): StoreReceipt => {
  const { body, ...columns } = refuseNul(row)
  return { ...readRecord(() => JSON.parse(body) as ReplicaReceipt), ...columns }
}
