import type { Bench } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import type { Shop } from '../world/shop.ts'
import { Drafts } from './drafts.ts'
import type { Kind } from './kinds.ts'
import { productsOf } from './old-shop.ts'
import { post } from './posting.ts'

/** Batch size, small enough that both shops are measured under the same system load. */
const TURN = 20

/** Measures the time per document, in ms, of two shops that post batches alternately. */
export async function measureInTurn(
  bench: Bench,
  kind: Kind,
  shops: { product: Shop; floor: Shop },
): Promise<Pick<Figure, 'product' | 'floor'>> {
  const { isQuick, runs } = bench.options
  const turns = isQuick ? 2 : 25
  const sides = await Promise.all(
    [shops.product, shops.floor].map(async (shop) => ({
      shop,
      drafts: await Drafts.open(shop, productsOf(bench)),
      ms: 0,
    })),
  )
  const measured: number[][] = []
  for (let run = 0; run < runs; run += 1) {
    for (const side of sides) side.ms = 0
    for (let turn = 0; turn < turns; turn += 1) {
      for (const side of turn % 2 === 0 ? sides : sides.toReversed())
        side.ms += await post(side.shop, kind, await side.drafts.write(kind, TURN), 1)
    }
    measured.push(sides.map(({ ms }) => ms / (turns * TURN)))
  }
  return {
    product: measured.map(([ms = 0]) => ms),
    floor: measured.map(([, ms = 0]) => ms),
  }
}
