import { voucherKeyOf } from '#shared/loyalty/voucher-number.ts'
import { amount, quantity } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { Db } from '../sqlite/open.ts'

type Moves = readonly (readonly [key: string, amount: number])[]

/**
 * Totals over the unsent sales, by a key such as the product. After weeks without a connection there can be
 * tens of thousands of sales, so each is read only once.
 */
export class UnsentSales {
  readonly #listWaiting
  readonly #read
  readonly #movesOf: (sale: SaleBody) => Moves
  readonly #counted = new Map<number, Moves>()
  readonly #sums = new Map<string, number>()

  /** Creates the totals. `movesOf` returns the amounts that a sale adds, by key. */
  constructor(db: Db, movesOf: (sale: SaleBody) => Moves) {
    this.#listWaiting = db.prepare<[], number>('SELECT position FROM outbox').pluck()
    this.#read = db
      .prepare<[number], string>(`SELECT body FROM entries WHERE position = ? AND type = 'sale'`)
      .pluck()
    this.#movesOf = movesOf
  }

  /** Drops the entries after `position`, because they were rolled back. */
  forgetAfter(position: number): void {
    for (const [at, moves] of this.#counted) {
      if (at <= position) continue
      this.#count(moves, -1)
      this.#counted.delete(at)
    }
  }

  sums(): ReadonlyMap<string, number> {
    const waiting = new Set(this.#listWaiting.all())
    for (const [position, moves] of this.#counted) {
      if (waiting.has(position)) continue
      this.#count(moves, -1)
      this.#counted.delete(position)
    }
    for (const position of waiting) {
      if (this.#counted.has(position)) continue
      const body = this.#read.get(position)
      const sale = body === undefined ? null : readSale(body)
      const moves = sale ? this.#movesOf(sale) : []
      this.#count(moves, 1)
      this.#counted.set(position, moves)
    }
    return this.#sums
  }

  #count(moves: Moves, sign: 1 | -1): void {
    for (const [key, moved] of moves) {
      const sum = (this.#sums.get(key) ?? 0) + sign * moved
      if (sum === 0) this.#sums.delete(key)
      else this.#sums.set(key, sum)
    }
  }
}

/**
 * Parses a recorded sale. Returns null for a sale that is damaged on disk. It is left out of the totals, and
 * the till continues to sell.
 */
export function readSale(body: string): SaleBody | null {
  try {
    return JSON.parse(body) as SaleBody
  } catch {
    return null
  }
}

/** Returns the quantities that a sale takes from stock, by product id. */
export const stockMoves = ({ isReturn, lines }: SaleBody): Moves =>
  lines.map((line) => [line.productId, isReturn ? -quantity(line.quantity) : quantity(line.quantity)])

/**
 * Returns the points that a sale takes from its card. Earned points count only once head office has the sale.
 * The same applies to earned points taken back by a return, which are listed separately under their sale (see
 * `pointsOnTheirWay`).
 */
export const pointsMoves = ({ id, isReturn, originalSaleId, loyaltyCardId, points }: SaleBody): Moves => {
  if (!loyaltyCardId || !points) return []
  const [spent, earned] = [amount(points.spent), amount(points.earned)]
  const own: (readonly [string, number])[] = spent > 0 ? [[loyaltyCardId, isReturn ? -spent : spent]] : []
  if (!isReturn) return [...own, [saleKey(id), 1]]
  return earned > 0 ? [...own, [`${backKey(loyaltyCardId)}${originalSaleId ?? ''}`, earned]] : own
}

const saleKey = (saleId: string): string => `sale ${saleId}`
const backKey = (cardId: string): string => `${cardId} back `

/**
 * Returns the points that unsent sales take from a card, minus those given back by returns. Points that a
 * return takes back count only if its sale was already uploaded. Otherwise neither the earned nor the
 * taken-back points count (docs/domain.md#points-at-tills).
 */
export function pointsOnTheirWay(sums: ReadonlyMap<string, number>, cardId: string): number {
  const own = sums.get(cardId) ?? 0
  const back = [...sums].filter(
    ([key]) => key.startsWith(backKey(cardId)) && !sums.has(saleKey(key.slice(backKey(cardId).length))),
  )
  return back.reduce((sum, [, earned]) => sum + earned, own)
}

/** Returns the amounts that a sale loads onto gift vouchers, by voucher key. A return takes them back. */
export const voucherLoads = ({ isReturn, vouchers = [] }: SaleBody): Moves =>
  vouchers.map(({ number, amount: loaded }) => [
    voucherKeyOf(number),
    isReturn ? -amount(loaded) : amount(loaded),
  ])

/**
 * Returns the payments by gift vouchers, by voucher key. Money refunded to a voucher can be spent only after
 * head office has the return.
 */
export const voucherMoves = ({ isReturn, payments }: SaleBody): Moves =>
  payments.flatMap(({ type, amount: paid, reference }) =>
    type === 'GiftCard' && !isReturn ? [[voucherKeyOf(reference ?? ''), amount(paid)] as const] : [],
  )
