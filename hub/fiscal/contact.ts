import type { FiscalReceipt } from './receipt.ts'

/** Of FFD's tag 1008. */
const LONGEST = 64

/** Where a Russian provider sends the receipt: to the customer where it takes the address, else to the seller. */
export function contactOf(
  { customer: { email, phone } }: Pick<FiscalReceipt, 'customer'>,
  sellersEmail: string,
): { kind: 'email' | 'phone'; value: string } {
  if (email !== null && email.length <= LONGEST) return { kind: 'email', value: email }
  if (phone !== null && phone.length <= LONGEST) return { kind: 'phone', value: phone }
  return { kind: 'email', value: sellersEmail }
}
