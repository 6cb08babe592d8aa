import type { Language } from '#shared/contracts/exports.ts'

/** A date is a moment. Text is written as text, whatever it looks like. */
export type Cell = string | number | boolean | Date | null

export interface ExportColumn<Row> {
  header: Record<Language, string>
  value(row: Row, language: Language): Cell
}

export function exportColumn<Row>(
  en: string,
  ru: string,
  value: ExportColumn<Row>['value'],
): ExportColumn<Row> {
  return { header: { en, ru }, value }
}
