import { must } from '#shared/std/must.ts'
import { inLanes } from '../harness/timed.ts'
import { type CatalogProduct, findProducts } from '../world/catalog.ts'
import type { Shop } from '../world/shop.ts'
import type { Kind } from './kinds.ts'

export interface Draft {
  id: string
  date: string
  lines: { id: string; lineNo: number; product: CatalogProduct }[]
}

interface Written {
  id: string
  lines: { id: string; lineNo: number }[]
}

const LANES = 4
const HALF_A_DAY_MS = 43_200_000

/**
 * Creates drafts through the API. Each draft is later than the previous one, and products rotate, so drafts
 * posted in order are always posted at the end of the ledger, even several at a time.
 */
export class Drafts {
  readonly #shop: Shop
  readonly #products: readonly CatalogProduct[]
  readonly #counterpartyId: string
  readonly #firstMs = Date.now() - HALF_A_DAY_MS
  #documents = 0
  #lines = 0

  private constructor(shop: Shop, products: readonly CatalogProduct[], counterpartyId: string) {
    this.#shop = shop
    this.#products = products
    this.#counterpartyId = counterpartyId
  }

  /** Creates a factory of drafts for a shop with the given number of products. */
  static async open(shop: Shop, products: number): Promise<Drafts> {
    const numbers = Array.from({ length: products }, (_, i) => i + 1)
    return new Drafts(shop, await findProducts(shop.sql, numbers), await findCounterparty(shop))
  }

  async write({ base, lines, body }: Kind, count: number): Promise<Draft[]> {
    const planned = Array.from({ length: count }, () => ({
      date: new Date(this.#firstMs + this.#documents++).toISOString(),
      products: Array.from({ length: lines }, () =>
        must(this.#products[this.#lines++ % this.#products.length]),
      ),
    }))
    const { office } = this.#shop
    const drafts: Draft[] = []
    await inLanes(LANES, [...planned.entries()], async ([index, { date, products }]) => {
      const written = await office.send<Written>(
        'POST',
        base,
        body(office.shop, this.#counterpartyId, date, products),
      )
      drafts[index] = {
        id: written.id,
        date,
        lines: written.lines.map((line, i) => ({ ...line, product: must(products[i]) })),
      }
    })
    return drafts
  }
}

/** Returns the id of a counterparty that is supplier and customer. */
export async function findCounterparty({ sql, organizationId }: Shop): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    'SELECT id FROM counterparties WHERE organization_id = $1 LIMIT 1',
    [organizationId],
  )
  return must(rows[0], 'counterparty').id
}
