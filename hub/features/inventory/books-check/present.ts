import type { Actor } from '#hub/auth/actor.ts'
import type { BooksCheck, BooksFigures } from '#shared/contracts/inventory/books-check.ts'
import type { BooksCheckRow } from './queries.ts'

const NEVER = { products: 0, movements: 0, findingsTotal: 0, findings: [], pending: [] }

export function presentBooksCheck(row: BooksCheckRow | undefined, actor: Actor): BooksCheck {
  const { products, movements, findingsTotal, findings, pending } = row ?? NEVER
  const show = actor.permissions.has('costs.view') ? (figures: BooksFigures) => figures : withoutCosts
  return {
    checkedAt: row?.checkedAt.toISOString() ?? null,
    products,
    movements,
    findingsTotal,
    pending,
    findings: findings.map((finding) => ({
      ...finding,
      stored: finding.stored && show(finding.stored),
      due: finding.due && show(finding.due),
    })),
  }
}

function withoutCosts({
  unitCost: _,
  costSum: __,
  averageCost: ___,
  ...figures
}: BooksFigures): BooksFigures {
  return figures
}
