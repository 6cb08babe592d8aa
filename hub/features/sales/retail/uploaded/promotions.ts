import { and, eq, inArray } from 'drizzle-orm'
import { promotions } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import { groupPathsOf } from '#hub/features/catalog/product-groups/group-paths.ts'
import type { SaleFlag } from '#shared/contracts/sales/retail-sales.ts'
import { type Amount, amountToNumber } from '#shared/money/decimal.ts'
import type { ActivePromotion } from '#shared/pricing/promotions/model.ts'
import { priceCart } from '#shared/pricing/promotions/price-cart.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import type { SaleContext } from './sale-context.ts'
import type { UploadedSale } from './uploaded-sale.ts'

/** The promotions that some uploaded sales name, as head office has them now. */
export interface KnownPromotions {
  promotions: Map<string, ActivePromotion>
  /** Of each product its group and those above. */
  groupPaths: Map<string, string[]>
}

/** Major units, as a till has told them: with any places. */
export const toldAmount = (told: number): number => Math.round(told * 100)

const isOfPromotion = ({ kind }: ReadSale['discounts'][number]): boolean =>
  kind === 'Promotion' || kind === 'Coupon'

export async function loadPromotions(tx: Tx, sales: readonly UploadedSale[]): Promise<KnownPromotions> {
  const named = sales.filter(({ body }) => !body.isReturn && body.discounts.some(isOfPromotion))
  if (named.length === 0) return { promotions: new Map(), groupPaths: new Map() }
  const ids = named.flatMap(({ body }) => body.discounts.flatMap(({ refId }) => refId ?? []))
  const rows = await tx
    .select()
    .from(promotions)
    .where(and(eq(promotions.organizationId, tx.organizationId), inArray(promotions.id, [...new Set(ids)])))
  const productIds = named.flatMap(({ body }) => body.lines.map(({ productId }) => productId))
  return {
    promotions: new Map(rows.map((row) => [row.id, row])),
    groupPaths: await groupPathsOf(tx, [...new Set(productIds)]),
  }
}

/**
 * A promotion that the till says has taken off more than it gives, or that is not there. It is reckoned anew as it is now, without its
 * time: a cart is paid as it was shown (docs/domain.md#promotions).
 */
export function* flagPromotions(sale: ReadSale, context: SaleContext): Generator<SaleFlag> {
  const taken = takenBy(sale)
  if (sale.isReturn || taken.size === 0) return
  const known = [...taken.keys()].flatMap((id) => context.promotions.promotions.get(id) ?? [])
  const given =
    exactly(() => givenBy(sale, context, known)) ?? new Map(known.map(({ id }) => [id, 0 as Amount]))
  for (const [id, { name, sum }] of taken) {
    const words = `The promotion ${name} has taken off ${amountToNumber(sum)}`
    const gives = given.get(id)
    if (gives === undefined)
      yield { code: 'promotion_unknown', detail: `${words}, and head office has none such` }
    else if (sum > gives)
      yield { code: 'promotion_differs', detail: `${words}, and gives ${amountToNumber(gives)}` }
  }
}

/** undefined past the exact range. */
function exactly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
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

const ANY_TIME = { startsAt: null, endsAt: null, daysOfWeek: [], timeFrom: null, timeTo: null }

/** What each comes to, with as much off by hand as the sale says; what combines is reckoned together. */
function givenBy(
  { lines }: ReadSale,
  { promotions: { groupPaths }, products, storeId, retailPointId, moment }: SaleContext,
  known: readonly ActivePromotion[],
): Map<string, Amount> {
  const { trace } = priceCart({
    lines: lines.map(({ productId, quantity, price }) => {
      const product = products.get(productId)
      return {
        ...{ productId, quantity, price, minPrice: null },
        groupIds: groupPaths.get(productId) ?? [],
        isDiscountProhibited: product?.isDiscountProhibited ?? false,
        isWeighed: product?.isWeighed ?? false,
      }
    }),
    promotions: known.map((each) => ({ ...each, ...ANY_TIME, isActive: true, requiresCard: false })),
    card: null,
    coupons: known.flatMap(({ couponCode }) => couponCode ?? []),
    ...{ moment: moment.date, timeZone: 'UTC', strategy: 'BySum', storeId, retailPointId },
  })
  return new Map(trace.map(({ refId, amount: off }) => [refId, off]))
}
