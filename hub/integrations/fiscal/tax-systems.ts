import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'

/** Tax systems by their names at retail points. */
const OF_POINTS: Partial<Record<string, RussianTaxSystem>> = {
  Osn: 'General',
  UsnIncome: 'UsnIncome',
  UsnIncomeOutcome: 'UsnIncomeOutcome',
  Esn: 'Esn',
  Patent: 'Patent',
}

/** Returns the tax system of a receipt from that of its retail point; null: that of the cash box. */
export const taxSystemOf = (ofPoint: string | null): RussianTaxSystem | null =>
  (ofPoint === null ? undefined : OF_POINTS[ofPoint]) ?? null

/** Names of tax systems at providers: ATOL Online (`sno`), and the others (tag 1055, by its bit). */
export const TAX_SYSTEMS: Readonly<Record<RussianTaxSystem, { sno: string; bit: number }>> = {
  General: { sno: 'osn', bit: 0 },
  UsnIncome: { sno: 'usn_income', bit: 1 },
  UsnIncomeOutcome: { sno: 'usn_income_outcome', bit: 2 },
  Envd: { sno: 'envd', bit: 3 },
  Esn: { sno: 'esn', bit: 4 },
  Patent: { sno: 'patent', bit: 5 },
}
