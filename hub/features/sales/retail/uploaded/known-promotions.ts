import { and, eq, inArray } from 'drizzle-orm'
import { loyaltyCards, loyaltyPrograms, promotions } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupPathsOf } from '#hub/features/catalog/product-groups/group-paths.ts'
import { programPercent } from '#shared/loyalty/program-percent.ts'
import type { Amount, Percent } from '#shared/money/decimal.ts'
import type { ActivePromotion } from '#shared/pricing/promotions/model.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import type { UploadedSale } from './uploaded-sale.ts'

/** Promotions applied by uploaded sales, with their current settings. */
export interface KnownPromotions {
  promotions: Map<string, ActivePromotion>
  /** Groups of each product including all ancestors. */
  groupPaths: Map<string, string[]>
  /** Maximum discount of the card's program, by card id. */
  cardPercents: Map<string, Percent>
}

export const isOfPromotion = ({ kind }: ReadSale['discounts'][number]): boolean =>
  kind === 'Promotion' || kind === 'Coupon'

export const isOfCard = ({ kind }: ReadSale['discounts'][number]): boolean => kind === 'Loyalty'

async function loadCardPercents(tx: Tx, cardIds: string[]): Promise<Map<string, Percent>> {
  if (cardIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: loyaltyCards.id, program: loyaltyPrograms })
    .from(loyaltyCards)
    .innerJoin(
      loyaltyPrograms,
      and(
        eq(loyaltyPrograms.organizationId, loyaltyCards.organizationId),
        eq(loyaltyPrograms.id, loyaltyCards.programId),
      ),
    )
    .where(
      and(
        eq(loyaltyCards.organizationId, tx.organizationId),
        inArray(loyaltyCards.id, [...new Set(cardIds)]),
      ),
    )
  return new Map(
    rows.map(({ id, program }) => [id, programPercent(program, Number.MAX_SAFE_INTEGER as Amount)]),
  )
}

export async function loadPromotions(tx: Tx, sales: readonly UploadedSale[]): Promise<KnownPromotions> {
  const named = sales.filter(
    ({ body }) => !body.isReturn && (body.discounts.some(({ refId }) => refId) || body.points?.gifts.length),
  )
  if (named.length === 0) return { promotions: new Map(), groupPaths: new Map(), cardPercents: new Map() }
  const ids = named.flatMap(({ body }) => [
    ...body.discounts.filter(isOfPromotion).flatMap(({ refId }) => refId ?? []),
    ...(body.points?.gifts.map(({ promotionId }) => promotionId) ?? []),
  ])
  const rows = await tx
    .select()
    .from(promotions)
    .where(and(eq(promotions.organizationId, tx.organizationId), inArray(promotions.id, [...new Set(ids)])))
  const stated = named.flatMap(({ body }) => body.lines.map(({ productId }) => productId))
  const productIds = [...new Set(stated)]
  return {
    promotions: new Map(rows.map((row) => [row.id, row])),
    groupPaths: await groupPathsOf(tx, productIds),
    cardPercents: await loadCardPercents(
      tx,
      named.flatMap(({ body }) => body.discounts.filter(isOfCard).flatMap(({ refId }) => refId ?? [])),
    ),
  }
}
