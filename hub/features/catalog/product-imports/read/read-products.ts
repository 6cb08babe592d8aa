import { groupPath } from '#shared/imports/group-path.ts'
import type { Column } from '#shared/imports/header-map.ts'
import { textOfCell } from '#shared/imports/raw-cell.ts'
import {
  type GroupRow,
  type ImportFormat,
  type ImportRow,
  isGroupRow,
  rowReader,
} from '#shared/imports/read-row.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import type { ImportReport } from '../report.ts'
import type { Table } from './read-table.ts'

/** Content of a product file. */
export interface ReadProducts {
  headers: readonly string[]
  columns: readonly Column[]
  rows: ImportRow[]
  /** Rows that define a group instead of a product. */
  groups: GroupRow[]
  /** Product names of rows that could not be read. */
  faulty: Map<number, string>
}

/** Number of rows after which other work of the process can run. */
const TURN_ROWS = 1000

/**
 * Reads all rows and adds errors to the report. Returns 'more rows' when there are more than `mostRows`.
 * Throws the signal's reason when aborted.
 */
export async function readProducts(
  table: Table,
  format: ImportFormat,
  report: ImportReport,
  { signal, mostRows = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; mostRows?: number } = {},
): Promise<ReadProducts | 'more rows'> {
  const { headers, otherSheets } = table
  if (otherSheets.length > 0)
    report.warn({
      row: 1,
      column: null,
      value: null,
      ...remarkText('other_sheets', { sheets: otherSheets.join(', ') }),
    })
  const reader = rowReader(format, headers, report)
  const read: ReadProducts = { headers, columns: reader.columns, rows: [], groups: [], faulty: new Map() }
  const nameAt = reader.columns.findIndex((column) => column.kind === 'field' && column.field === 'name')
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
    if (!product) {
      read.faulty.set(
        row,
        textOfCell(cells[nameAt] ?? '')
          .trim()
          .slice(0, 255),
      )
      continue
    }
    if (isGroupRow(product)) {
      read.groups.push(product)
      heading = [...groupPath(product.group), product.name]
      continue
    }
    if (heading) product.heading = heading
    read.rows.push(product)
  }
  return read
}
