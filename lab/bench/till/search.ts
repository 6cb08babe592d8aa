import { must } from '#shared/std/must.ts'
import type { Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { percentile } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'
import { type CatalogProduct, fillCatalog, findProducts } from '../world/catalog.ts'
import { Point } from '../world/point.ts'
import { Shop } from '../world/shop.ts'

const BELOW_MS = 50

/** Returns the search text of the nth request. */
type Typed = (n: number) => string

/** Product search of the till in a large catalog, compared with a small request to the same agent in the same run. */
export const SEARCH: Measurement = {
  name: 'search',
  measure: async (bench) => {
    const { isQuick, runs, say } = bench.options
    const [products, searches] = isQuick ? [1_000, 20] : [300_000, 200]
    await using shop = await Shop.open(bench)
    await fillCatalog(shop, products)
    const numbers = Array.from({ length: 500 }, (_, i) => 1 + Math.floor((i * products) / 500))
    const found = await findProducts(shop.sql, numbers)
    await using point = await Point.open(bench, shop)
    const figures: Figure[] = []
    for (const [name, typed] of Object.entries(searchesOf(found))) {
      const [medians, tails, floors]: [number[], number[], number[]] = [[], [], []]
      for (let run = 0; run < runs; run += 1) {
        const [times, small]: [number[], number[]] = [[], []]
        for (let n = 0; n < searches; n += 1) {
          const path = `/products?search=${encodeURIComponent(typed(run * searches + n))}`
          times.push(await timed(() => point.till.expect('GET', path)))
          small.push(await timed(() => point.till.expect('GET', '/cashiers')))
        }
        medians.push(percentile(times, 0.5))
        tails.push(percentile(times, 0.99))
        floors.push(percentile(small, 0.5))
      }
      say(`${name}: ${medians.map((ms) => ms.toFixed(1)).join(', ')} ms`)
      figures.push(
        { name: `${name}, p50 beside a small request`, unit: 'ms', product: medians, floor: floors },
        { name: `${name}, p99`, unit: 'ms', product: tails, floor: [], aim: { below: BELOW_MS } },
      )
    }
    return figures
  },
}

function searchesOf(products: readonly CatalogProduct[]): Record<string, Typed> {
  const nth = (n: number) => must(products[(n * 7919) % products.length])
  const words = (n: number) => nth(n).name.replaceAll(/[«»№]/g, '')
  return {
    'search by the words of a name': words,
    'search by the first letters of a word': (n) => words(n).slice(0, 3),
    'search with a letter missing': (n) => words(n).replace('о', ''),
    'search with the wrong keyboard': (n) => inLatin(words(n).split(' ').slice(0, 2).join(' ')),
    'search by a code': (n) => nth(n).code,
    'search by the end of a barcode': (n) => nth(n).barcode.slice(-6),
    'search for what is not there': (n) => `щьъ${n}`,
  }
}

const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбю'
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** Returns a Russian text as typed on a Latin keyboard layout. */
const inLatin = (text: string): string =>
  [...text.toLowerCase()].map((letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter).join('')
