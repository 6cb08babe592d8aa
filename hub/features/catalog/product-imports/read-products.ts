import { groupPath } from '#shared/imports/group-path.ts'
import type { Column } from '#shared/imports/header-map.ts'
import {
  type GroupRow,
  type ImportFormat,
  type ImportRow,
  isGroupRow,
  rowReader,
} from '#shared/imports/read-row.ts'
import { currencyCell } from '#shared/imports/word-cells.ts'
import type { Table } from './read-table.ts'
import type { ImportReport } from './report.ts'

/** A file of products as it was read. */
export interface ReadProducts {
  headers: readonly string[]
  columns: readonly Column[]
  rows: ImportRow[]
  /** Rows that make a group and no product. */
  groups: GroupRow[]
  /** ISO codes of the currencies that the file names, with a place of each, by the header of the prices. */
  currencies: { of: string; isoCode: string; row: number; column: string; value: string }[]
}

/** So often the others of the process get their turn. */
const TURN_ROWS = 1000

/**
 * Reads all rows; the faults go to the report. `progress` is called for each thousand. Stops with the signal's reason.
 */
export async function readProducts(
  table: Table,
  format: ImportFormat,
  report: ImportReport,
  { signal, mostRows = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; mostRows?: number } = {},
): Promise<ReadProducts | 'more rows'> {
  const { headers } = table
  const reader = rowReader(format, headers, report)
  const read: ReadProducts = { headers, columns: reader.columns, rows: [], groups: [], currencies: [] }
  const currencies = new CurrencyWatch(headers, reader.columns)
  let heading: string[] | undefined
  let count = 0
  for await (const { row, cells } of table.rows) {
    count += 1
    if (count > mostRows) return 'more rows'
    if (count % TURN_ROWS === 0) {
      signal?.throwIfAborted()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const product = reader.read(row, cells)
    if (!product) continue
    if (isGroupRow(product)) {
      read.groups.push(product)
      heading = [...groupPath(product.group), product.name]
      continue
    }
    if (heading) product.heading = heading
    read.rows.push(product)
    currencies.look(row, cells)
  }
  read.currencies = currencies.found
  return read
}

/** The first place of each currency in each column of currencies. */
class CurrencyWatch {
  readonly found: ReadProducts['currencies'] = []
  readonly #seen = new Set<string>()
  readonly #columns: { index: number; of: string; header: string }[]

  constructor(headers: readonly string[], columns: readonly Column[]) {
    this.#columns = columns.flatMap((column, index) =>
      column.kind === 'currency' ? [{ index, of: column.of, header: headers[index] ?? '' }] : [],
    )
  }

  look(row: number, cells: readonly string[]): void {
    for (const { index, of, header } of this.#columns) {
      const value = cells[index] ?? ''
      const key = `${index} ${value}`
      if (value === '' || this.#seen.has(key)) continue
      this.#seen.add(key)
      const isoCode = currencyCell(value)
      if (isoCode) this.found.push({ of, isoCode, row, column: header, value })
    }
  }
}
