import { placeKey } from './movement.ts'
import type { HistoryRow, PlaceState, ProductHistory } from './product-history.ts'

/** Locked balances, by place. */
export class Balances extends Map<string, PlaceState> {
  lastMovementAt(place: string): number | undefined {
    return this.get(place)?.lastMovementAt
  }

  /** Adopts the balances of a product from its history. */
  take(productId: string, history: Pick<ProductHistory<HistoryRow>, 'end'>): void {
    for (const [storeId, balance] of this.#of(productId)) Object.assign(balance, history.end(storeId))
  }

  /** Excludes a product: its balances are set elsewhere. */
  drop(productId: string): void {
    for (const [storeId] of this.#of(productId)) this.delete(placeKey({ storeId, productId }))
  }

  #of(productId: string): [storeId: string, balance: PlaceState][] {
    return [...this].flatMap(([place, balance]) => {
      const [storeId = '', product] = place.split(' ')
      return product === productId ? [[storeId, balance]] : []
    })
  }
}
