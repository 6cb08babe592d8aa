import { and, asc, eq, gt } from 'drizzle-orm'
import { products } from '#hub/db/tables/products.ts'
import { costRecalculations } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { BooksFinding, PendingCosts } from '#shared/contracts/inventory/books-check.ts'
import { checkBalances } from './check-balances.ts'
import { checkDays } from './check-days.ts'
import { checkHistories } from './check-histories.ts'
import { checkDocuments, checkLines } from './check-lines.ts'
import { checkPeriods } from './check-periods.ts'
import type { Finding } from './finding.ts'
import { nameFindings } from './name-findings.ts'

const PRODUCTS_AT_ONCE = 100
/** Maximum number of stored findings. Further ones are only counted. */
const FINDINGS_KEPT = 200
const PENDING_KEPT = 200

export interface CheckedBooks {
  products: number
  movements: number
  findingsTotal: number
  /** The first findings. */
  findings: BooksFinding[]
  /** The first products whose costs are being recalculated. */
  pending: PendingCosts[]
}

/**
 * Checks the consistency of the organization's books (docs/domain.md#cost-of-a-movement). Each movement must
 * follow from the preceding ones, and each balance from its last movement. Posted lines must match their
 * movements and hold their costs. Daily, monthly, quarterly and yearly roll-ups must match the documents.
 *
 * Costs of a product that is being recalculated (recalculations.ts) are not checked. The product is listed as
 * pending instead.
 *
 * Reads the whole ledger and writes nothing. Call it in a transaction with a consistent snapshot
 * (`Database.read`). Throws the reason of an aborted signal.
 */
export async function checkBooks(tx: Tx, signal?: AbortSignal): Promise<CheckedBooks> {
  const books = { products: 0, movements: 0, findingsTotal: 0 }
  const kept: Finding[] = []
  const marked = await listMarked(tx)
  const note = (finding: Finding): void => {
    if (isUnfinished(finding) && marked.has(finding.productId ?? '')) return
    books.findingsTotal += 1
    if (kept.length < FINDINGS_KEPT) kept.push(finding)
  }
  for await (const ids of pagesOfProducts(tx)) {
    signal?.throwIfAborted()
    books.products += ids.length
    for await (const finding of checkHistories(tx, ids)) {
      books.movements += 1
      if (finding) note(finding)
    }
    for await (const finding of checkLines(tx, ids)) note(finding)
    for await (const finding of checkBalances(tx, ids)) note(finding)
  }
  for await (const finding of checkDocuments(tx)) note(finding)
  for await (const finding of checkDays(tx, signal)) note(finding)
  for await (const finding of checkPeriods(tx, signal)) note(finding)
  const pending = [...marked.values()].slice(0, PENDING_KEPT)
  return { ...books, findings: await nameFindings(tx, kept), pending }
}

/** True for findings that a pending cost recalculation will correct. */
const isUnfinished = ({ kind }: Finding): boolean => kind === 'WrongMovement' || kind === 'WrongBalance'

async function listMarked(tx: Tx): Promise<Map<string, PendingCosts>> {
  const rows = await tx
    .select({
      productId: costRecalculations.productId,
      productName: products.name,
      from: costRecalculations.fromMoment,
    })
    .from(costRecalculations)
    .innerJoin(
      products,
      and(eq(products.organizationId, tx.organizationId), eq(products.id, costRecalculations.productId)),
    )
    .where(eq(costRecalculations.organizationId, tx.organizationId))
    .orderBy(asc(costRecalculations.fromMoment), asc(costRecalculations.productId))
  return new Map(rows.map((row) => [row.productId, { ...row, from: row.from.toISOString() }]))
}

async function* pagesOfProducts(tx: Tx): AsyncGenerator<string[]> {
  for (let last: string | undefined; ; ) {
    const page = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.organizationId, tx.organizationId), last ? gt(products.id, last) : undefined))
      .orderBy(asc(products.id))
      .limit(PRODUCTS_AT_ONCE)
    if (page.length > 0) yield page.map(({ id }) => id)
    last = page.at(-1)?.id
    if (page.length < PRODUCTS_AT_ONCE) return
  }
}
