import type { Remark } from '#shared/imports/read-row.ts'
import { Problem } from '#shared/problems/problem.ts'

/** So many of each kind are told; more are only counted. */
export const MOST_REMARKS = 1000
const MOST_CHARACTERS = 200

/** What is wrong with a file, and what is odd. */
export class ImportReport {
  readonly errors: Remark[] = []
  readonly warnings: Remark[] = []
  errorsTotal = 0
  warningsTotal = 0
  /** Why each row is left out: the first reason. */
  readonly refusals = new Map<number, Remark>()

  fault = (remark: Remark): void => {
    this.errorsTotal += 1
    const told = shortened(remark)
    if (this.errors.length < MOST_REMARKS) this.errors.push(told)
    if (!this.refusals.has(told.row)) this.refusals.set(told.row, told)
  }

  /** For a row that cannot be kept here and is no fault of the file: the others are imported. */
  leaveOut(remark: Remark): void {
    this.warn(remark)
    if (!this.refusals.has(remark.row)) this.refusals.set(remark.row, shortened(remark))
  }

  warn = (remark: Remark): void => {
    this.warningsTotal += 1
    if (this.warnings.length < MOST_REMARKS) this.warnings.push(shortened(remark))
  }

  /** With the same remarks so far: a plan that is rebuilt adds its own to those of the file. */
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

  /** Each remark is also one on the place in the file: `#/rows/12/Штрихкод EAN13`. */
  refuse(): Problem {
    const { errors, errorsTotal } = this
    return new Problem('invalid_request', {
      detail: `${errorsTotal} faults in the file: nothing was imported`,
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
