import { amount, type Percent, percent } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import type { ReplicaSettings } from '#shared/sync/download.ts'
import { type Cart, type CartTerms, NOBODY } from '../../journal/carts.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import { applyPromotions } from './apply-promotions.ts'
import type { CartParts } from './cart-parts.ts'
import { priceCart, refuseTooLarge } from './price-cart.ts'

/** Returns the open cart of a till. Creates an empty cart if there is none. */
export function getOpenCart({ replica }: { replica: Replica }, tx: JournalWriter, tillId: string): Cart {
  const open = tx.carts.findOpen(tillId)
  if (open) return open
  const cart = emptyCart(termsFrom(replica.read(({ settings }) => settings.get())))
  tx.carts.saveOpen(tillId, cart)
  return cart
}

export function emptyCart(terms: CartTerms): Cart {
  return {
    id: newId(),
    version: 1,
    terms,
    isReturn: false,
    original: null,
    refundable: null,
    goodsLeft: null,
    refunds: null,
    discount: null,
    discountApproval: null,
    coupons: [],
    confirmedAge: 0,
    trace: [],
    buyer: NOBODY,
    back: null,
    lines: [],
    vouchers: [],
    removed: [],
  }
}

export function termsFrom(settings: ReplicaSettings): CartTerms {
  const { retailPointId, storeId, currencyCode, vatIncluded } = settings
  return {
    retailPointId,
    storeId,
    currencyCode,
    vatIncluded,
    maxDiscountPercent: settings.allowDiscount ? percent(settings.maxDiscountPercent) : (0 as Percent),
    rounding: {
      mode: settings.cashRounding,
      step: amount(settings.cashRoundingStep),
      appliesTo: settings.cashRoundingAppliesTo,
    },
    paymentTypes: settings.paymentTypes,
    allowRefundOtherTender: settings.allowRefundOtherTender,
    offlineVoucherLimit: amount(settings.offlineVoucherLimit),
    maxVoucherSale: amount(settings.maxVoucherSale),
    taxSystem: settings.taxSystem,
    zeroLines: settings.zeroLines,
    requireShift: settings.requireShift,
  }
}

/**
 * Saves a changed cart and increments its version. Recalculates promotions, and removes the discount of a
 * cart without lines. Throws `invalid_request` when the cart exceeds the limits of a sale.
 */
export function saveChanged(agent: CartParts, tx: JournalWriter, tillId: string, changed: Cart): Cart {
  // Check the size before the promotions are calculated, because their cost grows with the cart.
  refuseTooLarge(changed)
  if (changed.back) priceCart(changed.back)
  const without = changed.lines.length === 0 && { discount: null, discountApproval: null }
  const cart = applyPromotions(agent, { ...changed, ...without, version: changed.version + 1 })
  tx.carts.saveOpen(tillId, cart)
  return cart
}
