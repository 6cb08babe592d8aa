import type { CatalogProduct } from '../world/catalog.ts'
import { findProducts } from '../world/catalog.ts'
import { inLanes } from '../harness/timed.ts'
import type { Shop } from '../world/shop.ts'
import { must } from '#shared/std/must.ts'

/** A kind of document as the bench writes it. */
export interface Kind {
  /** As figures name them. */
  noun: string
  /** Where its routes are; `/post` posts one. */
  base: string
  lines: number
  /** Pieces that a line moves: out of stock when negative. */
  pieces: number
  price(product: CatalogProduct): number
}

export const SALES: Kind = {
  noun: 'sales of 5 lines',
  base: '/api/sales/demands',
  lines: 5,
  pieces: -1,
  price: ({ price }) => price / 100,
}

/** At what the products cost already. */
export const SUPPLIES: Kind = {
  noun: 'supplies of 100 lines',
  base: '/api/purchases/supplies',
  lines: 100,
  pieces: 10,
  price: (product) => costOf(product) / 10_000,
}

/** In ten-thousandths, as the catalog of the bench has it. */
export const costOf = ({ price }: CatalogProduct): number => price * 70

export interface Draft {
  id: string
  date: string
  lines: { id: string; lineNo: number; product: CatalogProduct }[]
}

const LANES = 4
const HALF_A_DAY_MS = 43_200_000

/**
 * Writes drafts through the API. Each is later than the one before it, and the products come in turn: posted in their
 * order, also several at a time, they are all posted at the end of the ledger.
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

  /** Of a shop with so many products. */
  static async open(shop: Shop, products: number): Promise<Drafts> {
    const numbers = Array.from({ length: products }, (_, i) => i + 1)
    const { rows } = await shop.sql.query<{ id: string }>(
      'SELECT id FROM counterparties WHERE organization_id = $1 LIMIT 1',
      [shop.organizationId],
    )
    return new Drafts(shop, await findProducts(shop.sql, numbers), must(rows[0], 'counterparty').id)
  }

  async write(kind: Kind, count: number): Promise<Draft[]> {
    const planned = Array.from({ length: count }, () => ({
      date: new Date(this.#firstMs + this.#documents++).toISOString(),
      products: Array.from({ length: kind.lines }, () =>
        must(this.#products[this.#lines++ % this.#products.length]),
      ),
    }))
    const drafts: Draft[] = []
    await inLanes(LANES, [...planned.entries()], async ([index, { date, products }]) => {
      const { id, lines } = await this.#create(kind, date, products)
      drafts[index] = {
        ...{ id, date },
        lines: lines.map((line, i) => ({ ...line, product: must(products[i]) })),
      }
    })
    return drafts
  }

  #create(kind: Kind, date: string, products: readonly CatalogProduct[]) {
    return this.#shop.office.send<{ id: string; lines: { id: string; lineNo: number }[] }>('POST', kind.base, {
      storeId: this.#shop.office.shop.storeId,
      counterpartyId: this.#counterpartyId,
      date,
      lines: products.map((product) => ({
        productId: product.id,
        quantity: Math.abs(kind.pieces),
        price: kind.price(product),
      })),
    })
  }
}
