import { expect, it } from 'vitest'
import { cutByPromotions } from '#edge/features/cart/apply-promotions.ts'
import { composeSale } from '#edge/features/cart/compose-sale.ts'
import { priceCart, voucherSumOf } from '#edge/features/cart/price-cart.ts'
import { type Cart, type CartCard, type CartLine, type CartVoucher, NOBODY } from '#edge/journal/carts.ts'
import { type Bill, noTender, outcomeOf, roundingAt, tendersOf } from '#edge/till/src/payment/tender.ts'
import { flagSale } from '#hub/features/sales/retail/uploaded/flag-sale.ts'
import type { ProductInSale, SaleContext } from '#hub/features/sales/retail/uploaded/sale-context.ts'
import { effectiveVatRate, type VatOfGroup } from '#shared/catalog/effective-vat.ts'
import { lineSums } from '#shared/documents/line-sums.ts'
import { sumTenders, TILL_TENDER_TYPES } from '#shared/domain/tenders.ts'
import { NO_LIMITS } from '#shared/domain/till-limits.ts'
import { programPercent } from '#shared/loyalty/program-percent.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  type Percent,
  percent,
  type Quantity,
  sumAmounts,
} from '#shared/money/decimal.ts'
import type { CashRoundingRule } from '#shared/pricing/cash-rounding.ts'
import { lineSum } from '#shared/pricing/line.ts'
import {
  isOverLimit,
  type ManualDiscount,
  manualDiscounts,
  wholeDiscount,
} from '#shared/pricing/manual-discounts.ts'
import type { ActivePromotion } from '#shared/pricing/promotions/model.ts'
import { earnedOf } from '#shared/pricing/promotions/points.ts'
import { readProgram } from '#shared/pricing/promotions/read-program.ts'
import { saleTotals } from '#shared/pricing/sale.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { type ReadSale, SaleBody } from '#shared/sync/sale.ts'
import { program } from '#test/edge/support/catalog.ts'
import { cartLine, cartOf } from '#test/edge/support/test-journal.ts'
import { randomPromotion } from '#test/support/carts.ts'
import { Random } from '#test/support/random.ts'

const NOW = new Date('2026-03-02T09:00:00.000Z')
const CLOCKS = {
  clock: { now: () => NOW, monotonicMs: () => 0 },
  bootId: 'boot',
  sync: { link: { offsetMs: 0, offsetAgeMs: 0 } },
}
/** Number of random carts. Set `CARTS=100000` for more. */
const CARTS = Number(process.env.CARTS ?? 3000)
const CASHIER = { id: newId(), name: 'Aigul', permissions: [], limits: NO_LIMITS }
const OTHERS = TILL_TENDER_TYPES.filter((type) => type !== 'Cash')
const VAT_RATES = [null, 0, 5, 8, 12, 16, 20]

function anyDiscount(random: Random): ManualDiscount | null {
  if (random.chance(0.6)) return null
  return random.chance(0.5)
    ? { percent: random.between(1, 3000) as Percent }
    : { amount: random.between(1, 500) as Amount }
}

function anyVatRate(random: Random): Percent | null {
  const rate = random.pick(VAT_RATES)
  return rate === null ? null : percent(rate)
}

interface AnyVat {
  /** VAT rate determined by the code under test. */
  vatRate: Percent | null
  /** Expected VAT rate. */
  due: Percent | null
  isOfParentGroup: boolean
}

/** Returns a random VAT configuration of a product in nested groups that either follow their parent or set a rate. */
function anyVat(random: Random): AnyVat {
  const groups = new Map<string, VatOfGroup>()
  let groupId: string | null = null
  let due: Percent | null = null
  let isOfParentGroup = false
  const depth = random.below(5)
  for (let level = 0; level < depth; level += 1) {
    const group: VatOfGroup = {
      parentId: groupId,
      vatRate: anyVatRate(random),
      useParentVat: random.chance(0.5),
    }
    isOfParentGroup = group.useParentVat && groupId !== null
    if (!isOfParentGroup) due = group.vatRate
    groupId = `group ${level}`
    groups.set(groupId, group)
  }
  const product = { groupId, vatRate: anyVatRate(random), useGroupVat: random.chance(0.7) }
  const followsGroup = product.useGroupVat && depth > 0
  return {
    vatRate: effectiveVatRate(product, (id) => groups.get(id)),
    due: followsGroup ? due : product.vatRate,
    isOfParentGroup: followsGroup && isOfParentGroup,
  }
}

function anyLine(random: Random, { vatRate } = anyVat(random)): CartLine {
  const price = random.spread(1, 10_000_000) as Amount
  // A line whose amount is rounded to zero would be refused.
  const least = Math.ceil(500 / price)
  return cartLine({
    price,
    listPrice: price,
    quantity: random.spread(least, 100_000) as Quantity,
    vatRate,
    minPrice: random.chance(0.3) ? (random.between(1, price) as Amount) : null,
    isDiscountProhibited: random.chance(0.2),
    discount: anyDiscount(random),
  })
}

function anyCart(random: Random, vats: readonly AnyVat[]): Cart {
  const cart = cartOf(...vats.map((vat) => anyLine(random, vat)))
  const rounding: CashRoundingRule = {
    mode: random.pick(['None', 'Down', 'Up', 'Nearest']),
    step: random.pick([1, 5, 100, 500]) as Amount,
    appliesTo: random.pick(['CashOnly', 'All']),
  }
  const terms = { ...cart.terms, rounding, vatIncluded: random.chance(0.5), paymentTypes: TILL_TENDER_TYPES }
  const lines = cart.lines.map((line) => (line.isDiscountProhibited ? { ...line, discount: null } : line))
  return {
    ...cart,
    lines,
    terms: { ...terms, maxDiscountPercent: percent(100), zeroLines: random.pick(['Cent', 'Allow']) },
    discount: anyDiscount(random),
  }
}

/**
 * Returns random payments as entered in the payment dialog: parts by other tenders, then the rest in cash,
 * sometimes with change, or by another tender.
 */
function anyTendering(random: Random, { sum, inAdvance }: Bill) {
  const most = Math.floor(sum / 4)
  const parts = Array.from({ length: most > 0 ? random.below(4) : 0 }, () => ({
    type: random.pick(OTHERS),
    amount: random.between(1, most) as Amount,
    reference: 'no. 1',
  }))
  const whole = inAdvance > 0 ? OTHERS.filter((each) => each !== 'GiftCard') : OTHERS
  const type = random.chance(0.6) ? ('Cash' as const) : random.pick(whole)
  const isOver = type === 'Cash' && random.chance(0.5)
  // More than rounding can add to the total.
  const over = amountToNumber((sum + inAdvance + random.between(1000, 5000)) as Amount)
  const entry = { ...noTender.entry, text: isOver ? String(over) : '' }
  const known = { number: 'no. 2', maxPaid: 1e9, balance: 1e9, asOf: NOW.toISOString(), isOnline: true }
  const voucher = type === 'GiftCard' ? known : null
  return { parts, type, entry, reference: 'no. 2', voucher, reason: '' }
}

/**
 * Returns random vouchers to sell or reload, with amounts that are multiples of every rounding step. Most
 * carts get none.
 */
const anyVouchers = (random: Random): CartVoucher[] =>
  Array.from({ length: random.chance(0.3) ? random.between(1, 3) : 0 }, (_, n) => ({
    id: newId(),
    number: `new ${n}`,
    isReload: random.chance(0.5),
    amount: (500 * random.between(1, 100)) as Amount,
  }))

/** Returns the group of a product and whether it is weighed, both derived from the last digit of its id. */
const placeOf = (productId: string) => ({
  groupIds: [`g${Number.parseInt(productId.slice(-1), 16) % 3}`],
  isWeighed: Number.parseInt(productId.slice(-1), 16) > 12,
})

/** Returns random promotions, some of them with a coupon that may be missing from the cart. */
function anyPromotions(random: Random, { lines }: Cart): ActivePromotion[] {
  const goods = [must(lines[0]), lines[1] ?? cartLine()].map(({ productId }) => productId)
  return Array.from({ length: random.below(6) }, () => ({
    ...randomPromotion(random, newId(), goods),
    programIds: [],
    couponCode: random.chance(0.3) ? random.pick(['ONE', 'TWO']) : null,
  }))
}

/** Returns a random card of any program and level. */
function anyCard(random: Random): CartCard {
  const kind = random.pick(['DiscountPercent', 'Accumulative', 'Bonus'] as const)
  const levels = [
    { fromAmount: 100, percent: 2.5 },
    { fromAmount: 1000, percent: 7 },
  ]
  const { v } = program({
    kind,
    discountPercent: kind === 'DiscountPercent' ? 5 : 0,
    levels: kind === 'Accumulative' ? levels : [],
    earnPercent: 3,
    maxSpendPercent: 50,
    pointStep: random.pick(['Hundredth', 'Whole']),
    excludedGroupIds: random.chance(0.3) ? ['g1'] : [],
    excludeDiscountedLines: random.chance(0.3),
  })
  return {
    id: newId(),
    cardNumber: '1',
    holderName: null,
    programId: newId(),
    program: v,
    turnover: random.between(0, 200_000) as Amount,
    balance: 0 as Amount,
    countedAt: NOW.toISOString(),
  }
}

const cardPercentsOf = ({ buyer: { card } }: Cart): Map<string, Percent> =>
  new Map(card ? [[card.id, programPercent(readProgram(card.programId, card.program), 1e12 as Amount)]] : [])

/**
 * Returns the points that head office computes for the uploaded sale, or null if it cannot determine which
 * lines promotions reduced.
 */
function dueOf({ buyer: { card } }: Cart, sale: ReadSale): Amount | null {
  const reduced = sale.discounts.filter(({ kind }) => kind === 'Promotion' || kind === 'Coupon')
  if (!card || (card.program.excludeDiscountedLines && reduced.length > 0)) return null
  const lines = sale.lines.map(({ productId, sum }) => ({
    sum,
    isReduced: false,
    groupIds: placeOf(productId).groupIds,
  }))
  return earnedOf(readProgram(card.programId, card.program), lines, 0 as Amount)
}

/** Returns a context in which only wrong amounts can be flagged. */
function contextOf(cart: Cart, promotions: readonly ActivePromotion[]): SaleContext {
  const product = ({ productId, price, isDiscountProhibited }: CartLine): ProductInSale => ({
    kind: 'Good',
    cost: 0 as Cost,
    isArchived: false,
    isStub: false,
    nextPrices: [],
    isWeighed: placeOf(productId).isWeighed,
    price,
    isDiscountProhibited,
  })
  return {
    moment: { date: NOW, isAbsurd: false },
    storeId: cart.terms.storeId,
    retailPointId: cart.terms.retailPointId,
    isPointKnown: true,
    isPointActive: true,
    rules: { ...cart.terms, paymentTypes: [...TILL_TENDER_TYPES] },
    isCashierKnown: true,
    cashierMost: null,
    customerId: null,
    currency: 'KZT',
    rate: null,
    number: '1',
    isNumberTaken: false,
    isPeriodClosed: false,
    isAfterRevocation: false,
    original: null,
    refundsLeft: [],
    originalLines: new Map(),
    pieces: new Map(),
    otherHalf: null,
    returnPeriodDays: null,
    promotions: {
      promotions: new Map(promotions.map((each) => [each.id, each])),
      groupPaths: new Map(cart.lines.map(({ productId }) => [productId, placeOf(productId).groupIds])),
      cardPercents: cardPercentsOf(cart),
    },
    products: new Map(cart.lines.map((line) => [line.productId, product(line)])),
  }
}

function sell(seed: string) {
  const random = new Random(seed)
  const vats = Array.from({ length: random.between(1, 8) }, () => anyVat(random))
  const plain = anyCart(random, vats)
  const promotions = anyPromotions(random, plain)
  const cart = cutByPromotions(
    {
      ...plain,
      vouchers: anyVouchers(new Random(`vouchers of ${seed}`)),
      coupons: random.chance(0.5) ? ['one'] : [],
      buyer: { ...NOBODY, card: random.chance(0.6) ? anyCard(random) : null },
    },
    {
      promotions,
      placeOf,
      moment: NOW,
      timeZone: 'Asia/Almaty',
      strategy: random.pick(['BySum', 'ByPriority']),
    },
  )
  const totals = priceCart(cart)
  const bill = {
    sum: totals.sum,
    rounding: cart.terms.rounding,
    most: null,
    types: cart.terms.paymentTypes,
    order: cart.terms.paymentTypes,
    refunds: null,
    allowsOther: false,
    inAdvance: voucherSumOf(cart),
    mostPoints: null,
    isReturn: false,
  }
  const tendering = anyTendering(random, bill)
  const outcome = outcomeOf(bill, tendering, false)
  const [roundingSum, payments] = [roundingAt(bill, tendering), tendersOf(bill, tendering)]
  // After rounding down, the total can be less than the cashless payments, and the till then refuses them.
  if (!outcome.ok) return null
  const paid = {
    cart,
    basis: null,
    totals,
    roundingSum,
    payments,
    changeSum: outcome.changeSum,
    voucherRests: payments.map(() => null),
    refundReason: null,
    shift: null,
    exchange: null,
  }
  const sale = composeSale(CLOCKS, { tillId: '1', cashier: CASHIER, approval: null }, paid)
  return { vats, cart, promotions, body: JSON.stringify({ ...sale, receiptNumber: 'K7-000001' }) }
}

const WITH_CARDS = ['points', 'gift of points', 'Loyalty Line']

/** True when the minimum price limited the discount of the line. */
function isAtMinPrice({ quantity, price, minPrice }: CartLine, sold: SaleBody['lines'][number] | undefined) {
  if (!sold || minPrice === null || sold.discountAmount === 0) return false
  return lineSum(quantity, price) - sold.discountAmount === lineSum(quantity, minPrice)
}

const VAT = ['VAT of groups', 'VAT inside', 'VAT on top']
const BY_PROMOTIONS = ['Promotion Line', 'Promotion Receipt', 'Coupon Line', 'Coupon Receipt']

it('computes the same amounts at till and hub for random receipts with all kinds of discounts and tenders', () => {
  const seen = new Set<string>()
  let receipts = 0
  for (let seed = 0; seed < CARTS; seed += 1) {
    const sold = sell(`receipt ${seed}`)
    if (!sold) continue
    const { vats, cart, promotions, body } = sold
    receipts += 1
    const sale = SaleBody.parse(JSON.parse(body))
    const uploaded = { body: sale, deviceId: newId(), receivedAt: NOW, notes: [] }
    expect([seed, flagSale(uploaded, contextOf(cart, promotions), new Map())]).toEqual([seed, []])
    const due = dueOf(cart, sale)
    if (sale.points && due !== null) expect([seed, sale.points.earned]).toEqual([seed, due])
    if (sale.points?.earned) seen.add('points')
    if (sale.points?.gifts.length) seen.add('gift of points')
    expect([seed, sale.lines.map(({ vatRate }) => vatRate)]).toEqual([seed, vats.map(({ due }) => due)])
    const byWay = sumTenders(sale.payments, sale.changeSum)
    const inAdvance = sumAmounts(sale.vouchers.map(({ amount }) => amount))
    expect([seed, sumAmounts(byWay.map(({ amount }) => amount))]).toEqual([seed, sale.sum + inAdvance])
    expect([seed, inAdvance]).toEqual([seed, voucherSumOf(cart)])
    if (inAdvance > 0) seen.add('vouchers')
    for (const { type } of sale.payments) seen.add(type)
    if (sale.changeSum > 0) seen.add('change')
    if (sale.roundingSum !== 0) seen.add('rounding')
    if (sale.discountSum > 0) seen.add('discount')
    if (vats.some(({ isOfParentGroup }) => isOfParentGroup)) seen.add('VAT of groups')
    if (sale.vatSum > 0) seen.add(sale.vatIncluded ? 'VAT inside' : 'VAT on top')
    if (cart.lines.some((line, i) => isAtMinPrice(line, sale.lines[i]))) seen.add('minimum price')
    for (const { kind, scope } of sale.discounts) if (kind !== 'Manual') seen.add(`${kind} ${scope}`)
  }
  expect(receipts).toBeGreaterThan(CARTS * 0.8)
  expect([...seen].toSorted()).toEqual(
    [
      ...TILL_TENDER_TYPES,
      'change',
      'rounding',
      'discount',
      'minimum price',
      'vouchers',
      ...VAT,
      ...WITH_CARDS,
      ...BY_PROMOTIONS,
    ].toSorted(),
  )
})

it('computes the same percentage discount of a line in a document and in a receipt', () => {
  for (let seed = 0; seed < 5000; seed += 1) {
    const random = new Random(`line ${seed}`)
    const line = { ...anyLine(random), minPrice: null, isDiscountProhibited: false }
    const vatIncluded = random.chance(0.5)
    // With a higher discount, the line would fall below the lowest price that a till allows.
    const isDear = Math.min(line.price, lineSum(line.quantity, line.price)) >= 100
    const discountPercent = random.between(0, isDear ? 9900 : 0) as Percent
    const most = random.chance(0.3) ? discountPercent : percent(100)
    const terms = { vatEnabled: true, vatIncluded }
    const document = lineSums({ ...line, price: (line.price * 100) as Cost, discountPercent }, terms)
    const [given] = manualDiscounts([{ ...line, discount: { percent: discountPercent } }], null, {
      maxDiscountPercent: most,
      zeroLines: 'Cent',
    })
    const discountAmount = wholeDiscount(must(given))
    const { lines, ...receipt } = saleTotals([{ ...line, discountAmount }], vatIncluded)
    expect([seed, lines]).toEqual([seed, [document]])
    expect([seed, receipt.sum]).toEqual([seed, document.sum])
    // The hub accepts the discount given by the till.
    expect([seed, isOverLimit(lineSum(line.quantity, line.price), discountAmount, most)]).toEqual([
      seed,
      false,
    ])
  }
})
