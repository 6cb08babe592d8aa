import { placeKey } from './movement.ts'
import type { HistoryRow, PlaceState, ProductHistory } from './product-history.ts'

/** Locked balances by place key. */
export class Balances extends Map<string, PlaceState> {
  lastMovementAt(place: string): number | undefined {
    return this.get(place)?.lastMovementAt
  }

  /** Replaces the balances of a product with the final state of its history. */
  take(productId: string, history: Pick<ProductHistory<HistoryRow>, 'end'>): void {
    for (const [storeId, balance] of this.#of(productId)) Object.assign(balance, history.end(storeId))
  }

  /** Removes a product whose balances are set elsewhere. */
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
