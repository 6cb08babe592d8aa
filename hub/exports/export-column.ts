import type { Language } from '#shared/contracts/exports.ts'

/**
 * Value of a cell. A date is a moment. Text is written as text, whatever it looks like, except for days
 * (`holds`).
 */
export type Cell = string | number | boolean | Date | null

export interface ExportColumn<Row> {
  header: Record<Language, string>
  /** Display format of the cells in a spreadsheet: moments are dates, days are texts such as 2026-01-31. */
  holds?: 'moments' | 'days'
  value(row: Row, language: Language): Cell
}

export function exportColumn<Row>(
  en: string,
  ru: string,
  value: ExportColumn<Row>['value'],
): ExportColumn<Row> {
  return { header: { en, ru }, value }
}

export function momentColumn<Row>(
  en: string,
  ru: string,
  value: (row: Row) => Date | null,
): ExportColumn<Row> {
  return { header: { en, ru }, holds: 'moments', value }
}

export function dayColumn<Row>(
  en: string,
  ru: string,
  value: (row: Row) => string | null,
): ExportColumn<Row> {
  return { header: { en, ru }, holds: 'days', value }
}
