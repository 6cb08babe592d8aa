import type { FiscalReceipt } from './receipt.ts'

/** Maximum length of tag 1008 in the fiscal document format (FFD). */
const LONGEST = 64

/**
 * Returns the recipient of a Russian receipt: the customer's email address or phone number if it is short
 * enough, otherwise the seller's email address.
 */
export function contactOf(
  { customer: { email, phone } }: Pick<FiscalReceipt, 'customer'>,
  sellersEmail: string,
): { kind: 'email' | 'phone'; value: string } {
  if (email !== null && email.length <= LONGEST) return { kind: 'email', value: email }
  if (phone !== null && phone.length <= LONGEST) return { kind: 'phone', value: phone }
  return { kind: 'email', value: sellersEmail }
}
