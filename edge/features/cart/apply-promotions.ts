import type { Amount } from '#shared/money/decimal.ts'
import { manualDiscounts, wholeDiscount } from '#shared/pricing/manual-discounts.ts'
import type { CartLine as PricedLine } from '#shared/pricing/promotions/model.ts'
import { priceCart } from '#shared/pricing/promotions/price-cart.ts'
import { must } from '#shared/std/must.ts'
import { hubNow } from '../../clock.ts'
import type { Cart, CartLine } from '../../journal/carts.ts'
import type { ReplicaReader } from '../../replica/replica.ts'
import type { CartParts } from './open-cart.ts'

/**
 * The cart with what promotions take off it now (docs/domain.md#promotions). They are worked out whenever a cart changes,
 * and kept with it: it is paid as it was shown, also when the promotion has ended meanwhile or the replica is being rebuilt.
 * What comes back is returned as it was sold; while there is no replica, nothing is known of promotions.
 */
export function applyPromotions(agent: CartParts, cart: Cart): Cart {
  const plain = withoutPromotions(cart)
  if (cart.isReturn || cart.lines.length === 0) return plain
  return agent.replica.find((reader) => priced(agent, reader, plain)) ?? plain
}

const withoutPromotions = (cart: Cart): Cart => ({
  ...cart,
  trace: [],
  lines: cart.lines.map((line) => ({ ...line, cuts: null })),
})

function priced(agent: CartParts, reader: ReplicaReader, cart: Cart): Cart {
  const promotions = reader.promotions.list()
  const settings = reader.settings.find()
  if (promotions.length === 0 || !settings) return cart
  const { lines, discount, terms, coupons } = cart
  const manual = manualDiscounts(lines, discount, terms.maxDiscountPercent)
  const { storeId, retailPointId } = terms
  const outcome = priceCart({
    lines: lines.map((line, index) => pricedLine(reader, line, wholeDiscount(must(manual[index])))),
    ...{ promotions, coupons, card: null },
    ...{ moment: hubNow(agent), timeZone: settings.timeZone, strategy: settings.discountStrategy },
    ...{ storeId, retailPointId },
  })
  return {
    ...cart,
    trace: outcome.trace.filter(({ reason }) => reason !== 'inactive'),
    lines: lines.map((line, index) => ({ ...line, cuts: must(outcome.lines[index]).cuts })),
  }
}

function pricedLine({ products }: ReplicaReader, line: CartLine, manual: Amount): PricedLine {
  const { productId, quantity, price, minPrice, isDiscountProhibited } = line
  const goods = products.findPlace(productId) ?? { groupIds: [], isWeighed: false }
  return { productId, quantity, price, minPrice, isDiscountProhibited, manual, ...goods }
}

/** The promotions that a coupon belongs to, whether they count now or not. */
export function knowsCoupon({ promotions }: ReplicaReader, code: string): boolean {
  return promotions.list().some(({ couponCode }) => couponCode !== null && isSameCoupon(couponCode, code))
}

/** Letter case and spaces around it do not count. */
export const isSameCoupon = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (code: string): string => code.trim().toLowerCase()
