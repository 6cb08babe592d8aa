import { z } from 'zod'
import {
  Count,
  Day,
  Id,
  integer,
  Moment,
  optionalText,
  TimeOfDay,
  text,
  UtcTime,
} from '#shared/domain/fields.ts'
import { ids, none, PromotionConditions, PromotionEffect, PromotionKind } from '#shared/domain/promotion.ts'
import { AmountOut, PercentOut, QuantityOut } from '#shared/money/wire.ts'
import { BooleanQuery, createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { endpoint, resource } from '../endpoint.ts'

const editable = {
  name: text(255),
  isActive: z.boolean().default(true),
  priority: integer(-1_000_000, 1_000_000).default(0).meta({ description: 'Higher priorities apply first' }),
  startsAt: Moment.nullable().default(null).meta({ description: 'null: immediately' }),
  endsAt: Moment.nullable()
    .default(null)
    .meta({ description: 'First moment after the promotion; null: no end' }),
  daysOfWeek: z
    .array(integer(1, 7))
    .max(7)
    .transform((days) => [...new Set(days)].toSorted())
    .default([])
    .meta({ description: '1 is Monday, 7 is Sunday, by the clock of the shop; empty: every day' }),
  timeFrom: none(TimeOfDay).meta({ description: 'By the clock of the shop' }),
  timeTo: none(TimeOfDay).meta({
    description: 'First minute after the period; before timeFrom: on the next day',
  }),
  storeIds: ids('None: all'),
  retailPointIds: ids('None: all'),
  requiresCard: z.boolean().default(false),
  programIds: ids('Applies to cards of these programs; empty: all cards'),
  kind: PromotionKind,
  conditions: PromotionConditions.prefault({}),
  effect: PromotionEffect,
  combinable: z.boolean().default(true).meta({
    description: 'true: adds up with other combinable promotions; false: a line only gets the best of these',
  }),
  maxPerReceipt: none(integer(1, 1_000_000)).meta({
    description: 'Maximum number of sets, gifts or n-th units in a receipt; null: no limit',
  }),
  couponCode: optionalText(64).meta({ description: 'Applies only with this coupon, case-insensitive' }),
}

/** Required and optional members of the effect, by kind of promotion. */
export const EFFECT_NEEDS: Record<
  PromotionKind,
  [needed: (keyof PromotionEffect)[], more?: (keyof PromotionEffect)[]]
> = {
  PercentDiscount: [['percent']],
  AmountDiscount: [['amount']],
  SpecialPrice: [['price']],
  BuyXGetY: [['buyQuantity', 'getQuantity'], ['percent']],
  NthItemDiscount: [['everyNth', 'percent']],
  BundlePrice: [['bundle', 'price']],
  ReceiptThreshold: [['threshold'], ['percent', 'amount']],
  GiftPoints: [['points']],
}
/** Kinds of promotions with a maximum number of applications in one receipt. */
export const LIMITED_KINDS: readonly PromotionKind[] = ['BuyXGetY', 'NthItemDiscount', 'BundlePrice']

type Given = z.core.ParsePayload<z.output<z.ZodObject<typeof editable>>>

function refuseContradictions({ value, issues }: Given) {
  const refuse = (path: PropertyKey[], message: string) =>
    issues.push({ code: 'custom', path, input: value, message })
  const lack = (path: PropertyKey[], message: string) =>
    issues.push({ code: 'invalid_type', expected: 'nonoptional', path, input: undefined, message })
  const { kind, effect, startsAt, endsAt } = value
  if (startsAt && endsAt && endsAt <= startsAt) refuse(['endsAt'], 'must be after startsAt')
  if ((value.timeFrom === null) !== (value.timeTo === null))
    lack([value.timeFrom === null ? 'timeFrom' : 'timeTo'], 'must be given with the other time')
  else if (value.timeFrom !== null && value.timeFrom === value.timeTo)
    refuse(['timeTo'], 'must differ from timeFrom')
  const has = (name: keyof PromotionEffect) =>
    name === 'bundle' ? effect.bundle.length > 0 : effect[name] !== null
  const [needed, more = []] = EFFECT_NEEDS[kind]
  for (const name of needed) if (!has(name)) lack(['effect', name], `is needed for ${kind}`)
  for (const name of Object.keys(effect) as (keyof PromotionEffect)[])
    if (name !== 'isPerUnit' && has(name) && !needed.includes(name) && !more.includes(name))
      refuse(['effect', name], `must be empty for ${kind}`)
  if (kind === 'ReceiptThreshold' && has('percent') === has('amount'))
    refuse(['effect', 'percent'], 'must be given, or amount: one of the two')
  if (value.maxPerReceipt !== null && !LIMITED_KINDS.includes(kind))
    refuse(['maxPerReceipt'], `must be empty but for ${LIMITED_KINDS.join(', ')}`)
  if (kind === 'GiftPoints' && !value.requiresCard)
    refuse(['requiresCard'], 'must be true: points are given to a card')
  if (value.programIds.length > 0 && !value.requiresCard)
    refuse(['requiresCard'], 'must be true for programIds')
}

export const PromotionCreate = z
  .strictObject({ ...createFields, ...editable })
  .check(refuseContradictions)
  .meta({ id: 'PromotionCreate' })
export type PromotionCreate = z.output<typeof PromotionCreate>
export const PromotionUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .check(refuseContradictions)
  .meta({ id: 'PromotionUpdate' })
export type PromotionUpdate = z.output<typeof PromotionUpdate>

export const Promotion = z
  .object({
    ...recordFields,
    name: z.string(),
    isActive: z.boolean(),
    priority: integer(),
    startsAt: UtcTime.nullable(),
    endsAt: UtcTime.nullable(),
    daysOfWeek: z.array(integer()),
    timeFrom: z.string().nullable(),
    timeTo: z.string().nullable(),
    storeIds: z.array(Id),
    retailPointIds: z.array(Id),
    requiresCard: z.boolean(),
    programIds: z.array(Id),
    kind: PromotionKind,
    conditions: z.object({
      productIds: z.array(Id),
      groupIds: z.array(Id),
      minQuantity: QuantityOut.nullable(),
      minAmount: AmountOut.nullable(),
    }),
    effect: z.object({
      percent: PercentOut.nullable(),
      amount: AmountOut.nullable(),
      isPerUnit: z.boolean(),
      price: AmountOut.nullable(),
      buyQuantity: integer().nullable(),
      getQuantity: integer().nullable(),
      everyNth: integer().nullable(),
      bundle: z.array(z.object({ productId: Id, quantity: integer() })),
      threshold: AmountOut.nullable(),
      points: AmountOut.nullable(),
    }),
    combinable: z.boolean(),
    maxPerReceipt: integer().nullable(),
    couponCode: z.string().nullable(),
  })
  .meta({ id: 'Promotion' })
export type Promotion = z.infer<typeof Promotion>
const PromotionPage = pageOf(Promotion, 'PromotionPage')
export const PromotionListQuery = listQuery([
  'name',
  'priority',
  'startsAt',
  'createdAt',
  'updatedAt',
]).extend({
  isActive: BooleanQuery.optional(),
  kind: PromotionKind.optional(),
})
export type PromotionListQuery = z.output<typeof PromotionListQuery>

export const TryOutQuery = z.object({ from: Day.optional(), to: Day.optional() })
export type TryOutQuery = z.output<typeof TryOutQuery>

const receipts = {
  turnover: AmountOut,
  margin: AmountOut.optional().meta({ description: 'Only for users who may see costs' }),
  belowCost: Count.optional().meta({
    description: 'Number of receipts below cost; only for users who may see costs',
  }),
}

/** Results of past days, recalculated with a promotion. */
export const PromotionTryOut = z
  .object({
    from: Day,
    to: Day,
    receipts: Count.meta({ description: 'Number of sales examined' }),
    reducedReceipts: Count.meta({ description: 'Number of these that the promotion reduces' }),
    discount: AmountOut.meta({ description: 'Discount of the promotion, in addition to existing discounts' }),
    was: z.object(receipts),
    wouldBe: z.object(receipts),
  })
  .meta({ id: 'PromotionTryOut' })
export type PromotionTryOut = z.infer<typeof PromotionTryOut>

export const PROMOTIONS = resource({
  base: '/api/promotions',
  contracts: {
    item: Promotion,
    page: PromotionPage,
    create: PromotionCreate,
    update: PromotionUpdate,
    list: PromotionListQuery,
  },
})

export const TRY_OUT = endpoint({
  method: 'post',
  path: '/api/promotions/try-out',
  query: TryOutQuery,
  body: PromotionCreate,
  answer: PromotionTryOut,
})
