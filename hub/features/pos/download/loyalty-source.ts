import { and, asc, eq } from 'drizzle-orm'
import { loyaltyPrograms, promotions } from '#hub/db/tables/loyalty.ts'
import { presentProgram } from '#hub/features/loyalty/programs/present.ts'
import { presentPromotion } from '#hub/features/loyalty/promotions/present.ts'
import { ReplicaProgram, ReplicaPromotion } from '#shared/sync/download.ts'
import { limitOf, type ReplicaSource, selected } from './selection.ts'

// Tills hash the parsed records, so the members must be in schema order.

export const loadPrograms: ReplicaSource = async (tx, _scope, selection) => {
  const rows = await tx
    .select()
    .from(loyaltyPrograms)
    .where(
      and(eq(loyaltyPrograms.organizationId, tx.organizationId), selected(loyaltyPrograms.id, selection)),
    )
    .orderBy(asc(loyaltyPrograms.id))
    .limit(limitOf(selection))
  return rows.map((row) => ({
    t: 'program',
    op: 'put',
    id: row.id,
    v: ReplicaProgram.parse(presentProgram(row)),
  }))
}

/** Loads all promotions, regardless of store and time. The till decides which ones apply. */
export const loadPromotions: ReplicaSource = async (tx, _scope, selection) => {
  const rows = await tx
    .select()
    .from(promotions)
    .where(and(eq(promotions.organizationId, tx.organizationId), selected(promotions.id, selection)))
    .orderBy(asc(promotions.id))
    .limit(limitOf(selection))
  return rows.map((row) => ({
    t: 'promotion',
    op: 'put',
    id: row.id,
    v: ReplicaPromotion.parse(presentPromotion(row)),
  }))
}
