import { MoySkladTrouble } from '#hub/integrations/extsys/moysklad.ts'
import { Problem } from '#shared/problems/problem.ts'

/** Returns an error of MoySklad as a Problem with its message: `extsys_refused`, `extsys_unanswered`. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof MoySkladTrouble)) return error
  const code = error.kind === 'Unavailable' ? 'extsys_unanswered' : 'extsys_refused'
  return new Problem(code, { detail: error.message })
}
