import { type Flag, flag } from '#shared/flags/flag.ts'
import { type Amount, amountToNumber, type Percent } from '#shared/money/decimal.ts'
import { percentOff } from '#shared/pricing/line.ts'
import type { ActivePromotion } from '#shared/pricing/promotions/model.ts'
import { priceCart } from '#shared/pricing/promotions/price-cart.ts'
import { isOfSet } from '#shared/pricing/promotions/savings.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { isOfCard, isOfPromotion } from './known-promotions.ts'
import type { SaleContext } from './sale-context.ts'
import { statedAmount } from './stated-amount.ts'

/**
 * Flags a promotion that does not exist, or that gave more than it can. The maximum is the discount by its
 * current settings, without other promotions and regardless of customer and time, because a cart is paid as
 * displayed (docs/domain.md#promotions).
 */
export function* flagPromotions(sale: ReadSale, context: SaleContext): Generator<Flag> {
  if (sale.isReturn) return
  for (const [id, { name, sum }] of takenBy(sale)) {
    const stated = { promotion: name, taken: amountToNumber(sum) }
    const promotion = context.promotions.promotions.get(id)
    if (!promotion) {
      yield flag('promotion_unknown.sum', stated)
      continue
    }
    const most = mostOf(promotion, sale, context)
    // The share of each line is rounded when percentages are combined.
    if (sum > most + sale.lines.length)
      yield flag('promotion_differs.sum', { ...stated, most: amountToNumber(most) })
  }
}

/**
 * Flags a card discount that exceeds the highest level of the card's program. A card that does not exist is
 * flagged with its points.
 */
export function* flagCardDiscount(sale: ReadSale, { promotions }: SaleContext): Generator<Flag> {
  if (sale.isReturn) return
  for (const { refId, lineNo, amount } of sale.discounts.filter(isOfCard)) {
    const line = sale.lines.find((each) => each.lineNo === lineNo)
    const percent = promotions.cardPercents.get(refId ?? '')
    if (!line || percent === undefined) continue
    const most = percentOff(line.quantity, line.price, percent)
    // When the percentages of promotions and the card are combined, the share of the card is rounded.
    if (statedAmount(amount) > most + 1)
      yield {
        lineNo: line.lineNo,
        ...flag('card_differs', { taken: amount, most: amountToNumber(most) }),
      }
  }
}

/** Flags gift points of a promotion that does not exist or does not give that many points. */
export function* flagGifts({ points, isReturn }: ReadSale, { promotions }: SaleContext): Generator<Flag> {
  for (const gift of isReturn ? [] : (points?.gifts ?? [])) {
    const stated = { promotion: gift.name, points: amountToNumber(gift.points) }
    const promotion = promotions.promotions.get(gift.promotionId)
    if (!promotion) yield flag('promotion_unknown.points', stated)
    else if (gift.points > (promotion.kind === 'GiftPoints' ? (promotion.effect.points ?? 0) : 0))
      yield flag('promotion_differs.points', stated)
  }
}

function takenBy({ discounts }: ReadSale): Map<string, { name: string; sum: Amount }> {
  const taken = new Map<string, { name: string; sum: Amount }>()
  for (const discount of discounts.filter(isOfPromotion)) {
    const id = discount.refId ?? ''
    const before = taken.get(id)?.sum ?? 0
    taken.set(id, { name: discount.name ?? id, sum: (before + statedAmount(discount.amount)) as Amount })
  }
  return taken
}

const FOR_ANYBODY = {
  isActive: true,
  startsAt: null,
  endsAt: null,
  daysOfWeek: [],
  timeFrom: null,
  timeTo: null,
  requiresCard: false,
  couponCode: null,
}

/**
 * Replaces a set promotion by its upper limit, because its actual discount depends on the lines used by other
 * sets. The limit is its percentage of the lines that it reduced. When the discount is spread over all units
 * of the set, only the share of the gifts counts, as they are the cheapest units.
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

/** Returns the maximum discount of a promotion, or 0 when the calculation exceeds the exact range. */
function mostOf(
  promotion: ActivePromotion,
  sale: ReadSale,
  { promotions: { groupPaths }, products, storeId, retailPointId, moment }: SaleContext,
): Amount {
  const [alone, lines] = withoutSet(promotion, sale)
  try {
    return priceCart({
      lines: lines.map(({ productId, quantity, price }) => ({
        productId,
        quantity,
        price,
        minPrice: null,
        groupIds: groupPaths.get(productId) ?? [],
        isDiscountProhibited: products.get(productId)?.isDiscountProhibited ?? false,
        isWeighed: products.get(productId)?.isWeighed ?? false,
      })),
      promotions: [{ ...alone, ...FOR_ANYBODY }],
      card: null,
      coupons: [],
      moment: moment.date,
      timeZone: 'UTC',
      strategy: 'BySum',
      storeId,
      retailPointId,
      pricing: sale.pricing,
      zeroLines: 'Allow',
    }).discountSum
  } catch (error) {
    if (error instanceof RangeError) return 0 as Amount
    throw error
  }
}
