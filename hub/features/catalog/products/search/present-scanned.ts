import type { z } from 'zod'
import type { Actor } from '#hub/auth/actor.ts'
import type { ProductByBarcode } from '#shared/contracts/catalog/products.ts'
import { amountToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { presentPack, presentProduct } from '../present.ts'
import type { Scanned } from './find-by-barcode.ts'

/** Returns one product with the data from the scale label or symbol, or a list of several products. */
export function presentScanned(
  { products: [product, ...others], quantity, pack, sum, facts = {} }: Scanned,
  actor: Actor,
): z.input<typeof ProductByBarcode> {
  const first = presentProduct(product, actor)
  if (others.length > 0) return { items: [first, ...others.map((other) => presentProduct(other, actor))] }
  return {
    ...first,
    ...(pack && { pack: presentPack(pack) }),
    ...(quantity !== undefined && { quantity: quantityToNumber(quantity) }),
    ...(sum !== undefined && { sum: amountToNumber(sum) }),
    ...(facts.isCase && { isCase: true }),
    ...(facts.batch !== undefined && { batch: facts.batch }),
    ...(facts.serial !== undefined && { serial: facts.serial }),
    ...(facts.expiresOn !== undefined && { expiresOn: facts.expiresOn }),
  }
}
