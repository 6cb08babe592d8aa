import type { Actor } from '#hub/auth/actor.ts'
import type { PriceOverride } from '#shared/contracts/price-overrides.ts'
import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { type FieldError, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import type { ProductInDocument } from './products.ts'
import type { Settings } from './settings.ts'

interface SoldLine {
  lineNo: number
  productId: string
  quantity: Quantity
  /** Total of the line at its price, after its discount, before VAT is added. */
  net: Amount
  hasDiscount: boolean
}

/**
 * Returns the lines sold below the limits of their product (docs/domain.md#price-limits), to be stored with
 * the document. Throws `price_too_small` or `discount_prohibited` naming the lines when the actor lacks
 * permission to override the limits.
 */
export function checkPriceLimits(
  lines: readonly SoldLine[],
  products: ReadonlyMap<string, ProductInDocument>,
  actor: Pick<Actor, 'permissions'>,
  { enforceMinPrice }: Pick<Settings, 'enforceMinPrice'>,
): PriceOverride[] {
  const overrides = lines
    .flatMap((line) => overridesOf(line, must(products.get(line.productId))))
    .filter(({ rule }) => enforceMinPrice || rule !== 'MinPrice')
  if (overrides.length === 0 || actor.permissions.has('sales.override_price')) return overrides
  const errors = overrides.map(({ lineNo, rule }): FieldError => {
    const { name } = must(products.get(must(lines.find((line) => line.lineNo === lineNo)).productId))
    return rule === 'MinPrice'
      ? { pointer: `#/lines/${lineNo - 1}/price`, detail: `${name} is sold below its minimum price` }
      : { pointer: `#/lines/${lineNo - 1}`, detail: `${name} is sold without discounts` }
  })
  throw new Problem(
    overrides.some(({ rule }) => rule === 'MinPrice') ? 'price_too_small' : 'discount_prohibited',
    { detail: 'Without the permission sales.override_price it is not posted', errors },
  )
}

function overridesOf(
  { lineNo, quantity, net, hasDiscount }: SoldLine,
  { minPrice, isDiscountProhibited }: ProductInDocument,
): PriceOverride[] {
  const passed: PriceOverride[] = []
  if (minPrice !== null && net < lineSum(quantity, minPrice)) passed.push({ lineNo, rule: 'MinPrice' })
  if (isDiscountProhibited && hasDiscount) passed.push({ lineNo, rule: 'Discount' })
  return passed
}
