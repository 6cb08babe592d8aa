import type { Bench, Measurement } from '../harness/bench.ts'
import type { Aim, Figure } from '../harness/figure.ts'
import { inLanes, timed } from '../harness/timed.ts'
import { fillCatalog } from '../world/catalog.ts'
import { fillLedgers } from '../world/ledger.ts'
import { Shop } from '../world/shop.ts'
import { postBare } from './bare-posting.ts'
import { type Draft, Drafts } from './drafts.ts'
import { type Kind, SALES, SUPPLIES } from './kinds.ts'
import { openOldShop, productsOf } from './old-shop.ts'

/** Load of several connections, each of which posts drafts one after another. */
interface Load {
  kind: Kind
  connections: number
  documents: number
}

function loadsOf({ options }: Bench): Load[] {
  const [sales, supplies] = options.isQuick ? [40, 8] : [1_000, 200]
  return [1, 8].flatMap((connections) => [
    { kind: SALES, connections, documents: sales * Math.min(connections, 3) },
    { kind: SUPPLIES, connections, documents: supplies },
  ])
}

/** Posted documents per second, compared with plain SQL for the resulting rows. */
export const POSTING: Measurement = {
  name: 'posting',
  measure: async (bench) => {
    await using shop = await openYoungShop(bench)
    const drafts = await Drafts.open(shop, productsOf(bench))
    return await measureLoads(
      bench,
      'posting',
      { ratioAtLeast: 0.6 },
      async ({ kind, connections, documents }) => {
        const bare = await postBare(shop, kind, await drafts.write(kind, documents), connections)
        return [await post(shop, kind, await drafts.write(kind, documents), connections), bare]
      },
    )
  },
}

/** Posting in a database with 10 million older movements, compared with a database without them. */
export const POSTING_BESIDE_HISTORY: Measurement = {
  name: 'posting-beside-history',
  measure: async (bench) => {
    await using young = await openYoungShop(bench)
    await using old = await openOldShop(bench)
    const ofYoung = await Drafts.open(young, productsOf(bench))
    const ofOld = await Drafts.open(old, productsOf(bench))
    const name = 'posting beside older movements'
    return await measureLoads(
      bench,
      name,
      { ratioAtLeast: 0.9 },
      async ({ kind, connections, documents }) => {
        const without = await post(young, kind, await ofYoung.write(kind, documents), connections)
        return [await post(old, kind, await ofOld.write(kind, documents), connections), without]
      },
    )
  },
}

/** Measures the loads. `measure` returns the time of the product and of its floor in ms. */
async function measureLoads(
  bench: Bench,
  name: string,
  aim: Aim,
  measure: (load: Load) => Promise<[product: number, floor: number]>,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const load of loadsOf(bench)) {
    const [product, floor]: [number[], number[]] = [[], []]
    for (let run = 0; run < bench.options.runs; run += 1) {
      const times = await measure(load)
      const [rate = 0, bare = 0] = times.map((ms) => (load.documents * 1000) / ms)
      product.push(rate)
      floor.push(bare)
    }
    const on = load.connections === 1 ? '1 connection' : `${load.connections} connections`
    figures.push({ name: `${name}, ${load.kind.noun}, ${on}`, unit: 'documents/s', product, floor, aim })
  }
  return figures
}

/** Opens a shop with products in stock and no history. */
export async function openYoungShop(bench: Bench): Promise<Shop> {
  const shop = await Shop.open(bench)
  await fillCatalog(shop, productsOf(bench))
  await fillLedgers(shop.sql, [shop.office], { stores: 1, rounds: 1 })
  return shop
}

/** Posts the drafts and returns the time in ms. */
export function post({ office }: Shop, { base }: Kind, drafts: readonly Draft[], connections: number) {
  return timed(() => inLanes(connections, drafts, ({ id }) => office.send('POST', `${base}/${id}/post`)))
}
