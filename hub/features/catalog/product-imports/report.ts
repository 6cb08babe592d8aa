import type { Remark } from '#shared/imports/read-row.ts'
import { Problem } from '#shared/problems/problem.ts'

/** Maximum number of listed remarks of each kind. Further ones are only counted. */
export const MOST_REMARKS = 1000
const MOST_CHARACTERS = 200

/** Errors and warnings about a file. */
export class ImportReport {
  readonly errors: Remark[] = []
  readonly warnings: Remark[] = []
  errorsTotal = 0
  warningsTotal = 0
  /** First reason why a row is skipped, for each skipped row. */
  readonly refusals = new Map<number, Remark>()

  fault = (remark: Remark): void => {
    this.errorsTotal += 1
    const shown = shortened(remark)
    if (this.errors.length < MOST_REMARKS) this.errors.push(shown)
    if (!this.refusals.has(shown.row)) this.refusals.set(shown.row, shown)
  }

  /** Skips a row that cannot be stored, without reporting an error of the file. The other rows are imported. */
  leaveOut(remark: Remark): void {
    this.warn(remark)
    if (!this.refusals.has(remark.row)) this.refusals.set(remark.row, shortened(remark))
  }

  warn = (remark: Remark): void => {
    this.warningsTotal += 1
    if (this.warnings.length < MOST_REMARKS) this.warnings.push(shortened(remark))
  }

  /** Returns a copy with the same remarks. When a plan is made again, its remarks are added to those of the file. */
  copy(): ImportReport {
    const copy = new ImportReport()
    copy.errors.push(...this.errors)
    copy.warnings.push(...this.warnings)
    copy.errorsTotal = this.errorsTotal
    for (const [row, fault] of this.refusals) copy.refusals.set(row, fault)
    copy.warningsTotal = this.warningsTotal
    return copy
  }

  get remarks() {
    const { errors, errorsTotal, warnings, warningsTotal } = this
    return { errors, errorsTotal, warnings, warningsTotal }
  }

  /**
   * Returns the problem for the response. Each remark is also listed as an error with its place in the file:
   * `#/rows/12/Штрихкод EAN13`.
   */
  refuse(): Problem {
    const { errors, errorsTotal } = this
    return new Problem('invalid_request', {
      detail: `Errors in the file: ${errorsTotal}. Nothing was imported`,
      errors: errors.map((error) => ({
        pointer: `#/rows/${error.row}${error.column === null ? '' : `/${escaped(error.column)}`}`,
        detail: error.message,
        ...error,
      })),
      extensions: { errorsTotal },
    })
  }
}

const escaped = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1')

const shortened = (remark: Remark): Remark => ({
  ...remark,
  column: remark.column && cut(remark.column),
  value: remark.value && cut(remark.value),
  values: Object.fromEntries(
    Object.entries(remark.values).map(([name, value]) => [
      name,
      typeof value === 'string' ? cut(value) : value,
    ]),
  ),
})

const cut = (text: string): string => text.slice(0, MOST_CHARACTERS).toWellFormed()
