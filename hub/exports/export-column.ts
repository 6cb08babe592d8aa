import type { Language } from '#shared/contracts/exports.ts'

/** Value of a cell. A Date is a point in time. Text is always written as text, except for days (`holds`). */
export type Cell = string | number | boolean | Date | null

export interface ExportColumn<Row> {
  header: Record<Language, string>
  /**
   * Content of the cells, for their display format: `moments` are points in time, `days` are texts such as
   * 2026-01-31.
   */
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
