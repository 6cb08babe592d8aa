import { type Quantity, quantity } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { Db } from '../sqlite/open.ts'

type Moves = Pick<SaleBody['lines'][number], 'productId' | 'quantity'>[]

/**
 * What the sales that wait for the hub have taken out of stock, less what their returns have brought back. Weeks without
 * a line leave tens of thousands of them, so each is read once and not again.
 */
export class UnsentStock {
  readonly #listWaiting
  readonly #read
  readonly #counted = new Map<number, Moves>()
  readonly #taken = new Map<string, Quantity>()

  constructor(db: Db) {
    this.#listWaiting = db.prepare<[], number>('SELECT position FROM outbox').pluck()
    this.#read = db
      .prepare<[number], string>(`SELECT body FROM entries WHERE position = ? AND type = 'sale'`)
      .pluck()
  }

  /** By product; above 0 where more was sold than came back. */
  taken(): ReadonlyMap<string, Quantity> {
    const waiting = new Set(this.#listWaiting.all())
    for (const [position, moves] of this.#counted) {
      if (waiting.has(position)) continue
      this.#count(moves, -1)
      this.#counted.delete(position)
    }
    for (const position of waiting) {
      if (this.#counted.has(position)) continue
      const moves = this.#movesOf(position)
      this.#count(moves, 1)
      this.#counted.set(position, moves)
    }
    return this.#taken
  }

  #movesOf(position: number): Moves {
    const body = this.#read.get(position)
    if (body === undefined) return []
    const { isReturn, lines } = JSON.parse(body) as SaleBody
    return lines.map(({ productId, quantity }) => ({ productId, quantity: isReturn ? -quantity : quantity }))
  }

  #count(moves: Moves, sign: 1 | -1): void {
    for (const { productId, quantity: moved } of moves) {
      const sum = ((this.#taken.get(productId) ?? 0) + sign * quantity(moved)) as Quantity
      if (sum === 0) this.#taken.delete(productId)
      else this.#taken.set(productId, sum)
    }
  }
}
