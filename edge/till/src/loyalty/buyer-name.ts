import type { Buyer } from '#shared/contracts/till/loyalty.ts'

/** Returns the name of a buyer, or else another identification such as the card number. Null without a buyer. */
export const buyerName = ({ card, customer, phone, email }: Buyer): string | null =>
  card?.holderName ?? customer?.name ?? card?.cardNumber ?? phone ?? email
