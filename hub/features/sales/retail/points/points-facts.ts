import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { loyaltyCards, loyaltyPoints, loyaltyPrograms } from '#hub/db/tables/loyalty.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupPathsOf } from '#hub/features/catalog/product-groups/group-paths.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'

export type PointsInsert = typeof loyaltyPoints.$inferInsert
export type CardRow = typeof loyaltyCards.$inferSelect
export type ProgramRow = typeof loyaltyPrograms.$inferSelect

/** Posted receipt with the data needed for points. */
export interface CountedSale {
  id: string
  originalSaleId: string | null
  date: Date
  sum: Amount
  /** Amount paid or refunded in points. */
  bonusPaid: Amount
}

export interface PointsFacts {
  /** Cards, locked against concurrent changes of their points. */
  cards: Map<string, CardRow>
  programs: Map<string, ProgramRow>
  /** All ledger entries of the cards. */
  ledger: PointsInsert[]
  /** Posted receipts that the sales return, by id. */
  originals: Map<string, CountedSale>
  /** Posted returns by the id of the returned receipt. */
  returns: Map<string, CountedSale[]>
  /** Groups of each product including all ancestors, for programs that exclude groups. */
  groupsOf: Map<string, string[]>
}

interface Named {
  cardIds: readonly string[]
  saleIds: readonly string[]
  originalIds: readonly string[]
  productIds: readonly string[]
}

/** Loads and locks the data for booking points. Returns undefined when the sales involve no card. */
export async function loadPointsFacts(tx: Tx, named: Named): Promise<PointsFacts | undefined> {
  const { saleIds, originalIds, productIds } = named
  const ofOriginals = originalIds.length === 0 ? [] : await cardsOfSales(tx, originalIds)
  const cardIds = [...new Set([...named.cardIds, ...ofOriginals])]
  if (cardIds.length === 0) return undefined
  const cards = await tx
    .select()
    .from(loyaltyCards)
    .where(and(eq(loyaltyCards.organizationId, tx.organizationId), inArray(loyaltyCards.id, cardIds)))
    .orderBy(asc(loyaltyCards.id))
    .for('no key update')
  const programs = await tx
    .select()
    .from(loyaltyPrograms)
    .where(eq(loyaltyPrograms.organizationId, tx.organizationId))
  const ledger = await tx
    .select()
    .from(loyaltyPoints)
    .where(and(eq(loyaltyPoints.organizationId, tx.organizationId), inArray(loyaltyPoints.cardId, cardIds)))
    .orderBy(asc(loyaltyPoints.at), asc(loyaltyPoints.id))
  const sales = await countedSales(tx, originalIds, [...originalIds, ...saleIds])
  const hasExclusions = programs.some(({ excludedGroupIds }) => excludedGroupIds.length > 0)
  return {
    cards: new Map(cards.map((card) => [card.id, card])),
    programs: new Map(programs.map((program) => [program.id, program])),
    ledger,
    originals: new Map(sales.map((sale) => [sale.id, sale])),
    returns: Map.groupBy(
      sales.filter(({ originalSaleId }) => originalSaleId),
      ({ originalSaleId }) => must(originalSaleId),
    ),
    groupsOf: hasExclusions ? await groupPathsOf(tx, productIds) : new Map(),
  }
}

async function cardsOfSales(tx: Tx, saleIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ cardId: loyaltyPoints.cardId })
    .from(loyaltyPoints)
    .where(
      and(eq(loyaltyPoints.organizationId, tx.organizationId), inArray(loyaltyPoints.saleId, [...saleIds])),
    )
  return rows.map(({ cardId }) => cardId)
}

function countedSales(
  tx: Tx,
  ids: readonly string[],
  originalIds: readonly string[],
): Promise<CountedSale[]> {
  return tx
    .select({
      id: retailSales.id,
      originalSaleId: retailSales.originalSaleId,
      date: retailSales.date,
      // Points are calculated in the currency of the receipt, as at the till.
      sum: sql`coalesce((${retailSales.foreignMoney} ->> 'sum')::bigint, ${retailSales.sum})`.mapWith(
        (sum) => Number(sum) as Amount,
      ),
      bonusPaid: sql`coalesce((
        SELECT sum(coalesce((retail_sales.foreign_money -> 'payments' ->> paid.position)::bigint, paid.amount))
        FROM retail_sale_payments paid
        WHERE paid.organization_id = ${tx.organizationId} AND paid.sale_id = retail_sales.id AND paid.type = 'Bonus'), 0)`.mapWith(
        (sum) => Number(sum) as Amount,
      ),
    })
    .from(retailSales)
    .where(
      and(
        eq(retailSales.organizationId, tx.organizationId),
        eq(retailSales.status, 'Posted'),
        or(inArray(retailSales.id, [...ids]), inArray(retailSales.originalSaleId, [...originalIds])),
      ),
    )
    .orderBy(asc(retailSales.date), asc(retailSales.id))
}
