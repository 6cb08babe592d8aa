import { z } from 'zod'

/** Tax system of fiscal receipts in Russia. */
export const TaxSystem = z.enum(['Osn', 'UsnIncome', 'UsnIncomeOutcome', 'Esn', 'Patent'])
export type TaxSystem = z.infer<typeof TaxSystem>
