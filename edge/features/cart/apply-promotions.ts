import { manualDiscounts, wholeDiscount } from '#shared/pricing/manual-discounts.ts'
import type { Cart as PricedCart, CartLine as PricedLine } from '#shared/pricing/promotions/model.ts'
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

function priced(agent: CartParts, { promotions, products, settings }: ReplicaReader, cart: Cart): Cart {
  const known = settings.find()
  if (!known) return cart
  return cutByPromotions(cart, {
    ...{ promotions: promotions.list(), moment: hubNow(agent) },
    ...{ timeZone: known.timeZone, strategy: known.discountStrategy },
    placeOf: (productId) => products.findPlace(productId) ?? { groupIds: [], isWeighed: false },
  })
}

interface Known extends Pick<PricedCart, 'promotions' | 'moment' | 'timeZone' | 'strategy'> {
  placeOf: (productId: string) => Pick<PricedLine, 'groupIds' | 'isWeighed'>
}

export function cutByPromotions(cart: Cart, { placeOf, ...known }: Known): Cart {
  if (known.promotions.length === 0) return cart
  const { lines, discount, terms, coupons } = cart
  const manual = manualDiscounts(lines, discount, terms.maxDiscountPercent)
  const { storeId, retailPointId } = terms
  const outcome = priceCart({
    ...{ ...known, coupons, card: null, storeId, retailPointId },
    lines: lines.map((line, index) => ({
      ...pricedLine(line),
      ...{ ...placeOf(line.productId), manual: wholeDiscount(must(manual[index])) },
    })),
  })
  return {
    ...cart,
    trace: outcome.trace,
    lines: lines.map((line, index) => ({ ...line, cuts: must(outcome.lines[index]).cuts })),
  }
}

const pricedLine = ({ productId, quantity, price, minPrice, isDiscountProhibited }: CartLine) => ({
  ...{ productId, quantity, price, minPrice, isDiscountProhibited },
})

/** The promotions that a coupon belongs to, whether they count now or not. */
export function knowsCoupon({ promotions }: ReplicaReader, code: string): boolean {
  return promotions.list().some(({ couponCode }) => couponCode !== null && isSameCoupon(couponCode, code))
}

/** Letter case and spaces around it do not count. */
export const isSameCoupon = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (code: string): string => code.trim().toLowerCase()
