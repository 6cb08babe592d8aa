import type { Tx } from '#hub/db/transact.ts'
import type { Cell, ExportColumn } from '#hub/exports/export-column.ts'
import type { ExportFile } from '#hub/exports/export-route.ts'
import type { Language } from '#shared/contracts/exports.ts'

interface ReportFile<Row> {
  title: Record<Language, string>
  columns: readonly ExportColumn<Row>[]
  rows: readonly Row[]
  /** As the last row, such as totals. */
  total?: Row
  /** Below it, and not in it. */
  besides?: Row | undefined
  asked: object
  days: { from: string; to: string }
}

/**
 * A report as a file: its rows, below them what was asked for and when it was made. The rows are worked out at once, of one
 * state of the books, and sent as they are taken.
 */
export function reportFile<Row extends object>(
  _: Tx,
  { title, columns, rows, total, besides, asked, days }: ReportFile<Row>,
): ExportFile<Row> {
  const all = [...rows, ...(total ? [total] : []), ...(besides ? [besides] : [])]
  const places = new Map(all.map((row, place) => [row, place]))
  const madeAt = new Date()
  return {
    title,
    columns,
    page: async (_tx, after, limit) => {
      const from = after ? (places.get(after) ?? all.length) + 1 : 0
      return all.slice(from, from + limit)
    },
    notes: (language) => {
      const [made, period] = language === 'ru' ? ['Сформирован', 'Период'] : ['Made', 'Period']
      const filters = Object.entries(asked).filter(([name, value]) => value !== undefined && !OWN.has(name))
      return [
        [made, madeAt],
        [period, `${days.from} … ${days.to}`],
        ...filters.map(([name, value]): Cell[] => [
          name,
          Array.isArray(value) ? value.join(', ') : String(value),
        ]),
      ]
    },
  }
}

/** What is told otherwise, or is of the file and not of the report. */
const OWN: ReadonlySet<string> = new Set(['from', 'to', 'format', 'language'])

/** Columns of a second period beside those of the first. */
export const inSecond = <Row, Figures>(
  columns: readonly ExportColumn<Figures>[],
  figuresOf: (row: Row) => Figures | null,
  days: { from: string; to: string },
): ExportColumn<Row>[] =>
  columns.map(({ header, value }) => ({
    header: {
      en: `${header.en}, ${days.from} … ${days.to}`,
      ru: `${header.ru}, ${days.from} … ${days.to}`,
    },
    value: (row, language) => {
      const figures = figuresOf(row)
      return figures ? value(figures, language) : null
    },
  }))
