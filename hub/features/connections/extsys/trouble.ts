import { MoySkladTrouble } from '#hub/integrations/extsys/moysklad.ts'
import { Problem } from '#shared/problems/problem.ts'

/**
 * Converts a MoySklad error to a Problem with its message: `extsys_refused` or `extsys_unanswered`. Returns
 * other errors unchanged.
 */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof MoySkladTrouble)) return error
  const code = error.kind === 'Unavailable' ? 'extsys_unanswered' : 'extsys_refused'
  return new Problem(code, { detail: error.message })
}
