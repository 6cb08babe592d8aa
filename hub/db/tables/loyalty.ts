import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CardStatus, PointsKind } from '#shared/contracts/loyalty/cards.ts'
import type { ProgramLevel, WelcomeMode } from '#shared/contracts/loyalty/programs.ts'
import type { ProgramKind } from '#shared/domain/program-kind.ts'
import type { PromotionConditions, PromotionEffect, PromotionKind } from '#shared/domain/promotion.ts'
import { counterparties } from './catalog.ts'
import { amountColumn, jsonColumn, percentColumn, rateColumn, recordColumns, timeColumn } from './columns.ts'
import { organizations } from './platform.ts'

export const loyaltyPrograms = pgTable(
  'loyalty_programs',
  {
    ...recordColumns,
    name: text().notNull(),
    isActive: boolean().notNull(),
    isDefault: boolean().notNull(),
    startsAt: timeColumn(),
    endsAt: timeColumn(),
    kind: text().$type<ProgramKind>().notNull(),
    discountPercent: percentColumn().notNull(),
    levels: jsonColumn<ProgramLevel[]>().notNull(),
    accumulationPeriodDays: integer(),
    earnPercent: percentColumn().notNull(),
    pointStep: text().$type<'Hundredth' | 'Whole'>().notNull(),
    spendRate: rateColumn().notNull(),
    maxSpendPercent: percentColumn().notNull(),
    earnOnBonusPaidPart: boolean().notNull(),
    activationDelayDays: integer().notNull(),
    expirationDays: integer(),
    welcomeBonus: amountColumn().notNull(),
    welcomeMode: text().$type<WelcomeMode>().notNull(),
    offlineSpendLimit: amountColumn().notNull(),
    /** Can contain ids of groups that were deleted in the meantime. */
    excludedGroupIds: uuid().array().notNull(),
    excludeDiscountedLines: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('loyalty_programs_name_key').on(table.organizationId, table.name),
    uniqueIndex('loyalty_programs_is_default_key').on(table.organizationId).where(sql`is_default`),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

export const loyaltyCards = pgTable(
  'loyalty_cards',
  {
    ...recordColumns,
    cardNumber: text().notNull(),
    /** Number, normalized for comparison. */
    cardKey: text().notNull(),
    programId: uuid().notNull(),
    customerId: uuid(),
    customerName: text(),
    phone: text(),
    /** E.164 phone number. Null when the text is not a valid number. */
    phoneNumber: text(),
    status: text().$type<CardStatus>().notNull(),
    issuedAt: timeColumn().notNull(),
    issuedById: uuid(),
    blockedAt: timeColumn(),
    blockReason: text(),
    expiresAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('loyalty_cards_card_number_key').on(table.organizationId, table.cardKey),
    foreignKey({
      columns: [table.organizationId, table.programId],
      foreignColumns: [loyaltyPrograms.organizationId, loyaltyPrograms.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.customerId],
      foreignColumns: [counterparties.organizationId, counterparties.id],
    }),
    index('loyalty_cards_program_idx').on(table.organizationId, table.programId),
    index('loyalty_cards_customer_idx').on(table.organizationId, table.customerId),
    index('loyalty_cards_phone_idx').on(table.organizationId, table.phoneNumber),
  ],
)

/** Ledger of points. Rows are added, and never changed or deleted. */
export const loyaltyPoints = pgTable(
  'loyalty_points',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    cardId: uuid().notNull(),
    saleId: uuid(),
    /** Expiry has no rows. It is calculated from the other entries (shared/loyalty/points-balance.ts). */
    kind: text().$type<Exclude<PointsKind, 'Expire'>>().notNull(),
    points: amountColumn().notNull(),
    at: timeColumn().notNull(),
    availableFrom: timeColumn().notNull(),
    expiresAt: timeColumn(),
    /** Reason for a correction. */
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.cardId],
      foreignColumns: [loyaltyCards.organizationId, loyaltyCards.id],
    }).onDelete('cascade'),
    index('loyalty_points_card_idx').on(table.organizationId, table.cardId, table.at),
    index('loyalty_points_sale_idx').on(table.organizationId, table.saleId),
  ],
)

export const promotions = pgTable(
  'promotions',
  {
    ...recordColumns,
    name: text().notNull(),
    isActive: boolean().notNull(),
    priority: integer().notNull(),
    startsAt: timeColumn(),
    endsAt: timeColumn(),
    daysOfWeek: integer().array().notNull(),
    timeFrom: text(),
    timeTo: text(),
    storeIds: uuid().array().notNull(),
    retailPointIds: uuid().array().notNull(),
    requiresCard: boolean().notNull(),
    programIds: uuid().array().notNull(),
    kind: text().$type<PromotionKind>().notNull(),
    conditions: jsonColumn<PromotionConditions>().notNull(),
    effect: jsonColumn<PromotionEffect>().notNull(),
    combinable: boolean().notNull(),
    maxPerReceipt: integer(),
    couponCode: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)
