import type { BrokenRule } from '#hub/features/catalog/products/broken-rule.ts'
import type { Field } from '#shared/imports/header-map.ts'
import { type RemarkText, remarkText } from '#shared/imports/remarks.ts'
import type { ReadProducts } from '../read/read-products.ts'
import type { ImportReport } from '../report.ts'
import type { PriceType } from './references.ts'

/** Reports errors of rows, by the column of the file. */
export class RowFaults {
  /** Rows that are not imported. */
  readonly rows = new Set<number>()
  readonly #read: ReadProducts
  readonly #priceColumns: ReadonlyMap<number, PriceType>
  readonly #report: ImportReport

  constructor(read: ReadProducts, priceColumns: ReadonlyMap<number, PriceType>, report: ImportReport) {
    this.#read = read
    this.#priceColumns = priceColumns
    this.#report = report
  }

  /** Adds an error. Without a field, it concerns the retail price. */
  add({ row }: { row: number }, field: Field | undefined, value: string | null, what: RemarkText): undefined {
    this.rows.add(row)
    this.#report.fault({ row, column: field ? this.#columnOf(field) : this.#columnOfPrice(), value, ...what })
  }

  /** Skips a row without reporting an error of the file. */
  leaveOut({ row }: { row: number }, field: Field, value: string | null, what: RemarkText): void {
    this.rows.add(row)
    this.#report.leaveOut({ row, column: this.#columnOf(field), value, ...what })
  }

  /** Adds an error for a product that has changed since the preview. */
  addChangedMeanwhile({ row }: { row: number }): void {
    this.rows.add(row)
    this.#report.fault({ row, column: null, value: null, ...remarkText('changed_meanwhile') })
  }

  /** Adds an error to the column with this index. */
  addToColumn({ row }: { row: number }, index: number, value: string | null, what: RemarkText): void {
    this.rows.add(row)
    this.#report.fault({ row, column: this.#read.headers[index] ?? null, value, ...what })
  }

  addToBarcodes(row: { row: number }, value: string | null, what: RemarkText): void {
    this.addToColumn(
      row,
      this.#read.columns.findIndex(({ kind }) => kind === 'barcodes'),
      value,
      what,
    )
  }

  addBrokenRule(row: { row: number }, { field, remarkText }: BrokenRule): undefined {
    this.add(row, field === 'retailPrice' ? undefined : (field as Field), null, remarkText)
  }

  #columnOf(field: Field): string | null {
    const index = this.#read.columns.findIndex((column) => column.kind === 'field' && column.field === field)
    return this.#read.headers[index] ?? null
  }

  #columnOfPrice(): string | null {
    for (const [index, type] of this.#priceColumns)
      if (type.isDefault) return this.#read.headers[index] ?? null
    return null
  }
}
