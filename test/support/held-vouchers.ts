import { join } from 'node:path'
import Database from 'better-sqlite3'
import { voucherTagOf } from '#shared/loyalty/voucher-tag.ts'
import { ReplicaVoucher } from '#shared/sync/download.ts'

/** Returns the voucher balance stored by an agent, or undefined if it does not have the voucher. */
export function heldBalance(folder: string, organizationId: string, number: string): number | undefined {
  const replica = new Database(join(folder, 'replica.db'), { readonly: true })
  try {
    const bodies = replica.prepare<[string], string>('SELECT body FROM vouchers WHERE tag = ?').pluck()
    const [body] = bodies.all(voucherTagOf(organizationId, number))
    return body === undefined ? undefined : ReplicaVoucher.parse(JSON.parse(body)).balance
  } finally {
    replica.close()
  }
}
