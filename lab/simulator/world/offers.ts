import { must } from '#shared/std/must.ts'
import { BEGINNING } from '../process/time.ts'

/** A loyalty program. It never changes. */
export interface ShopProgram {
  id: string
  kind: 'DiscountPercent' | 'Accumulative' | 'Bonus'
  /** Points earned per hundred units of money. */
  earnPercent: number
  /** True when points are rounded to whole points. */
  isWhole: boolean
  /** Value of a point in money. */
  spendRate: number
  offlineSpendLimit: number
  /** Points given once to each card, either when it is issued or with its first purchase. */
  welcome: { points: number; mode: 'Registration' | 'FirstPurchase' } | null
}

export interface ShopCard {
  id: string
  cardNumber: string
  phone: string
  programId: string
}

export interface ShopPromotion {
  id: string
  kind: string
  percent: number | null
  /** Points given by the promotion. */
  points: number | null
  /** End of the promotion in ms. It never changes. */
  endsAt: number | null
  couponCode: string | null
  requiresCard: boolean
}

export interface Offers {
  promotions: ShopPromotion[]
  programs: ShopProgram[]
  cards: ShopCard[]
}

export const COUPON = 'SIM-COUPON'
/** End of the first promotion in ms, early enough for short schedules to continue after it. */
const FIRST_OFFER_ENDS = BEGINNING + 15_000

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at freely
type Expect = (method: string, path: string, body?: unknown) => Promise<any>

/** Creates promotions and programs of every kind, and cards. */
export async function furnishOffers(
  expect: Expect,
  { groups, productIds }: { groups: string[]; productIds: string[] },
): Promise<Offers> {
  const programs: ShopProgram[] = []
  for (const program of PROGRAMS) programs.push(await makeProgram(expect, program))
  const promotions: ShopPromotion[] = []
  for (const body of promotionsOf(groups, productIds)) promotions.push(await makePromotion(expect, body))
  const cards: ShopCard[] = []
  for (let n = 0; n < 6; n++) {
    // Most cards belong to points programs, which have the most figures to check.
    const { id } = must(programs[[0, 0, 1, 1, 2, 3][n] ?? 0])
    cards.push(await issueCard(expect, n + 1, id))
  }
  return { promotions, programs, cards }
}

const PROGRAMS: readonly Omit<ShopProgram, 'id'>[] = [
  {
    kind: 'Bonus',
    earnPercent: 5,
    isWhole: false,
    spendRate: 1,
    offlineSpendLimit: 20,
    welcome: { points: 60, mode: 'Registration' },
  },
  {
    kind: 'Bonus',
    earnPercent: 8,
    isWhole: true,
    spendRate: 0.5,
    offlineSpendLimit: 15,
    welcome: { points: 40, mode: 'FirstPurchase' },
  },
  ...(['DiscountPercent', 'Accumulative'] as const).map((kind) => ({
    kind,
    earnPercent: 0,
    isWhole: false,
    spendRate: 1,
    offlineSpendLimit: 0,
    welcome: null,
  })),
]

async function makeProgram(expect: Expect, program: Omit<ShopProgram, 'id'>): Promise<ShopProgram> {
  const { kind, earnPercent, isWhole, spendRate, offlineSpendLimit, welcome } = program
  const { id } = await expect('POST', '/api/loyalty/programs', {
    name: `${kind} ${spendRate}`,
    kind,
    ...(kind === 'DiscountPercent' && { discountPercent: 4 }),
    ...(kind === 'Accumulative' && {
      levels: [
        { fromAmount: 100, percent: 2 },
        { fromAmount: 1000, percent: 6 },
      ],
    }),
    ...(kind === 'Bonus' && { earnPercent, spendRate, offlineSpendLimit, maxSpendPercent: 40 }),
    ...(isWhole && { pointStep: 'Whole' }),
    ...(welcome && { welcomeBonus: welcome.points, welcomeMode: welcome.mode }),
  })
  return { ...program, id }
}

/** Returns the promotions. The first one requires the coupon. */
function promotionsOf(groups: string[], productIds: string[]) {
  const articles = (...numbers: number[]) => ({ productIds: numbers.map((n) => must(productIds[n - 1])) })
  const [drinks, sweets, household] = groups.map((id) => ({ groupIds: [id] }))
  return [
    { kind: 'ReceiptThreshold', effect: { threshold: 20, percent: 5 }, couponCode: COUPON },
    { kind: 'PercentDiscount', effect: { percent: 10 }, conditions: sweets },
    { kind: 'BuyXGetY', conditions: household, effect: { buyQuantity: 1, getQuantity: 1, percent: 50 } },
    { kind: 'AmountDiscount', effect: { amount: 1.5 }, conditions: articles(4, 8, 12, 16, 20, 24) },
    { kind: 'NthItemDiscount', effect: { everyNth: 2, percent: 30 }, conditions: drinks, combinable: false },
    { kind: 'SpecialPrice', effect: { price: 7 }, conditions: articles(1, 13, 25) },
    ...[2, 14, 26].map((n) => ({
      kind: 'BundlePrice',
      effect: { bundle: [{ productId: must(productIds[n - 1]), quantity: 2 }], price: 15 * n },
    })),
    { kind: 'GiftPoints', effect: { points: 3 }, conditions: { minAmount: 50 }, requiresCard: true },
    {
      kind: 'PercentDiscount',
      effect: { percent: 15 },
      conditions: drinks,
      endsAt: new Date(FIRST_OFFER_ENDS).toISOString(),
    },
  ].map((body, n) => ({ name: `Offer ${n + 1}`, ...body }))
}

async function makePromotion(expect: Expect, body: object): Promise<ShopPromotion> {
  const { id, kind, effect, endsAt, couponCode, requiresCard } = await expect('POST', '/api/promotions', body)
  const { percent, points } = effect
  return {
    id,
    kind,
    percent,
    points,
    couponCode,
    requiresCard,
    endsAt: endsAt === null ? null : Date.parse(endsAt),
  }
}

async function issueCard(expect: Expect, number: number, programId: string): Promise<ShopCard> {
  const body = cardToIssue(number, programId)
  const { id } = await expect('POST', '/api/loyalty/cards/issue', body)
  return { ...body, id }
}

/** Returns the request body that issues the simulator's card with the given number. */
export function cardToIssue(
  number: number,
  programId: string,
): Omit<ShopCard, 'id'> & { customerName: string } {
  const digits = String(number).padStart(4, '0')
  return {
    cardNumber: `CARD ${digits}`,
    phone: `8 701 555 ${digits.slice(0, 2)} ${digits.slice(2)}`,
    programId,
    customerName: `Holder ${number}`,
  }
}
