import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'

/** Tax systems by their values in retail point settings. */
const OF_POINTS: Partial<Record<string, RussianTaxSystem>> = {
  Osn: 'General',
  UsnIncome: 'UsnIncome',
  UsnIncomeOutcome: 'UsnIncomeOutcome',
  Esn: 'Esn',
  Patent: 'Patent',
}

/** Returns the tax system of a retail point, or null to use that of the cash box. */
export const taxSystemOf = (ofPoint: string | null): RussianTaxSystem | null =>
  (ofPoint === null ? undefined : OF_POINTS[ofPoint]) ?? null

/** Codes of tax systems at providers: `sno` for ATOL Online, `bit` (tag 1055) for the others. */
export const TAX_SYSTEMS: Readonly<Record<RussianTaxSystem, { sno: string; bit: number }>> = {
  General: { sno: 'osn', bit: 0 },
  UsnIncome: { sno: 'usn_income', bit: 1 },
  UsnIncomeOutcome: { sno: 'usn_income_outcome', bit: 2 },
  Envd: { sno: 'envd', bit: 3 },
  Esn: { sno: 'esn', bit: 4 },
  Patent: { sno: 'patent', bit: 5 },
}
