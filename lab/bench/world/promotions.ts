import type { CatalogProduct } from './catalog.ts'
import type { Office } from './office.ts'

/** Kinds of promotions, used in rotation. */
const KINDS = [
  (i: number) => ({ kind: 'PercentDiscount', effect: { percent: 1 + (i % 20) } }),
  (i: number) => ({ kind: 'AmountDiscount', effect: { amount: 1 + (i % 9) } }),
  (i: number) => ({ kind: 'SpecialPrice', effect: { price: 50 + (i % 400) } }),
  () => ({ kind: 'BuyXGetY', effect: { buyQuantity: 2, getQuantity: 1 } }),
  () => ({ kind: 'NthItemDiscount', effect: { everyNth: 3, percent: 30 } }),
  (i: number) => ({ kind: 'ReceiptThreshold', effect: { threshold: 10_000 + i, percent: 1 } }),
  (i: number) => ({ kind: 'GiftPoints', effect: { points: 5 + (i % 5) }, requiresCard: true }),
  (i: number, [one, other]: readonly string[]) => ({
    kind: 'BundlePrice',
    effect: { bundle: [one, other].map((productId) => ({ productId, quantity: 1 })), price: 90 + i },
  }),
]

/**
 * Adds active promotions. A third apply to a group, a third to two of the `products`, and a third to
 * everything with a coupon that is never used.
 */
export async function addPromotions(
  office: Office,
  products: readonly CatalogProduct[],
  count: number,
): Promise<void> {
  for (let i = 0; i < count; i++) {
    const some = [0, 1].map((offset) => products[(i + offset) % products.length])
    const productIds = some.flatMap((product) => (product ? [product.id] : []))
    const groupIds = some.flatMap((product) => (product ? [product.groupId] : [])).slice(0, 1)
    const goods = [
      { conditions: { groupIds } },
      { conditions: { productIds } },
      { couponCode: `ACTION-${i}` },
    ]
    const made = KINDS[i % KINDS.length]?.(i, productIds)
    await office.send('POST', '/api/promotions', {
      name: `Акция ${i}`,
      priority: i % 10,
      combinable: i % 2 === 0,
      ...made,
      ...goods[i % goods.length],
    })
  }
}
