import type { RemarkText } from '#shared/imports/remarks.ts'
import type { ProblemCode } from '#shared/problems/catalogue.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'

/** Violation of a catalog rule by a product. A request fails with it, and an import reports it for the row. */
export class BrokenRule extends Problem {
  /** Field of the product. */
  readonly field: string
  readonly remarkText: RemarkText

  /** `path` has the same form as in `invalidField`. */
  constructor(path: readonly [field: string, ...PropertyKey[]], what: RemarkText, code?: ProblemCode) {
    const { code: problemCode, options } = invalidField(path, what.message, code)
    super(problemCode, options)
    this.field = path[0]
    this.remarkText = what
  }
}
