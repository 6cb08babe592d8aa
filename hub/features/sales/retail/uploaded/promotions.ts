import { and, eq, inArray } from 'drizzle-orm'
import { loyaltyCards, loyaltyPrograms, promotions } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupPathsOf } from '#hub/features/catalog/product-groups/group-paths.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'
import { programPercent } from '#shared/loyalty/program-percent.ts'
import { type Amount, amountToNumber, type Percent } from '#shared/money/decimal.ts'
import { percentOff } from '#shared/pricing/line.ts'
import type { ActivePromotion } from '#shared/pricing/promotions/model.ts'
import { priceCart } from '#shared/pricing/promotions/price-cart.ts'
import { isOfSet } from '#shared/pricing/promotions/savings.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import type { SaleContext } from './sale-context.ts'
import type { UploadedSale } from './uploaded-sale.ts'

/** The promotions that some uploaded sales name, as head office has them now. */
export interface KnownPromotions {
  promotions: Map<string, ActivePromotion>
  /** Of each product its group and those above. */
  groupPaths: Map<string, string[]>
  /** By loyalty card: the most that its program takes off. */
  cardPercents: Map<string, Percent>
}

/** Major units, as a till has told them: with any places. */
export const toldAmount = (told: number): number => Math.round(told * 100)

const isOfPromotion = ({ kind }: ReadSale['discounts'][number]): boolean =>
  kind === 'Promotion' || kind === 'Coupon'

const isOfCard = ({ kind }: ReadSale['discounts'][number]): boolean => kind === 'Loyalty'

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
  const told = named.flatMap(({ body }) => body.lines.map(({ productId }) => productId))
  const productIds = [...new Set(told)]
  return {
    promotions: new Map(rows.map((row) => [row.id, row])),
    groupPaths: await groupPathsOf(tx, productIds),
    cardPercents: await loadCardPercents(
      tx,
      named.flatMap(({ body }) => body.discounts.filter(isOfCard).flatMap(({ refId }) => refId ?? [])),
    ),
  }
}

/**
 * A promotion that is not there, or that the till says has taken off more than it can give. The most is what it gives alone,
 * as it is now, to anybody and at any time: a cart is paid as it was shown (docs/domain.md#promotions).
 */
export function* flagPromotions(sale: ReadSale, context: SaleContext): Generator<Flag> {
  if (sale.isReturn) return
  for (const [id, { name, sum }] of takenBy(sale)) {
    const told = { promotion: name, taken: amountToNumber(sum) }
    const promotion = context.promotions.promotions.get(id)
    if (!promotion) {
      yield flag('promotion_unknown.sum', told)
      continue
    }
    const most = mostOf(promotion, sale, context)
    // Of percentages that come to one each share is rounded.
    if (sum > most + sale.lines.length)
      yield flag('promotion_differs.sum', { ...told, most: amountToNumber(most) })
  }
}

/**
 * A card that the till says has taken off more than the highest level of its program does. A card that is not there is flagged
 * with its points.
 */
export function* flagCardDiscount(sale: ReadSale, { promotions }: SaleContext): Generator<Flag> {
  if (sale.isReturn) return
  for (const { refId, lineNo, amount } of sale.discounts.filter(isOfCard)) {
    const line = sale.lines.find((each) => each.lineNo === lineNo)
    const percent = promotions.cardPercents.get(refId ?? '')
    if (!line || percent === undefined) continue
    const most = percentOff(line.quantity, line.price, percent)
    // Percentages of promotions and the card come to one: the share is rounded.
    if (toldAmount(amount) > most + 1)
      yield {
        lineNo: line.lineNo,
        ...flag('card_differs', { taken: amount, most: amountToNumber(most) }),
      }
  }
}

/** Points that a promotion is not there for, or does not give. */
export function* flagGifts({ points, isReturn }: ReadSale, { promotions }: SaleContext): Generator<Flag> {
  for (const gift of isReturn ? [] : (points?.gifts ?? [])) {
    const told = { promotion: gift.name, points: amountToNumber(gift.points) }
    const promotion = promotions.promotions.get(gift.promotionId)
    if (!promotion) yield flag('promotion_unknown.points', told)
    else if (gift.points > (promotion.kind === 'GiftPoints' ? (promotion.effect.points ?? 0) : 0))
      yield flag('promotion_differs.points', told)
  }
}

function takenBy({ discounts }: ReadSale): Map<string, { name: string; sum: Amount }> {
  const taken = new Map<string, { name: string; sum: Amount }>()
  for (const discount of discounts.filter(isOfPromotion)) {
    const id = discount.refId ?? ''
    const before = taken.get(id)?.sum ?? 0
    taken.set(id, { name: discount.name ?? id, sum: (before + toldAmount(discount.amount)) as Amount })
  }
  return taken
}

const FOR_ANYBODY = {
  ...{ isActive: true, startsAt: null, endsAt: null, daysOfWeek: [], timeFrom: null, timeTo: null },
  ...{ requiresCard: false, couponCode: null },
}

/**
 * What a set takes off depends on which lines other sets have left to it: at most its percentage of the lines that it reduced, and
 * where it is spread over its units no more of that than its gifts are of them, as they are the cheapest.
 */
function withoutSet(promotion: ActivePromotion, sale: ReadSale): [ActivePromotion, ReadSale['lines']] {
  if (!isOfSet(promotion)) return [promotion, sale.lines]
  const { effect, conditions } = promotion
  const reduced = new Set(
    sale.discounts.filter(({ refId }) => refId === promotion.id).map(({ lineNo }) => lineNo),
  )
  const whole = effect.percent ?? (100_00 as Percent)
  const percent = sale.pricing < 2 ? whole : Math.ceil(whole * shareOfGifts(promotion))
  return [
    {
      ...promotion,
      kind: 'PercentDiscount',
      effect: { ...effect, percent: percent as Percent },
      conditions: { ...conditions, minQuantity: null, minAmount: null },
    },
    sale.lines.filter(({ lineNo }) => reduced.has(lineNo)),
  ]
}

function shareOfGifts({ kind, effect }: ActivePromotion): number {
  if (kind === 'NthItemDiscount') return 1 / (effect.everyNth ?? 2)
  if (kind !== 'BuyXGetY') return 1
  const get = effect.getQuantity ?? 1
  return get / ((effect.buyQuantity ?? 1) + get)
}

/** 0 past the exact range. */
function mostOf(
  promotion: ActivePromotion,
  sale: ReadSale,
  { promotions: { groupPaths }, products, storeId, retailPointId, moment }: SaleContext,
): Amount {
  const [alone, lines] = withoutSet(promotion, sale)
  try {
    return priceCart({
      lines: lines.map(({ productId, quantity, price }) => ({
        ...{ productId, quantity, price, minPrice: null },
        groupIds: groupPaths.get(productId) ?? [],
        isDiscountProhibited: products.get(productId)?.isDiscountProhibited ?? false,
        isWeighed: products.get(productId)?.isWeighed ?? false,
      })),
      promotions: [{ ...alone, ...FOR_ANYBODY }],
      ...{ card: null, coupons: [], moment: moment.date, timeZone: 'UTC', strategy: 'BySum' },
      ...{ storeId, retailPointId, pricing: sale.pricing, zeroLines: 'Allow' },
    }).discountSum
  } catch (error) {
    if (error instanceof RangeError) return 0 as Amount
    throw error
  }
}
