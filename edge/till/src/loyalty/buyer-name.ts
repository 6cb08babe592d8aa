import type { Buyer } from '#shared/contracts/till/loyalty.ts'

/** Returns the name of a buyer, else another known identification. null: no buyer. */
export const buyerName = ({ card, customer, phone, email }: Buyer): string | null =>
  card?.holderName ?? customer?.name ?? card?.cardNumber ?? phone ?? email
