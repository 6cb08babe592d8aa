import type { Said } from '#shared/imports/remarks.ts'
import type { ProblemCode } from '#shared/problems/catalogue.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'

/** A product breaks a rule of the catalog: a request is refused for it, an import says it of the row. */
export class BrokenRule extends Problem {
  /** Of the product. */
  readonly field: string
  readonly said: Said

  /** `path`: as for `invalidField`. */
  constructor(path: readonly [field: string, ...PropertyKey[]], what: Said, code?: ProblemCode) {
    const { code: problemCode, options } = invalidField(path, what.message, code)
    super(problemCode, options)
    this.field = path[0]
    this.said = what
  }
}
