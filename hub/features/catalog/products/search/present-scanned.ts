import type { z } from 'zod'
import type { Actor } from '#hub/auth/actor.ts'
import type { ProductByBarcode } from '#shared/contracts/catalog/products.ts'
import { amountToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { presentPack, presentProduct } from '../present.ts'
import type { Scanned } from './find-by-barcode.ts'

/** One product with what the label of a scale or the symbol says, or a list of several. */
export function presentScanned(
  { products: [product, ...others], quantity, pack, sum, told = {} }: Scanned,
  actor: Actor,
): z.input<typeof ProductByBarcode> {
  const first = presentProduct(product, actor)
  if (others.length > 0) return { items: [first, ...others.map((other) => presentProduct(other, actor))] }
  return {
    ...first,
    ...(pack && { pack: presentPack(pack) }),
    ...(quantity !== undefined && { quantity: quantityToNumber(quantity) }),
    ...(sum !== undefined && { sum: amountToNumber(sum) }),
    ...(told.isCase && { isCase: true }),
    ...(told.batch !== undefined && { batch: told.batch }),
    ...(told.serial !== undefined && { serial: told.serial }),
    ...(told.expiresOn !== undefined && { expiresOn: told.expiresOn }),
  }
}
