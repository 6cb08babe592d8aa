import type { Tx } from '#hub/db/transact.ts'
import type { Cell, ExportColumn } from '#hub/exports/export-column.ts'
import type { ExportFile } from '#hub/exports/export-route.ts'
import type { Language } from '#shared/contracts/exports.ts'

interface ReportFile<Row> {
  title: Record<Language, string>
  columns: readonly ExportColumn<Row>[]
  rows: readonly Row[]
  /** Last row of the table, for example totals. */
  total?: Row
  /** Row after the total, not included in it. */
  besides?: Row | undefined
  requested: object
  days: { from: string; to: string }
}

/**
 * Returns a report as a file: its rows, followed by the query and the creation time. All rows are computed
 * from one database snapshot and then sent in batches.
 */
export function reportFile<Row extends object>(
  _: Tx,
  { title, columns, rows, total, besides, requested, days }: ReportFile<Row>,
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
      const [made, period] = language === 'ru' ? ['Сформирован', 'Период'] : ['Created', 'Period']
      const filters = Object.entries(requested).filter(
        ([name, value]) => value !== undefined && !OWN.has(name),
      )
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

/**
 * Query parameters that are omitted from the list of parameters, because they appear elsewhere in the file or
 * concern only its format.
 */
const OWN: ReadonlySet<string> = new Set(['from', 'to', 'format', 'language'])

/** Returns the columns of the second period, placed next to those of the first. */
export const secondPeriodColumns = <Row, Figures>(
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
