import { z } from 'zod'

export const CounterpartyKind = z.enum(['LegalEntity', 'Entrepreneur', 'Individual'])
export type CounterpartyKind = z.infer<typeof CounterpartyKind>

export const BankAccount = z.strictObject({
  accountNumber: z.string().trim().min(1).max(34),
  bankName: z.string().trim().max(255).nullish(),
  bic: z.string().trim().max(11).nullish(),
  correspondentAccount: z.string().trim().max(34).nullish(),
  isDefault: z.boolean().default(false),
})
export type BankAccount = z.output<typeof BankAccount>
