import { createHash } from 'node:crypto'
import { voucherKeyOf } from './voucher-number.ts'

/** 32 bits, in hex. */
const LENGTH = 8

/**
 * Returns the hash of a voucher number by which tills know the voucher offline (docs/sync.md#vouchers), salted with the
 * organization. It is short on purpose: two million numbers of those that are made share each hash, so that nobody reads a
 * number out of it, and a till that holds 100,000 of them takes one invented number in 43,000 (docs/security.md).
 */
export function voucherTagOf(organizationId: string, number: string): string {
  const salted = `${organizationId} ${voucherKeyOf(number)}`
  return createHash('sha256').update(salted).digest('hex').slice(0, LENGTH)
}

/** Tills hold a voucher that can pay no more for so long, to say why; then it leaves them. */
export const ENDED_VOUCHER_DAYS = 30
