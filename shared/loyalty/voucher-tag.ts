import { createHash } from 'node:crypto'
import { voucherKeyOf } from './voucher-number.ts'

/** Number of hex digits kept: 32 bits. */
const LENGTH = 8

/**
 * Returns the hash by which a till recognizes a voucher number offline (docs/sync.md#vouchers), salted with
 * the organization id. The hash is short on purpose: two million possible numbers share each hash, so that no
 * number can be derived from it. A till with 100,000 hashes accepts one in 43,000 invented numbers
 * (docs/security.md).
 */
export function voucherTagOf(organizationId: string, number: string): string {
  const salted = `${organizationId} ${voucherKeyOf(number)}`
  return createHash('sha256').update(salted).digest('hex').slice(0, LENGTH)
}

/** Days for which tills keep a voucher that can no longer pay, so that they can show the reason. */
export const ENDED_VOUCHER_DAYS = 30
