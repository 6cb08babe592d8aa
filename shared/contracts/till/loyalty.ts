import { z } from 'zod'
import { AmountOut, PercentOut } from '#shared/money/wire.ts'
import { Count, Id, integerQuery, SearchText, textOrEmpty, UtcTime } from '../common.ts'
import { ProgramKind } from '../loyalty/programs.ts'

/** A loyalty card in a cart or in a list to choose from. */
export const TillCard = z.object({
  id: Id,
  cardNumber: z.string(),
  holderName: z.string().nullable(),
  programName: z.string(),
  programKind: ProgramKind,
  /** What it takes off, by the level that its turnover has reached. */
  percent: PercentOut,
  turnover: AmountOut,
  /** Points that could be spent, as head office knew them at `countedAt`. */
  balance: AmountOut,
  countedAt: UtcTime,
})
export type TillCard = z.infer<typeof TillCard>

/** Why a card that was found cannot be taken. */
export const CardObstacle = z.enum(['card_blocked', 'card_expired', 'program_inactive'])
export type CardObstacle = z.infer<typeof CardObstacle>

/** A card, or a customer without one. */
export const FoundBuyer = z.object({
  card: TillCard.extend({ obstacle: CardObstacle.nullable() }).nullable(),
  customer: z.object({ id: Id, name: z.string() }).nullable(),
  phone: z.string().nullable(),
})
export type FoundBuyer = z.infer<typeof FoundBuyer>

/** By the number of the card, by name or phone: words, or the digits of a number and its end. */
export const BuyerSearchQuery = z.strictObject({
  search: SearchText.default(''),
  limit: integerQuery(1, 50).default(20),
})
export const FoundBuyers = z.object({ items: z.array(FoundBuyer), total: Count })
export type FoundBuyers = z.infer<typeof FoundBuyers>

/** Who buys, and where the electronic receipt goes. */
export const Buyer = z.object({
  card: TillCard.nullable(),
  customer: z.object({ id: Id, name: z.string() }).nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})
export type Buyer = z.infer<typeof Buyer>

const contact = textOrEmpty(64)
  .nullable()
  .transform((value) => value || null)

/** What is left out stays. A card brings its customer; null takes it off again. */
export const ChangeBuyer = z.strictObject({
  cardId: Id.nullable().optional(),
  customerId: Id.nullable().optional(),
  phone: contact.optional(),
  email: contact.optional(),
})
export type ChangeBuyer = z.output<typeof ChangeBuyer>

/** What keeps points from paying more: their number, the share of the sum, or the limit of the program for tills offline. */
export const PointsBound = z.enum(['balance', 'share', 'offlineLimit'])
export type PointsBound = z.infer<typeof PointsBound>

/** What the card of a cart earns and may pay; null: it has no card with points. */
export const CartPoints = z.object({
  /** For the sum of the cart, gifts of promotions included, when no points pay. */
  earned: AmountOut,
  /** The most that points may pay of it now: in money. */
  maxPaid: AmountOut,
  boundBy: PointsBound,
  /** The points that are known to be left. */
  balance: AmountOut,
  /** The moment of the balance, by the clock of head office. */
  asOf: UtcTime,
  /** Head office has just told the balance. Otherwise no more is spent than the program allows offline. */
  isOnline: z.boolean(),
})
export type CartPoints = z.infer<typeof CartPoints>
export const CartPointsAnswer = z.object({ points: CartPoints.nullable() })
export type CartPointsAnswer = z.infer<typeof CartPointsAnswer>
