import { z } from 'zod'

/** By which a seller in Russia is taxed (tag 1055 of fiscal documents). */
export const RussianTaxSystem = z.enum(['General', 'UsnIncome', 'UsnIncomeOutcome', 'Envd', 'Esn', 'Patent'])
export type RussianTaxSystem = z.infer<typeof RussianTaxSystem>
