import { keyOf } from '../world/vouchers.ts'
import type { World } from '../world/world.ts'

/**
 * Returns the state of the world that explains why a till refuses a voucher, or undefined when nothing does.
 * `number` is empty when the vouchers of a receipt are cancelled.
 */
export function whyNoVoucher(
  { vouchers, touched, wasRestored }: World,
  code: string,
  number: unknown,
): string | undefined {
  const typed = String(number)
  const issued = vouchers.issued(typed)
  const { offered, used } = vouchers
  const isUsed = used.has(keyOf(typed))
  switch (code) {
    case 'voucher_exists':
      return issued || offered.has(keyOf(typed)) ? 'the voucher is there' : undefined
    case 'voucher_unknown':
      return issued && !wasRestored ? undefined : 'head office has not heard of the voucher'
    case 'voucher_not_held':
      return 'head office has not told this till of the voucher'
    case 'voucher_blocked':
      return issued && touched.has(issued.id) ? 'head office has blocked the voucher' : undefined
    case 'voucher_expired':
      return vouchers.hasExpired(typed) ? 'the voucher has expired' : undefined
    case 'voucher_empty':
    case 'voucher_offline_limit':
      return isUsed ? 'the voucher was spent' : undefined
    case 'voucher_spent':
      return used.size > 0 ? 'a voucher was spent' : undefined
    case 'voucher_not_checked':
      return 'head office does not tell what is left'
    case 'too_many_attempts':
      return 'too many numbers of no voucher were asked for'
    default:
      return undefined
  }
}
