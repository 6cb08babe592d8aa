import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ReadShiftTotals } from '#shared/sync/shift.ts'
import { amountColumn, jsonColumn, timeColumn } from './columns.ts'
import { devices } from './sync.ts'

/**
 * Common columns of records that are uploaded like sales (shared/sync/shift.ts). Records that they refer to
 * may arrive later or never, so there are no foreign keys.
 */
const fromTill = {
  organizationId: uuid().notNull(),
  id: uuid().notNull(),
  deviceId: uuid().notNull(),
  retailPointId: uuid().notNull(),
  tillId: text().notNull(),
  cashierId: uuid(),
  cashierName: text(),
  receivedAt: timeColumn().notNull(),
}

/**
 * Shifts. One item opens a shift and another closes it. They can arrive in either order, and the columns of
 * the missing half are null.
 */
export const tillShifts = pgTable(
  'till_shifts',
  {
    ...fromTill,
    number: integer(),
    openedAt: timeColumn(),
    openingCash: amountColumn(),
    closedAt: timeColumn(),
    closedById: uuid(),
    closedByName: text(),
    countedCash: amountColumn(),
    /** Totals reported by the till at the closing, in minor units. */
    totals: jsonColumn<ReadShiftTotals>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    index('till_shifts_opened_idx').on(table.organizationId, table.openedAt),
  ],
)

export const cashMovements = pgTable(
  'cash_movements',
  {
    ...fromTill,
    shiftId: uuid().notNull(),
    kind: text().$type<'In' | 'Out'>().notNull(),
    amount: amountColumn().notNull(),
    reason: text().notNull(),
    movedAt: timeColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    index('cash_movements_shift_idx').on(table.organizationId, table.shiftId),
    index('cash_movements_moved_idx').on(table.organizationId, table.movedAt),
  ],
)

export const tillEvents = pgTable(
  'till_events',
  {
    ...fromTill,
    kind: text().notNull(),
    happenedAt: timeColumn().notNull(),
    details: jsonColumn<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    index('till_events_happened_idx').on(table.organizationId, table.happenedAt),
  ],
)
