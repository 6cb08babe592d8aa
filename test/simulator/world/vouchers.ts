import { BEGINNING, now } from '../process/time.ts'
import type { World } from './world.ts'

/** A gift voucher that head office has issued; nobody changes its value or its end. */
export interface ShopVoucher {
  id: string
  number: string
  value: number
  expiresAt: number | null
}

/** What retail points are set to: the most of one that is sold, and what one pays that head office tells nothing of. */
export const VOUCHER_TERMS = { maxVoucherSale: 150, offlineVoucherLimit: 25 }

/** Cards with numbers that lie in a pile at every till: two tills may sell the same one. */
const PILE = 12
export const cardOfPile = (n: number): string => `Pile ${n % PILE}`

/** Some are worth less than what is sold and some more; two end while schedules go on. */
const ISSUED = [30, 400, 45, 60, 200, 80, 35, 120]
const FIRST_ENDS = BEGINNING + 10_000

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at freely
type Expect = (method: string, path: string, body?: unknown) => Promise<any>

export async function furnishVouchers(expect: Expect): Promise<ShopVoucher[]> {
  const made: ShopVoucher[] = []
  for (const [n, value] of ISSUED.entries()) {
    const voucher = {
      ...{ number: numberOf(n + 1), value, expiresAt: n < 2 ? FIRST_ENDS + n * 20_000 : null },
    }
    const { id } = await expect('POST', '/api/loyalty/vouchers/issue', toIssue(voucher))
    made.push({ ...voucher, id })
  }
  return made
}

/** The number of a voucher of head office. */
export const numberOf = (n: number): string => `Gift ${String(n).padStart(4, '0')}`

export const toIssue = ({ number, value, expiresAt }: Omit<ShopVoucher, 'id'>): object => ({
  ...{ number, amount: value, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() },
})

/** By what two numbers are told apart: not by letter case and spaces. */
export const keyOf = (number: string): string => number.replaceAll(' ', '').toLowerCase()

/** What the cashiers and the customers of a schedule know of vouchers; all of it by the keys of their numbers. */
export class KnownVouchers {
  readonly #world: World
  /** Put into a cart, to be sold or reloaded: whether it was paid may not be known. */
  readonly offered = new Set<string>()
  /** Paid with or taken back, or that may have been done. */
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

  /** Of those that were sold, as they stand on the receipts. */
  get sold(): string[] {
    return [...this.#world.ledger.shown.values()].flatMap(({ receipt }) =>
      receipt.isReturn ? [] : receipt.vouchers.flatMap(({ barcode }) => barcode ?? []),
    )
  }

  /** Of a number that a till made up, its place among those sold: the same in each replay, which the number is not. */
  nameOf(number: string): string {
    if (!/^\d{17}$/.test(number)) return number
    return `sold as no. ${this.sold.map(keyOf).indexOf(keyOf(number)) + 1}`
  }

  /** With which the receipts of this number were paid. */
  paying(receiptNumber: string | null | undefined): string[] {
    return [...this.#world.ledger.shown.values()]
      .filter(({ receipt }) => receipt.receiptNumber === receiptNumber)
      .flatMap(({ voucherNumbers }) => voucherNumbers)
  }

  /** As customers bring them: any that there is, and at times a card that nobody has sold. */
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

  /** As one of them types it. */
  type(number: string): string {
    return this.#world.random.chance(0.3) ? keyOf(number).toUpperCase() : number
  }
}
