import type { PrintLabels } from '#shared/contracts/till/printing.ts'
import { Problem } from '#shared/problems/problem.ts'
import { labelDocument } from '#shared/receipts/label-document.ts'
import { must } from '#shared/std/must.ts'
import type { EdgeEnv } from '../env.ts'
import { presentProducts } from '../products/present.ts'
import type { Actor } from '../session/actor.ts'
import { printAtTill } from './queue-document.ts'

/** Prints price labels of a product with its current price. Throws `not_found`, `price_missing` and `no_printer`. */
export function printLabels(
  agent: EdgeEnv['Variables']['agent'],
  actor: Actor,
  productId: string,
  { copies }: PrintLabels,
): void {
  const { product, currencyCode } = agent.replica.read((reader) => {
    const known = reader.products.find(productId)
    if (!known) throw new Problem('not_found', { detail: `There is no product ${productId}` })
    const [product] = presentProducts(reader, agent, [known])
    return { product: must(product), currencyCode: reader.settings.get().currencyCode }
  })
  if (product.price === 0)
    throw new Problem('price_missing', { detail: `${product.name} has no price in this shop` })
  const at = agent.clock.now().toISOString()
  printAtTill(agent, actor, (layout) => labelDocument({ ...product, currencyCode }, layout, { copies, at }))
}
