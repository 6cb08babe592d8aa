import { manualDiscounts, wholeDiscount } from '#shared/pricing/manual-discounts.ts'
import type {
  CartCard as PricedCard,
  Cart as PricedCart,
  CartLine as PricedLine,
} from '#shared/pricing/promotions/model.ts'
import { priceCart } from '#shared/pricing/promotions/price-cart.ts'
import { readProgram } from '#shared/pricing/promotions/read-program.ts'
import { must } from '#shared/std/must.ts'
import { hubNow } from '../../clock.ts'
import type { Cart, CartCard, CartLine } from '../../journal/carts.ts'
import type { ReplicaReader } from '../../replica/replica.ts'
import { cardOf } from '../buyers/card-of.ts'
import type { CartParts } from './cart-parts.ts'
import { discountable } from './price-cart.ts'
import { selectOffers } from './select-offers.ts'

/**
 * Returns the cart with the discounts of promotions and of the card (docs/domain.md#promotions). They are
 * computed whenever a cart changes, and stored with it. The customer therefore pays the displayed price, even
 * if the promotion has ended in the meantime or the replica is being rebuilt. Returned goods keep the
 * discounts of their sale. Without a replica, no promotions apply.
 */
export function applyPromotions(agent: CartParts, cart: Cart): Cart {
  const plain = withoutPromotions(cart)
  if (cart.isReturn || cart.lines.length === 0) return plain
  return agent.replica.find((reader) => priced(agent, reader, plain)) ?? plain
}

const withoutPromotions = (cart: Cart): Cart => ({
  ...cart,
  trace: [],
  lines: cart.lines.map((line) => ({ ...line, cuts: null, earnsPoints: false })),
})

function priced(agent: CartParts, reader: ReplicaReader, cart: Cart): Cart {
  const { promotions, products, settings } = reader
  const known = settings.find()
  if (!known) return cart
  return cutByPromotions(withFreshCard(reader, cart), {
    promotions: promotions.list(),
    moment: hubNow(agent),
    timeZone: known.timeZone,
    strategy: known.discountStrategy,
    placeOf: (productId) => products.findPlace(productId) ?? { groupIds: [], isWeighed: false },
  })
}

interface Known extends Pick<PricedCart, 'promotions' | 'moment' | 'timeZone' | 'strategy'> {
  placeOf: (productId: string) => Pick<PricedLine, 'groupIds' | 'isWeighed'>
}

export function cutByPromotions(cart: Cart, { placeOf, ...known }: Known): Cart {
  const { lines, discount, terms, coupons, buyer } = cart
  if (known.promotions.length === 0 && !buyer.card) return cart
  const { storeId, retailPointId } = terms
  const byPromotions: PricedCart = {
    ...known,
    coupons,
    card: buyer.card && pricedCard(buyer.card),
    storeId,
    retailPointId,
    zeroLines: terms.zeroLines,
    lines: lines.map((line) => ({ ...pricedLine(line), ...placeOf(line.productId) })),
  }
  // Line promotions apply first. The cashier's discount applies to the remainder.
  const reduced = discount ? priceCart(byPromotions).lines : []
  const manual = manualDiscounts(
    lines.map((line, index) => discountable({ ...line, cuts: reduced[index]?.cuts ?? null })),
    discount,
    terms,
  )
  const outcome = priceCart({
    ...byPromotions,
    lines: byPromotions.lines.map((line, index) => ({ ...line, manual: wholeDiscount(must(manual[index])) })),
  })
  return {
    ...cart,
    trace: selectOffers(outcome.trace),
    lines: lines.map((line, index) => {
      const { cuts, earnsPoints } = must(outcome.lines[index])
      return { ...line, cuts, earnsPoints }
    }),
  }
}

const pricedCard = ({ id, programId, program, turnover, balance }: CartCard): PricedCard => ({
  id,
  turnover,
  balance,
  program: readProgram(programId, program),
})

/**
 * Refreshes the card from the replica. A card blocked in the meantime stays in the cart, and the hub flags
 * the sale.
 */
function withFreshCard({ cards }: ReplicaReader, cart: Cart): Cart {
  const held = cart.buyer.card && cards.find(cart.buyer.card.id)
  if (!held?.program) return cart
  return { ...cart, buyer: { ...cart.buyer, card: cardOf({ ...held, program: held.program }) } }
}

const pricedLine = ({ productId, quantity, price, minPrice, isDiscountProhibited }: CartLine) => ({
  productId,
  quantity,
  price,
  minPrice,
  isDiscountProhibited,
})

/** Returns true when any promotion, active or not, has this coupon. */
export function knowsCoupon({ promotions }: ReplicaReader, code: string): boolean {
  return promotions.list().some(({ couponCode }) => couponCode !== null && isSameCoupon(couponCode, code))
}

/** Compares coupons, ignoring case and surrounding spaces. */
export const isSameCoupon = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (code: string): string => code.trim().toLowerCase()
