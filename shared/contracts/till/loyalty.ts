import { z } from 'zod'
import { Count, Id, integerQuery, textOrEmpty, UtcTime } from '#shared/domain/fields.ts'
import { ProgramKind } from '#shared/domain/program-kind.ts'
import { AmountOut, PercentOut } from '#shared/money/wire.ts'
import { SearchText } from '../common.ts'

/** Loyalty card of a cart or of a search result. */
export const TillCard = z.object({
  id: Id,
  cardNumber: z.string(),
  holderName: z.string().nullable(),
  programName: z.string(),
  programKind: ProgramKind,
  /** Discount in percent at the level reached by the turnover. */
  percent: PercentOut,
  turnover: AmountOut,
  /** Points that can be spent, according to head office at `countedAt`. */
  balance: AmountOut,
  countedAt: UtcTime,
})
export type TillCard = z.infer<typeof TillCard>

/** Reason why a found card cannot be used. */
export const CardObstacle = z.enum(['card_blocked', 'card_expired', 'program_inactive'])
export type CardObstacle = z.infer<typeof CardObstacle>

/** Found customer, with or without a card. */
export const FoundBuyer = z.object({
  card: TillCard.extend({ obstacle: CardObstacle.nullable() }).nullable(),
  customer: z.object({ id: Id, name: z.string() }).nullable(),
  phone: z.string().nullable(),
})
export type FoundBuyer = z.infer<typeof FoundBuyer>

/**
 * Search for a customer by name, phone or card number. The text consists of words, or of all or the last
 * digits of a number.
 */
export const BuyerSearchQuery = z.strictObject({
  search: SearchText.default(''),
  limit: integerQuery(1, 50).default(20),
})
export const FoundBuyers = z.object({ items: z.array(FoundBuyer), total: Count })
export type FoundBuyers = z.infer<typeof FoundBuyers>

/** Customer of the sale and recipient of the electronic receipt. */
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

/**
 * Change of the customer. An omitted member is unchanged, and null removes it. Setting a card also sets its
 * customer.
 */
export const ChangeBuyer = z.strictObject({
  cardId: Id.nullable().optional(),
  customerId: Id.nullable().optional(),
  phone: contact.optional(),
  email: contact.optional(),
})
export type ChangeBuyer = z.output<typeof ChangeBuyer>

/**
 * Limit that determines the maximum payment in points: the balance, the share of the total, or the program's
 * limit for offline tills.
 */
export const PointsBound = z.enum(['balance', 'share', 'offlineLimit'])
export type PointsBound = z.infer<typeof PointsBound>

/** Points that the cart earns for its card and can pay with, or null without a card with points. */
export const CartPoints = z.object({
  /** Points earned by the cart, including gifts of promotions, when no points are used to pay. */
  earned: AmountOut,
  /** Maximum amount of money that can be paid with points. */
  maxPaid: AmountOut,
  boundBy: PointsBound,
  /** Last known balance of points. */
  balance: AmountOut,
  /** Time of the balance by the clock of head office (UTC, ISO 8601). */
  asOf: UtcTime,
  /** True when head office has just sent the balance. Otherwise the program's offline limit applies. */
  isOnline: z.boolean(),
})
export type CartPoints = z.infer<typeof CartPoints>
export const CartPointsAnswer = z.object({ points: CartPoints.nullable() })
export type CartPointsAnswer = z.infer<typeof CartPointsAnswer>
