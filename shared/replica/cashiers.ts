import type { Bucket } from '#shared/sync/digest.ts'
import type { ReplicaCashier } from '#shared/sync/download.ts'
import type { Db } from './db.ts'
import type { KindWriter } from './kind-writer.ts'

type Texts = [string, string, string, string, string]

export class CashiersWriter implements KindWriter<'cashier'> {
  readonly #put
  readonly #delete
  readonly #empty

  constructor(db: Db) {
    this.#put = db.prepare<[string, string, string, string, string, string, string, string]>(
      `INSERT OR REPLACE INTO cashiers (id, name, pin_hash, permissions, limits, later_limits, voucher_limits,
         device_limits)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#delete = db.prepare<[string]>('DELETE FROM cashiers WHERE id = ?')
    this.#empty = db.prepare<[Bucket]>('DELETE FROM cashiers WHERE substr(id, -2) = ?')
  }

  put(id: string, { name, pinHash, permissions, ...sentLimits }: ReplicaCashier): void {
    const { limits, laterLimits, voucherLimits, deviceLimits } = sentLimits
    const texts = [permissions, limits, laterLimits, voucherLimits, deviceLimits].map((each) =>
      JSON.stringify(each),
    ) as Texts
    this.#put.run(id, name, pinHash, ...texts)
  }

  delete(id: string): void {
    this.#delete.run(id)
  }

  empty(bucket: Bucket): void {
    this.#empty.run(bucket)
  }
}
