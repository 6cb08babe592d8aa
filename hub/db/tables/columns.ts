import { sql } from 'drizzle-orm'
import { bigint, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Amount, Cost, Percent, Quantity, Rate } from '#shared/money/decimal.ts'

/** Exact whole steps (shared/money/decimal.ts): int8, read as a number that stays in the exact range. */
export const amountColumn = () => bigint({ mode: 'number' }).$type<Amount>()
export const costColumn = () => bigint({ mode: 'number' }).$type<Cost>()
export const quantityColumn = () => bigint({ mode: 'number' }).$type<Quantity>()
export const percentColumn = () => integer().$type<Percent>()
export const rateColumn = () => bigint({ mode: 'number' }).$type<Rate>()

export const timeColumn = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** jsonb. It can hold neither NULs nor halves of surrogate pairs, both of which JSON texts from outside may contain. */
export const jsonColumn = <Value>() =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value, (_key, member) => storable(member)),
  })()

function storable(member: unknown): unknown {
  return typeof member === 'string' ? member.replaceAll('\0', '\ufffd').toWellFormed() : member
}

/** What every editable record of an organization begins with. Its primary key is (organizationId, id). */
export const recordColumns = {
  organizationId: uuid().notNull(),
  id: uuid().notNull(),
  ...changeColumns(),
  createdById: uuid().default(sql`nullif(current_setting('app.employee_id', true), '')::uuid`),
}

/** The version and the times of an editable record. */
export function changeColumns() {
  return {
    version: integer().notNull().default(1),
    createdAt: timeColumn().notNull().defaultNow(),
    updatedAt: timeColumn().notNull().defaultNow(),
  }
}
