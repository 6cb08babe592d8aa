import { BEGINNING, now } from '../process/time.ts'
import type { World } from './world.ts'

/** A gift voucher that head office has issued; its value and expiry never change. */
export interface ShopVoucher {
  id: string
  number: string
  value: number
  expiresAt: number | null
}

/**
 * Settings of retail points: the maximum value of a sold voucher, and the maximum payment with a voucher
 * while offline.
 */
export const VOUCHER_TERMS = { maxVoucherSale: 150, offlineVoucherLimit: 25 }

/** Number of cards with printed numbers in a pile at every till: two tills may sell the same card. */
const PILE = 12
export const cardOfPile = (n: number): string => `Pile ${n % PILE}`

/** Values of issued vouchers, some below and some above the sums of sales; two expire while schedules run. */
const ISSUED = [30, 400, 45, 60, 200, 80, 35, 120]
const FIRST_ENDS = BEGINNING + 10_000

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at freely
type Expect = (method: string, path: string, body?: unknown) => Promise<any>

export async function furnishVouchers(expect: Expect): Promise<ShopVoucher[]> {
  const made: ShopVoucher[] = []
  for (const [n, value] of ISSUED.entries()) {
    const voucher = { number: numberOf(n + 1), value, expiresAt: n < 2 ? FIRST_ENDS + n * 20_000 : null }
    const { id } = await expect('POST', '/api/loyalty/vouchers/issue', toIssue(voucher))
    made.push({ ...voucher, id })
  }
  return made
}

/** Returns the number of a voucher of head office. */
export const numberOf = (n: number): string => `Gift ${String(n).padStart(4, '0')}`

export const toIssue = ({ number, value, expiresAt }: Omit<ShopVoucher, 'id'>): object => ({
  number,
  amount: value,
  expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
})

/** Returns the key of a number, which ignores letter case and spaces. */
export const keyOf = (number: string): string => number.replaceAll(' ', '').toLowerCase()

/** Vouchers that the cashiers and customers of a schedule know, by the keys of their numbers. */
export class KnownVouchers {
  readonly #world: World
  /** Vouchers put into a cart to be sold or reloaded; it may be unknown whether they were paid. */
  readonly offered = new Set<string>()
  /** Vouchers that were or may have been used for payment or taken back. */
  readonly used = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  issued(number: string): ShopVoucher | undefined {
    return this.#world.shop.vouchers.find((voucher) => keyOf(voucher.number) === keyOf(number))
  }

  hasExpired(number: string): boolean {
    const { expiresAt = null } = this.issued(number) ?? {}
    return expiresAt !== null && expiresAt <= now()
  }

  /** Numbers of sold vouchers as printed on the receipts. */
  get sold(): string[] {
    return [...this.#world.ledger.shown.values()].flatMap(({ receipt }) =>
      receipt.isReturn ? [] : receipt.vouchers.flatMap(({ barcode }) => barcode ?? []),
    )
  }

  /**
   * Returns the position among sold vouchers for a number that a till has generated: it is the same in each
   * replay, while the number is not.
   */
  nameOf(number: string): string {
    if (!/^\d{17}$/.test(number)) return number
    return `sold as no. ${this.sold.map(keyOf).indexOf(keyOf(number)) + 1}`
  }

  /** Returns the vouchers that paid for the receipts with this number. */
  paying(receiptNumber: string | null | undefined): string[] {
    return [...this.#world.ledger.shown.values()]
      .filter(({ receipt }) => receipt.receiptNumber === receiptNumber)
      .flatMap(({ voucherNumbers }) => voucherNumbers)
  }

  /** Returns the number of any existing voucher, and sometimes of a card that was never sold. */
  pick(): string {
    const { random, shop } = this.#world
    const issued = shop.vouchers.map(({ number }) => number)
    const { sold } = this
    const from = random.weighted([
      [issued, 5],
      [sold, sold.length > 0 ? 4 : 0],
      [[cardOfPile(random.below(PILE))], 1],
    ] as const)
    return this.type(random.pick(from))
  }

  /** Returns the number as a customer or a cashier types it. */
  type(number: string): string {
    return this.#world.random.chance(0.3) ? keyOf(number).toUpperCase() : number
  }
}
