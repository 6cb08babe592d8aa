import type { Field } from '#shared/imports/header-map.ts'
import type { Problem } from '#shared/problems/problem.ts'
import type { ReadProducts } from './read-products.ts'
import type { PriceType } from './references.ts'
import type { ImportReport } from './report.ts'

/** Reports what is wrong with rows, by the column of the file in which it stands. */
export class RowFaults {
  /** The rows that cannot be imported. */
  readonly rows = new Set<number>()
  readonly #read: ReadProducts
  readonly #priceColumns: ReadonlyMap<number, PriceType>
  readonly #report: ImportReport

  constructor(read: ReadProducts, priceColumns: ReadonlyMap<number, PriceType>, report: ImportReport) {
    this.#read = read
    this.#priceColumns = priceColumns
    this.#report = report
  }

  /** Without a field: the retail price. */
  add({ row }: { row: number }, field: Field | undefined, value: string | null, message: string): undefined {
    this.rows.add(row)
    this.#report.fault({ row, column: field ? this.#columnOf(field) : this.#columnOfPrice(), value, message })
  }

  /** The product is not as the preview had it. */
  addChangedMeanwhile({ row }: { row: number }): void {
    this.rows.add(row)
    const message = 'somebody has edited it since the preview'
    this.#report.fault({ row, column: null, value: null, message }, 'changed_meanwhile')
  }

  /** A column by its number. */
  addToColumn({ row }: { row: number }, index: number, value: string | null, message: string): void {
    this.rows.add(row)
    this.#report.fault({ row, column: this.#read.headers[index] ?? null, value, message })
  }

  /** What a rule of the catalog refuses. */
  addProblem(row: { row: number }, { options, message }: Problem): undefined {
    const [fault] = options.errors ?? []
    const field = fault?.pointer.split('/')[1]
    const name = field === 'retailPrice' ? undefined : (field as Field | undefined)
    this.add(row, name, null, fault?.detail ?? message)
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
