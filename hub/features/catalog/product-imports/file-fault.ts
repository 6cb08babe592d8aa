import type { Said } from '#shared/imports/remarks.ts'
import { Problem } from '#shared/problems/problem.ts'

/** The refusal of a file as a whole. `extensions`: members of the answer. */
export const fileFault = (
  { code, values, message }: Said,
  extensions: Record<string, unknown> = {},
): Problem =>
  new Problem('invalid_request', {
    detail: `file: ${message}`,
    errors: [{ pointer: '#/file', detail: message, code, values }],
    extensions,
  })
