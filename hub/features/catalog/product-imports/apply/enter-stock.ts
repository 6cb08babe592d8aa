import { sql } from 'drizzle-orm'
import type { Author, Tx } from '#hub/db/transact.ts'
import { enter } from '#hub/documents/enter.ts'
import { createDocument } from '#hub/documents/save-document.ts'
import { loadSettings } from '#hub/documents/settings.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { type Drafts, inStock, type PlannedEnter, presentDraft } from '../plan/opening-stock.ts'
import { StalePlan } from './apply-plan.ts'

/** No permissions are needed, because the date of a draft is always in an open period. */
const NONE: ReadonlySet<Permission> = new Set()

/** Serializes imports that create stock receipts, so that the second sees the drafts of the first. */
async function oneAfterAnother(tx: Tx): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.organizationId} opening stock`}, 0))`,
  )
}

/**
 * Writes the drafts, dated now. If the current time is in a closed period, they are dated at the first open
 * time. Throws StalePlan.
 */
export async function enterStock(
  tx: Tx,
  planned: readonly PlannedEnter[],
  { author: { employeeId }, fileName }: { author: Author; fileName: string },
): Promise<Drafts> {
  if (planned.length === 0) return []
  await oneAfterAnother(tx)
  for (const { store, lines } of planned) {
    const ids = lines.map(({ productId }) => productId)
    const present = await inStock(tx, store.id, ids)
    if (present.size > 0) throw new StalePlan()
  }
  const { openFrom } = await loadSettings(tx)
  const date = new Date(Math.max(Date.now(), openFrom?.getTime() ?? 0))
  const drafts: Drafts = []
  for (const each of planned) {
    const input = {
      storeId: each.store.id,
      date,
      number: null,
      comment: fileName,
      externalCode: null,
      overheadSum: 0 as Amount,
      overheadDistribution: 'ByPrice' as const,
      lines: each.lines.map(({ productId, quantity, price }) => ({
        productId,
        quantity,
        price,
        reason: null,
        markingCodes: [],
        comment: null,
      })),
    }
    const { document } = await createDocument(tx, enter, input, { employeeId, permissions: NONE })
    const { id, number } = document.header
    drafts.push({ ...presentDraft(each), enterId: id, number })
  }
  return drafts
}
