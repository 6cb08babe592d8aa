import { MoySkladTrouble } from '#hub/extsys/moysklad.ts'
import { Problem } from '#shared/problems/problem.ts'

/** What goes wrong between the hub and MoySklad, as a Problem with its words: extsys_refused, extsys_unanswered. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof MoySkladTrouble)) return error
  const code = error.kind === 'Unavailable' ? 'extsys_unanswered' : 'extsys_refused'
  return new Problem(code, { detail: error.message })
}
