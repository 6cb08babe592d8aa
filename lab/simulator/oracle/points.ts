import type { LoyaltyCard } from '#shared/contracts/loyalty/cards.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { now } from '../process/time.ts'
import type { ShopCard, ShopProgram } from '../world/offers.ts'
import type { World } from '../world/world.ts'
import type { Check } from './coverage.ts'
import { type HubState, saleOf } from './hub-state.ts'
import type { Finding } from './judge.ts'

/** A change of a card's points, in hundredths. */
interface Entry {
  id: string
  cardId: string
  saleId: string | null
  kind: string
  points: number
  at: Date
}

interface Booked {
  id: string
  date: Date
  postedAt: Date
  flags: { code: string; detail: string }[]
}

interface Counted {
  cards: Map<string, ShopCard & { program: ShopProgram; blockedAt: Date | null }>
  /** Posted sales by id, as written by the tills. */
  sales: Map<string, SaleBody>
  returnsOf: Map<string, SaleBody[]>
  /** Ledger entries in posting order. */
  entries: Entry[]
  booked: Map<string, Booked>
}

type Say = (by: Check, what: string) => void

/**
 * Calculates the points of cards from the records of tills, without using product code. Checks the points
 * shown on receipts, the points posted by head office, the balance of each card, and the flags shown to
 * users.
 */
export async function checkPoints(world: World, hub: HubState): Promise<Finding[]> {
  const findings: Finding[] = []
  const say: Say = (by, what) => void findings.push({ kind: 'missed', by, what })
  const counted = await count(world, hub)
  checkStatedPoints(world, counted, say)
  checkBooked(world, counted, say)
  await checkBalances(world, counted, say)
  checkFlags(world, counted, say)
  return findings
}

async function count({ database, shop }: World, hub: HubState): Promise<Counted> {
  const known = await database.read<{ id: string; blockedAt: Date | null }>(
    'SELECT id, blocked_at AS "blockedAt" FROM loyalty_cards',
  )
  const blockedAt = new Map(known.map((card) => [card.id, card.blockedAt]))
  const cards = shop.cards.flatMap((card) => {
    const program = shop.programs.find(({ id }) => id === card.programId)
    return program && blockedAt.has(card.id)
      ? [{ ...card, program, blockedAt: blockedAt.get(card.id) ?? null }]
      : []
  })
  const posted = [...hub.uploads.values()]
    .filter(({ status }) => status === 'posted')
    .flatMap((upload) => saleOf(upload) ?? [])
  // Ids increase in order of creation.
  const entries = await database.read<Omit<Entry, 'points'> & { points: string }>(
    `SELECT id, card_id AS "cardId", sale_id AS "saleId", kind, points, at FROM loyalty_points ORDER BY id`,
  )
  const booked = await database.read<Booked>(
    `SELECT id, date, posted_at AS "postedAt", flags FROM retail_sales WHERE status = 'Posted'`,
  )
  return {
    cards: new Map(cards.map((card) => [card.id, card])),
    sales: new Map(posted.map((sale) => [sale.id, sale])),
    returnsOf: Map.groupBy(
      posted.filter(({ isReturn, originalSaleId }) => isReturn && originalSaleId),
      ({ originalSaleId }) => originalSaleId ?? '',
    ),
    entries: entries.map((entry) => ({ ...entry, points: Number(entry.points) })),
    booked: new Map(booked.map((sale) => [sale.id, sale])),
  }
}

const cents = (value: number): number => Math.round(value * 100)
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const paidByPoints = ({ payments }: SaleBody): number =>
  total(payments.filter(({ type }) => type === 'Bonus').map(({ amount }) => cents(amount)))
const giftsOf = ({ points }: SaleBody): number[] => (points?.gifts ?? []).map((gift) => cents(gift.points))

/** Returns the points earned by the receipt under the program, and the points that the payment in points costs. */
function dueOf(
  sale: SaleBody,
  { earnPercent, isWhole, spendRate }: ShopProgram,
): { earned: number; spent: number } {
  const paid = total(sale.lines.map(({ sum }) => cents(sum)))
  const step = isWhole ? 100 : 1
  return {
    earned: Math.floor(((paid - paidByPoints(sale)) * earnPercent) / 100 / step) * step,
    spent: Math.ceil(paidByPoints(sale) / spendRate),
  }
}

/** Checks that the points shown on a receipt match the program and the promotions. */
function checkStatedPoints({ ledger, shop, coverage }: World, { cards, sales }: Counted, say: Say): void {
  const published = [...ledger.shown].flatMap(([id, { receipt, isOfDamaged, till }]) => {
    const sale = sales.get(id)
    const card = cards.get(sale?.loyaltyCardId ?? '')
    const isOfPoints = card?.program.kind === 'Bonus' && sale && !sale.isReturn && !isOfDamaged
    return isOfPoints
      ? [{ sale, card, receipt, who: `receipt ${receipt.receiptNumber} of ${till.name}` }]
      : []
  })
  for (const { sale, card, receipt, who } of coverage.of('points told', published)) {
    const { earned, spent } = dueOf(sale, card.program)
    const is = [cents(sale.points?.earned ?? 0), cents(sale.points?.spent ?? 0)]
    if (String(is) !== String([earned, spent]))
      say('points told', `${who} has earned and spent ${is} points, ${[earned, spent]} are due`)
    const wrong = (sale.points?.gifts ?? []).filter(
      ({ promotionId, points }) => shop.promotions.find(({ id }) => id === promotionId)?.points !== points,
    )
    if (wrong.length > 0) say('points told', `${who} has the gifts ${JSON.stringify(wrong)}`)
    const shown = [cents(receipt.points?.earned ?? 0), cents(receipt.points?.spent ?? 0)]
    const written = [earned + total(giftsOf(sale)), spent]
    if (String(shown) !== String(written))
      say('points told', `${who} shows ${shown} and was written with ${written}`)
  }
}

/** Returns the total share taken by all returns so far, rounded down. */
const shareOf = (size: number, part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.floor((size * Math.min(part, whole)) / whole)

/**
 * Checks that each sale has earned and spent the points on its receipt, that its returns have reversed their
 * share, and that there are no other entries.
 */
function checkBooked({ coverage }: World, { cards, sales, returnsOf, entries }: Counted, say: Say): void {
  const sumOf = (of: readonly Entry[], kind: string, sign: 1 | -1): number =>
    total(
      of
        .filter((entry) => entry.kind === kind && Math.sign(entry.points) === sign)
        .map(({ points }) => points),
    )
  const bySale = Map.groupBy(entries, ({ saleId }) => saleId ?? '')
  const withCard = [...sales.values()].filter(({ loyaltyCardId, isReturn }) => loyaltyCardId && !isReturn)
  for (const sale of coverage.of('points booked', withCard)) {
    const card = cards.get(sale.loyaltyCardId ?? '')
    const isOfPoints = card?.program.kind === 'Bonus'
    const gains = isOfPoints ? [cents(sale.points?.earned ?? 0), ...giftsOf(sale)] : []
    const spent = isOfPoints ? Math.ceil(paidByPoints(sale) / card.program.spendRate) : 0
    const own = bySale.get(sale.id) ?? []
    const returns = returnsOf.get(sale.id) ?? []
    const back = returns.flatMap(({ id }) => bySale.get(id) ?? [])
    const returned = total(returns.map(({ sum }) => cents(sum)))
    const paidBack = total(returns.map(paidByPoints))
    const is = {
      earned: sumOf(own, 'Earn', 1),
      spent: -sumOf(own, 'Spend', -1),
      takenBack: -sumOf(back, 'Reverse', -1),
      givenBack: sumOf(back, 'Reverse', 1),
      entries: new Set([...own, ...back].map(({ cardId }) => cardId)).size,
    }
    const due = {
      earned: total(gains),
      spent,
      takenBack: total(gains.map((gain) => shareOf(gain, returned, cents(sale.sum)))),
      givenBack: shareOf(spent, paidBack, paidByPoints(sale)),
      entries: total(gains) + spent > 0 ? 1 : 0,
    }
    if (JSON.stringify(is) !== JSON.stringify(due))
      say(
        'points booked',
        `sale ${sale.receiptNumber} has ${JSON.stringify(is)}, ${JSON.stringify(due)} are due`,
      )
  }
  const known = new Set([...sales.keys()])
  for (const { saleId, kind } of entries)
    if (saleId !== null && !known.has(saleId))
      say('points booked', `${kind} of the sale ${saleId}, which is not posted`)
}

/**
 * Checks that the balance of a card is the sum of its entries, that welcome points were given once, and that
 * head office and tills have the same balance.
 */
async function checkBalances(world: World, { cards, sales, entries }: Counted, say: Say): Promise<void> {
  const published = await world.database.read<{ id: string; balance: string }>(
    'SELECT id, balance FROM till_cards WHERE body IS NOT NULL',
  )
  const publishedOf = new Map(published.map(({ id, balance }) => [id, Number(balance)]))
  const purchases = [...sales.values()]
    .filter(({ isReturn, lines }) => !isReturn && lines.length > 0)
    .map(({ loyaltyCardId }) => loyaltyCardId)
  for (const { id, cardNumber, program } of world.coverage.of('balances of cards', cards.values())) {
    const own = entries.filter(({ cardId }) => cardId === id)
    const { welcome } = program
    const isWelcomed = welcome?.mode === 'Registration' || purchases.includes(id)
    const due = isWelcomed ? cents(welcome?.points ?? 0) : 0
    const welcomed = total(own.filter(({ kind }) => kind === 'Welcome').map(({ points }) => points))
    if (welcomed !== due)
      say('balances of cards', `${cardNumber} was welcomed with ${welcomed}, ${due} are due`)
    // Entries dated by a fast till clock can be in the future.
    const balance = total(own.filter(({ at }) => at.getTime() <= now()).map(({ points }) => points))
    const answer = await world.await(world.office.send('GET', `/api/loyalty/cards/${id}`))
    const shown = cents((answer?.body as LoyaltyCard | undefined)?.balance ?? Number.NaN)
    if (shown !== balance)
      say('balances of cards', `${cardNumber} has ${shown} at head office and comes to ${balance}`)
    if (publishedOf.get(id) !== balance)
      say(
        'balances of cards',
        `tills are told ${publishedOf.get(id)} of ${cardNumber}, which comes to ${balance}`,
      )
  }
}

/**
 * Checks that receipts are flagged if and only if they overspent a card, or have an unknown or blocked card.
 * A receipt with only vouchers does not affect its card.
 */
function checkFlags(world: World, counted: Counted, say: Say): void {
  const { cards, sales, booked, returnsOf } = counted
  const left = balancesAfter(counted)
  const concerned = [...sales.values()].filter(
    ({ id, loyaltyCardId, lines }) =>
      loyaltyCardId && lines.length > 0 && world.ledger.shown.get(id)?.isOfDamaged === false,
  )
  const isFlagged = (id: string, code: string): boolean =>
    booked.get(id)?.flags.some((flag) => flag.code === code) ?? false
  for (const sale of world.coverage.of('flags of points', concerned)) {
    const { id, receiptNumber } = sale
    const card = cards.get(sale.loyaltyCardId ?? '')
    const compare = (code: string, due: boolean | null): void => {
      if (due !== null && isFlagged(id, code) !== due)
        say('flags of points', `receipt ${receiptNumber} is ${due ? 'not ' : ''}flagged ${code}`)
    }
    compare('card_unknown', !sale.isReturn && !card)
    compare('points_without_card', !sale.isReturn && !card && paidByPoints(sale) > 0)
    compare('card_blocked', sale.isReturn ? false : wasBlocked(world, counted, sale))
    for (const code of ['card_expired', 'points_over_share', 'points_differ', 'card_differs'])
      compare(code, false)
    const isOver = (left.get(id) ?? 0) < 0
    const original = sale.originalSaleId ?? ''
    // A return that arrived before its sale is posted together with the sale.
    if (sale.isReturn) {
      if (isOver && !isFlagged(original, 'points_overspent')) compare('points_overspent', true)
      else if (!isOver) compare('points_overspent', false)
    } else if (!returnsOf.has(id)) compare('points_overspent', isOver)
  }
}

/** Returns the balance of the card after each receipt that took points from it. */
function balancesAfter({ entries }: Counted): Map<string, number> {
  const balances = new Map<string, number>()
  const after = new Map<string, number>()
  const takes = new Set(entries.filter(({ points }) => points < 0).map(({ saleId }) => saleId))
  for (const { cardId, saleId, points } of entries) {
    balances.set(cardId, (balances.get(cardId) ?? 0) + points)
    if (saleId !== null && takes.has(saleId)) after.set(saleId, balances.get(cardId) ?? 0)
  }
  return after
}

/**
 * True when the card was blocked at the time of the receipt. Null when that is unknown, because the card was
 * blocked and unblocked again.
 */
function wasBlocked(
  { touched }: World,
  { cards, booked }: Counted,
  { id, loyaltyCardId }: SaleBody,
): boolean | null {
  const card = cards.get(loyaltyCardId ?? '')
  const receipt = booked.get(id)
  if (!card || !receipt || !touched.has(card.id)) return false
  const { blockedAt } = card
  if (blockedAt === null || receipt.postedAt < blockedAt) return null
  return receipt.date >= blockedAt
}
