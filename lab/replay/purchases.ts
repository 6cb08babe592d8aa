import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import type { HeadOffice } from './head-office.ts'
import type { InvoiceFile } from './invoices.ts'

export interface PurchaseLine {
  productId: string
  quantity: Quantity
  price: Cost
}

/** Goods received from the supplier, with each product once. */
export interface Purchase {
  at: Date
  lines: PurchaseLine[]
}

/**
 * Purchase rounds. `share` is the percentage of the sold quantity that is purchased, and `dearer` the price
 * increase over the first round in percent.
 */
const ROUNDS = [
  { share: 30, dearer: 0 },
  { share: 20, dearer: 7 },
  { share: 30, dearer: -5 },
  { share: 25, dearer: 11 },
]
const DAY_MS = 86_400_000
const LEAST_COST = 100 as Cost
const MOST_LINES = 1000

/**
 * Returns the lines of a round: a share of the sold quantity of each product, at a price that depends on the
 * product and the round.
 */
function linesOfRound(file: InvoiceFile, round: number): PurchaseLine[] {
  const { share, dearer } = ROUNDS[round] ?? { share: 0, dearer: 0 }
  const sold = new Map<string, number>()
  for (const { isReturn, lines } of file.invoices)
    for (const { productId, quantity } of lines)
      sold.set(productId, (sold.get(productId) ?? 0) + (isReturn ? 0 : quantity))
  return [...file.products.values()]
    .filter(({ kind }) => kind === 'Good')
    .map(({ id, code, price }) => ({
      productId: id,
      quantity: (1000 * (1 + Math.ceil(((sold.get(id) ?? 0) * share) / 100_000))) as Quantity,
      price: Math.max(LEAST_COST, price * (percentOf(code) + dearer)) as Cost,
    }))
}

/** Returns the purchase price as a percentage of the shelf price, between 40 and 64. */
function percentOf(code: string): number {
  return 40 + ([...code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 25)
}

/**
 * Returns the first two rounds, which are received before any sale. The other two are back-dated and entered
 * much later.
 */
export function earlyPurchases(file: InvoiceFile, now = Date.now()): Purchase[] {
  return [0, 1].map((round) => ({
    at: new Date(now - (2 - round) * DAY_MS),
    lines: linesOfRound(file, round),
  }))
}

/** Returns the last two rounds, dated after one third and two thirds of the sales, at times without a sale. */
export function latePurchases(file: InvoiceFile, soldAt: readonly number[]): Purchase[] {
  const taken = new Set(soldAt)
  const inOrder = soldAt.toSorted((a, b) => a - b)
  return [2, 3].map((round) => {
    let at = inOrder[Math.floor((inOrder.length * (round - 1)) / 3)] ?? Date.now()
    while (taken.has(at)) at += 1
    taken.add(at)
    return { at: new Date(at), lines: linesOfRound(file, round) }
  })
}

/** Creates and posts the supplies of a purchase. */
export async function buy(headOffice: HeadOffice, { at, lines }: Purchase): Promise<void> {
  for (let from = 0; from < lines.length; from += MOST_LINES) {
    await headOffice.postSupply({
      date: at.toISOString(),
      lines: lines.slice(from, from + MOST_LINES).map(({ productId, quantity, price }) => ({
        productId,
        quantity: quantityToNumber(quantity),
        price: costToNumber(price),
      })),
    })
  }
}

export const amountOf = ({ price, quantity }: PurchaseLine): Amount =>
  Number((2n * BigInt(price) * BigInt(quantity) + 100_000n) / 200_000n) as Amount

/** Returns the total cost of the purchases. */
export function sumOfPurchases(purchases: readonly Purchase[]): number {
  const sums = purchases.flatMap(({ lines }) => lines.map(amountOf))
  return amountToNumber(sums.reduce((total, sum) => total + sum, 0) as Amount)
}
