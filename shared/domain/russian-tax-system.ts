import { z } from 'zod'

/** Tax system of a seller in Russia (tag 1055 of fiscal documents). */
export const RussianTaxSystem = z.enum(['General', 'UsnIncome', 'UsnIncomeOutcome', 'Envd', 'Esn', 'Patent'])
export type RussianTaxSystem = z.infer<typeof RussianTaxSystem>
