import { createHash } from 'node:crypto'
import { voucherKeyOf } from './voucher-number.ts'

/** Length of 32 bits in hex. */
const LENGTH = 8

/**
 * Returns the hash of a voucher number by which tills know the voucher offline (docs/sync.md#vouchers),
 * salted with the organization. It is short on purpose: two million generated numbers share each hash, so
 * that nobody derives a number from it. A till that holds 100,000 hashes accepts one invented number in
 * 43,000 (docs/security.md).
 */
export function voucherTagOf(organizationId: string, number: string): string {
  const salted = `${organizationId} ${voucherKeyOf(number)}`
  return createHash('sha256').update(salted).digest('hex').slice(0, LENGTH)
}

/** Days that tills keep a voucher that can no longer pay, to state the reason; then it is deleted there. */
export const ENDED_VOUCHER_DAYS = 30
