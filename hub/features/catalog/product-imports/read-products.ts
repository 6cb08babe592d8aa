import { groupPath } from '#shared/imports/group-path.ts'
import type { Column } from '#shared/imports/header-map.ts'
import {
  type GroupRow,
  type ImportFormat,
  type ImportRow,
  isGroupRow,
  rowReader,
} from '#shared/imports/read-row.ts'
import type { Table } from './read-table.ts'
import type { ImportReport } from './report.ts'

/** A file of products as it was read. */
export interface ReadProducts {
  headers: readonly string[]
  columns: readonly Column[]
  rows: ImportRow[]
  /** Rows that make a group and no product. */
  groups: GroupRow[]
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
  const read: ReadProducts = { headers, columns: reader.columns, rows: [], groups: [] }
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
  }
  return read
}
