import type { FiscalReceipt } from './receipt.ts'

/** Maximum length of FFD tag 1008. */
const LONGEST = 64

/** Returns the recipient of a Russian receipt: the customer if the provider accepts the address, else the seller. */
export function contactOf(
  { customer: { email, phone } }: Pick<FiscalReceipt, 'customer'>,
  sellersEmail: string,
): { kind: 'email' | 'phone'; value: string } {
  if (email !== null && email.length <= LONGEST) return { kind: 'email', value: email }
  if (phone !== null && phone.length <= LONGEST) return { kind: 'phone', value: phone }
  return { kind: 'email', value: sellersEmail }
}
