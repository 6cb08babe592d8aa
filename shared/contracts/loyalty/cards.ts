import { z } from 'zod'
import {
  Id,
  Moment,
  optionalParagraphs,
  optionalText,
  paragraphs,
  text,
  UtcTime,
} from '#shared/domain/fields.ts'
import { ProgramKind } from '#shared/domain/program-kind.ts'
import { AmountIn, AmountOut, PercentOut, RateOut } from '#shared/money/wire.ts'
import { createFields, listQuery, pageOf, pageQuery, recordFields } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const CardStatus = z.enum(['Active', 'Blocked'])
export type CardStatus = z.infer<typeof CardStatus>

/** Returns the card number without spaces and in lowercase, for comparison. */
export const cardKeyOf = (cardNumber: string): string => cardNumber.replace(/\s/gu, '').toLowerCase()

const CardNumber = text(64).meta({ description: 'Letter case and spaces are ignored' })

export const LoyaltyCardIssue = z
  .strictObject({
    ...createFields,
    cardNumber: CardNumber,
    programId: Id.nullish().meta({ description: 'Omitted: the default program' }),
    customerId: Id.nullish()
      .transform((value) => value ?? null)
      .meta({ description: 'Customer who holds the card' }),
    customerName: optionalText(255).meta({ description: 'Omitted: that of the customer' }),
    phone: optionalText(255).meta({ description: 'Omitted: that of the customer' }),
    expiresAt: Moment.nullish()
      .transform((value) => value ?? null)
      .meta({ description: 'null: never' }),
  })
  .meta({ id: 'LoyaltyCardIssue' })
export type LoyaltyCardIssue = z.output<typeof LoyaltyCardIssue>

const LoyaltyCardBlock = z.strictObject({ reason: optionalParagraphs(1000) }).meta({ id: 'LoyaltyCardBlock' })

export const LoyaltyCard = z
  .object({
    ...recordFields,
    cardNumber: z.string(),
    programId: Id,
    customerId: Id.nullable(),
    customerName: z.string().nullable(),
    phone: z.string().nullable(),
    status: CardStatus,
    issuedAt: UtcTime,
    issuedById: Id.nullable(),
    blockedAt: UtcTime.nullable(),
    blockReason: z.string().nullable(),
    expiresAt: UtcTime.nullable(),
    discountPercent: PercentOut.meta({
      description: 'Present discount by the program, depending on the turnover',
    }),
    turnover: AmountOut.meta({
      description: 'Posted purchases less returns, in the days that the program counts',
    }),
    balance: AmountOut.meta({ description: 'Points that can be spent now; below 0 after spending offline' }),
    pendingPoints: AmountOut.meta({ description: 'Earned points that cannot be spent yet' }),
    lastPurchaseAt: UtcTime.nullable(),
  })
  .meta({ id: 'LoyaltyCard' })
export type LoyaltyCard = z.infer<typeof LoyaltyCard>
const LoyaltyCardPage = pageOf(LoyaltyCard, 'LoyaltyCardPage')
export const LoyaltyCardListQuery = listQuery([
  'cardNumber',
  'customerName',
  'issuedAt',
  'createdAt',
  'updatedAt',
]).extend({
  status: CardStatus.optional(),
  programId: Id.optional(),
  customerId: Id.optional(),
})
export type LoyaltyCardListQuery = z.output<typeof LoyaltyCardListQuery>

export const LoyaltyCardLookup = z.object({
  cardNumber: CardNumber.optional(),
  phone: text(255).optional().meta({ description: 'Phone in any spelling' }),
})
export type LoyaltyCardLookup = z.output<typeof LoyaltyCardLookup>

/** Loyalty card as sent to a till. */
export const LoyaltyCardFound = LoyaltyCard.extend({
  programName: z.string(),
  programKind: ProgramKind,
  earnPercent: PercentOut,
  spendRate: RateOut,
  maxSpendPercent: PercentOut.meta({ description: 'Maximum share of a receipt that points may pay' }),
}).meta({ id: 'LoyaltyCardFound' })
export type LoyaltyCardFound = z.infer<typeof LoyaltyCardFound>

export const PointsKind = z.enum(['Earn', 'Spend', 'Welcome', 'Adjust', 'Expire', 'Reverse'])
export type PointsKind = z.infer<typeof PointsKind>

export const PointsEntry = z
  .object({
    id: Id,
    cardId: Id,
    saleId: Id.nullable(),
    kind: PointsKind,
    points: AmountOut.meta({ description: 'Below 0: taken from the card' }),
    at: UtcTime,
    availableFrom: UtcTime,
    expiresAt: UtcTime.nullable(),
    reason: z.string().nullable().meta({ description: 'Of a correction' }),
  })
  .meta({ id: 'PointsEntry' })
export type PointsEntry = z.infer<typeof PointsEntry>
const PointsPage = pageOf(PointsEntry, 'PointsPage')
const PointsListQuery = z.object(pageQuery)

export const PointsCorrection = z
  .strictObject({
    ...createFields,
    points: AmountIn.refine((value) => value !== 0, { error: 'must not be 0' }).meta({
      description: 'Below 0: taken from the card',
    }),
    reason: paragraphs(1000),
  })
  .meta({ id: 'PointsCorrection' })
export type PointsCorrection = z.output<typeof PointsCorrection>

const base = '/api/loyalty/cards'
export const CARDS = endpoint({
  method: 'get',
  path: base,
  query: LoyaltyCardListQuery,
  answer: LoyaltyCardPage,
})
export const CARD = endpoint({ method: 'get', path: `${base}/{id}`, answer: LoyaltyCard })
export const CARD_POINTS = endpoint({
  method: 'get',
  path: `${base}/{id}/points`,
  query: PointsListQuery,
  answer: PointsPage,
})
export const ISSUE_CARD = endpoint({
  method: 'post',
  path: `${base}/issue`,
  body: LoyaltyCardIssue,
  answer: LoyaltyCard,
})
export const BLOCK_CARD = endpoint({
  method: 'post',
  path: `${base}/{id}/block`,
  body: LoyaltyCardBlock,
  answer: null,
})
export const UNBLOCK_CARD = endpoint({ method: 'post', path: `${base}/{id}/unblock`, answer: null })
export const CORRECT_POINTS = endpoint({
  method: 'post',
  path: `${base}/{id}/correct-points`,
  body: PointsCorrection,
  answer: LoyaltyCard,
})
export const DELETE_CARD = endpoint({ method: 'delete', path: `${base}/{id}`, answer: null })
