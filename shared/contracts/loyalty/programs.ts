import { z } from 'zod'
import { Id, integer, Moment, text, UtcTime } from '#shared/domain/fields.ts'
import { ProgramKind } from '#shared/domain/program-kind.ts'
import { AmountOut, amountIn, PercentOut, percentIn, RateIn, RateOut } from '#shared/money/wire.ts'
import { BooleanQuery, createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { resource } from '../endpoint.ts'

export const WelcomeMode = z.enum(['None', 'Registration', 'FirstPurchase'])
export type WelcomeMode = z.infer<typeof WelcomeMode>

const DiscountPercent = percentIn({ min: 0, max: 100 })
/** Points, stored in hundredths like money. */
const Points = amountIn({ min: 0 })

const Level = z.strictObject({ fromAmount: Points, percent: DiscountPercent })
const LevelOut = z.object({ fromAmount: AmountOut, percent: PercentOut })
export type ProgramLevel = z.output<typeof Level>

const editable = {
  name: text(255),
  isActive: z.boolean().default(true),
  isDefault: z
    .boolean()
    .default(false)
    .meta({ description: 'true: the program of cards issued without one; setting it here unsets the other' }),
  startsAt: Moment.nullable().default(null).meta({ description: 'null: immediately' }),
  endsAt: Moment.nullable()
    .default(null)
    .meta({ description: 'First moment after the program; null: no end' }),
  kind: ProgramKind,
  discountPercent: DiscountPercent.prefault(0).meta({ description: 'DiscountPercent' }),
  levels: z.array(Level).max(100).default([]).meta({
    description: 'Accumulative: the percentage from a turnover on. Both increase from level to level',
  }),
  accumulationPeriodDays: integer(1, 36_500).nullable().default(null).meta({
    description: 'Number of days whose purchases count; null: all',
  }),
  earnPercent: DiscountPercent.prefault(5).meta({
    description: 'Bonus: points for money, in percent',
  }),
  pointStep: z
    .enum(['Hundredth', 'Whole'])
    .default('Hundredth')
    .meta({ description: 'Unit that earned points are rounded down to' }),
  spendRate: RateIn.prefault(1).meta({ description: 'Value of a point in money' }),
  maxSpendPercent: DiscountPercent.prefault(50).meta({
    description: 'Maximum share of a receipt that points may pay',
  }),
  earnOnBonusPaidPart: z
    .boolean()
    .default(false)
    .meta({ description: 'true: the part paid with points earns points, too' }),
  activationDelayDays: integer(0, 3650)
    .default(0)
    .meta({ description: 'Days until earned points can be spent' }),
  expirationDays: integer(1, 36_500).nullable().default(null).meta({
    description: 'Days until available points expire; null: never',
  }),
  welcomeBonus: Points.prefault(0),
  welcomeMode: WelcomeMode.default('None'),
  offlineSpendLimit: Points.prefault(0).meta({
    description: 'Points that a card may spend at an offline till',
  }),
  excludedGroupIds: z.array(Id).max(1000).default([]).meta({
    description:
      'Goods of these groups and their subgroups get no discount of the program and earn no points',
  }),
  excludeDiscountedLines: z
    .boolean()
    .default(false)
    .meta({ description: 'true: the same applies to lines that a promotion reduces' }),
}

type Given = z.core.ParsePayload<z.output<z.ZodObject<typeof editable>>>

function refuseContradictions({ value, issues }: Given) {
  const refuse = (path: PropertyKey[], message: string) =>
    issues.push({ code: 'custom', path, input: value, message })
  if (value.startsAt && value.endsAt && value.endsAt <= value.startsAt)
    refuse(['endsAt'], 'must be after startsAt')
  if (value.kind === 'Accumulative' && value.levels.length === 0) refuse(['levels'], 'must have a level')
  for (const [index, level] of value.levels.entries()) {
    const before = value.levels[index - 1]
    if (before && level.fromAmount <= before.fromAmount)
      refuse(['levels', index, 'fromAmount'], 'must be more than that of the level before')
    if (before && level.percent <= before.percent)
      refuse(['levels', index, 'percent'], 'must be more than that of the level before')
  }
}

export const LoyaltyProgramCreate = z
  .strictObject({ ...createFields, ...editable })
  .check(refuseContradictions)
  .meta({ id: 'LoyaltyProgramCreate' })
export type LoyaltyProgramCreate = z.output<typeof LoyaltyProgramCreate>
export const LoyaltyProgramUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .check(refuseContradictions)
  .meta({ id: 'LoyaltyProgramUpdate' })
export type LoyaltyProgramUpdate = z.output<typeof LoyaltyProgramUpdate>

export const LoyaltyProgram = z
  .object({
    ...recordFields,
    name: z.string(),
    isActive: z.boolean(),
    isDefault: z.boolean(),
    startsAt: UtcTime.nullable(),
    endsAt: UtcTime.nullable(),
    kind: ProgramKind,
    discountPercent: PercentOut,
    levels: z.array(LevelOut),
    accumulationPeriodDays: integer().nullable(),
    earnPercent: PercentOut,
    pointStep: z.enum(['Hundredth', 'Whole']),
    spendRate: RateOut,
    maxSpendPercent: PercentOut,
    earnOnBonusPaidPart: z.boolean(),
    activationDelayDays: integer(),
    expirationDays: integer().nullable(),
    welcomeBonus: AmountOut,
    welcomeMode: WelcomeMode,
    offlineSpendLimit: AmountOut,
    excludedGroupIds: z.array(Id),
    excludeDiscountedLines: z.boolean(),
  })
  .meta({ id: 'LoyaltyProgram' })
export type LoyaltyProgram = z.infer<typeof LoyaltyProgram>
const LoyaltyProgramPage = pageOf(LoyaltyProgram, 'LoyaltyProgramPage')
export const LoyaltyProgramListQuery = listQuery(['name', 'createdAt', 'updatedAt']).extend({
  isActive: BooleanQuery.optional(),
  kind: ProgramKind.optional(),
})
export type LoyaltyProgramListQuery = z.output<typeof LoyaltyProgramListQuery>

export const PROGRAMS = resource({
  base: '/api/loyalty/programs',
  contracts: {
    item: LoyaltyProgram,
    page: LoyaltyProgramPage,
    create: LoyaltyProgramCreate,
    update: LoyaltyProgramUpdate,
    list: LoyaltyProgramListQuery,
  },
})
