import type { Buyer } from '#shared/contracts/till/loyalty.ts'

/** What a buyer is called: by name, else by what is known. null: nobody was named. */
export const buyerName = ({ card, customer, phone, email }: Buyer): string | null =>
  card?.holderName ?? customer?.name ?? card?.cardNumber ?? phone ?? email
