import { z } from 'zod'
import { Count, Id, integerQuery, textOrEmpty, UtcTime } from '#shared/domain/fields.ts'
import { ProgramKind } from '#shared/domain/program-kind.ts'
import { AmountOut, PercentOut } from '#shared/money/wire.ts'
import { SearchText } from '../common.ts'

/** Loyalty card in a cart or in a list to choose from. */
export const TillCard = z.object({
  id: Id,
  cardNumber: z.string(),
  holderName: z.string().nullable(),
  programName: z.string(),
  programKind: ProgramKind,
  /** Discount at the level that the turnover has reached. */
  percent: PercentOut,
  turnover: AmountOut,
  /** Available points, as known by head office at `countedAt`. */
  balance: AmountOut,
  countedAt: UtcTime,
})
export type TillCard = z.infer<typeof TillCard>

/** Reason why a found card cannot be used. */
export const CardObstacle = z.enum(['card_blocked', 'card_expired', 'program_inactive'])
export type CardObstacle = z.infer<typeof CardObstacle>

/** Card, or a customer without a card. */
export const FoundBuyer = z.object({
  card: TillCard.extend({ obstacle: CardObstacle.nullable() }).nullable(),
  customer: z.object({ id: Id, name: z.string() }).nullable(),
  phone: z.string().nullable(),
})
export type FoundBuyer = z.infer<typeof FoundBuyer>

/** Search by card number, name or phone: words, or the digits of a number or its end. */
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

/** Change of the customer; an omitted member stays. A card sets its customer; null removes it again. */
export const ChangeBuyer = z.strictObject({
  cardId: Id.nullable().optional(),
  customerId: Id.nullable().optional(),
  phone: contact.optional(),
  email: contact.optional(),
})
export type ChangeBuyer = z.output<typeof ChangeBuyer>

/**
 * Bound that limits payment in points: their number, the share of the sum, or the limit of the program for
 * offline tills.
 */
export const PointsBound = z.enum(['balance', 'share', 'offlineLimit'])
export type PointsBound = z.infer<typeof PointsBound>

/** Points that the card of a cart earns and may pay; null: the cart has no card with points. */
export const CartPoints = z.object({
  /** Points for the sum of the cart, including gifts of promotions, when no points are used to pay. */
  earned: AmountOut,
  /** Maximum amount of money that points may pay now. */
  maxPaid: AmountOut,
  boundBy: PointsBound,
  /** Known remaining points. */
  balance: AmountOut,
  /** Moment of the balance, by the clock of head office. */
  asOf: UtcTime,
  /**
   * True when head office has just sent the balance. Otherwise spending is limited to what the program allows
   * offline.
   */
  isOnline: z.boolean(),
})
export type CartPoints = z.infer<typeof CartPoints>
export const CartPointsAnswer = z.object({ points: CartPoints.nullable() })
export type CartPointsAnswer = z.infer<typeof CartPointsAnswer>
