import type { CartLine as TillCartLine } from '#shared/contracts/till/till.ts'
import { type Amount, percent } from '#shared/money/decimal.ts'
import type { Cart } from '#shared/pricing/promotions/model.ts'
import { priceCart } from '#shared/pricing/promotions/price-cart.ts'
import { saleTotals } from '#shared/pricing/sale.ts'
import { must } from '#shared/std/must.ts'
import { cartLine, cartOf, randomPromotion } from '#test/support/carts.ts'
import { Random } from '#test/support/random.ts'
import type { Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { percentile } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'
import { fillCatalog, findProducts } from '../world/catalog.ts'
import { Point } from '../world/point.ts'
import { addPromotions } from '../world/promotions.ts'
import { Shop } from '../world/shop.ts'

const LINES = 100
const PROMOTIONS = 500
const VAT_RATE = percent(12)

/** Times in ms. */
interface Times {
  pricing: number[]
  sums: number[]
  request: number[]
  smallRequest: number[]
}

/**
 * Cart of 100 lines with 500 promotions: the pricing function alone, and a complete request that changes one
 * line.
 */
export const LARGE_CART: Measurement = {
  name: 'large-cart',
  measure: async (bench) => {
    const { isQuick, runs } = bench.options
    await using shop = await Shop.open(bench)
    await fillCatalog(shop, 1_000)
    const numbers = Array.from({ length: LINES }, (_, i) => i + 1)
    const products = await findProducts(shop.sql, numbers)
    await addPromotions(shop.office, products, PROMOTIONS)
    await using point = await Point.open(bench, shop)
    for (const { id } of products) await point.till.add({ productId: id })

    const measured: Times[] = []
    for (let run = 0; run < runs; run++) measured.push(await measureOnce(point, isQuick ? 20 : 300))
    return figuresOf(measured)
  },
}

async function measureOnce({ till }: Point, count: number): Promise<Times> {
  const cart = generatedCart()
  const { lines } = await till.cart()
  const times: Times = { pricing: [], sums: [], request: [], smallRequest: [] }
  for (let i = 0; i < count; i++) {
    times.pricing.push(await timed(async () => priceCart(cart)))
    times.sums.push(await timed(async () => sumsOf(cart)))
    const { id }: TillCartLine = must(lines[i % lines.length])
    const quantity = 1 + (i % 3)
    times.request.push(await timed(() => till.expect('PATCH', `/cart/lines/${id}`, { quantity })))
    times.smallRequest.push(await timed(() => till.expect('GET', '/cashiers')))
  }
  return times
}

/** Returns a generated cart in which five promotions apply to each line. */
function generatedCart(): Cart {
  const random = new Random('a large cart')
  const lines = Array.from({ length: LINES }, (_, i) =>
    cartLine(`p${i}`, 1 + i / 4, { groupIds: [`g${i % 10}`] }),
  )
  const promotions = Array.from({ length: PROMOTIONS }, (_, i) => ({
    ...randomPromotion(random, `promotion ${i}`),
    conditions: { productIds: [`p${i % LINES}`], groupIds: [], minQuantity: null, minAmount: null },
  }))
  return cartOf(lines, { promotions })
}

const sumsOf = ({ lines }: Cart) =>
  saleTotals(
    lines.map(({ quantity, price }) => ({ quantity, price, discountAmount: 0 as Amount, vatRate: VAT_RATE })),
    true,
  )

function figuresOf(runs: readonly Times[]): Figure[] {
  const figure = (name: string, share: number, product: keyof Times, floor: keyof Times): Figure => ({
    name: `cart of ${LINES} lines, ${PROMOTIONS} promotions, ${name}, p${share * 100}`,
    unit: 'ms',
    product: runs.map((times) => percentile(times[product], share)),
    floor: runs.map((times) => percentile(times[floor], share)),
  })
  return [
    figure('pricing beside bare sums', 0.5, 'pricing', 'sums'),
    figure('pricing beside bare sums', 0.99, 'pricing', 'sums'),
    figure('a changed line beside a small request', 0.5, 'request', 'smallRequest'),
    figure('a changed line beside a small request', 0.99, 'request', 'smallRequest'),
  ]
}
