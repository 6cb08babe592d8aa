import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Percent,
  percentToNumber,
  type Quantity,
  quantityToNumber,
  type Rate,
  rateToNumber,
} from '#shared/money/decimal.ts'

/** Exact whole steps (shared/money/decimal.ts): int8, read as a number that stays in the exact range. */
export const amountColumn = () => exact(bigint({ mode: 'number' }).$type<Amount>(), amountToNumber)
export const costColumn = () => exact(bigint({ mode: 'number' }).$type<Cost>(), costToNumber)
export const quantityColumn = () => exact(bigint({ mode: 'number' }).$type<Quantity>(), quantityToNumber)
export const percentColumn = () => exact(integer().$type<Percent>(), percentToNumber)
export const rateColumn = () => exact(bigint({ mode: 'number' }).$type<Rate>(), rateToNumber)

/** Conversions by column config, which a column shares with its builder. */
const numbers = new WeakMap<object, unknown>()

function exact<Builder extends object, Steps>(column: Builder, toNumber: (steps: Steps) => number): Builder {
  numbers.set(Reflect.get(column, 'config') as object, toNumber)
  return column
}

/** Returns the conversion of a column's steps to a number; undefined for a column without steps. */
export const toNumberOf = (column: AnyPgColumn): ((steps: number) => number) | undefined =>
  numbers.get(Reflect.get(column, 'config')) as ((steps: number) => number) | undefined

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

/** First columns of every editable record of an organization. Its primary key is (organizationId, id). */
export const recordColumns = {
  organizationId: uuid().notNull(),
  id: uuid().notNull(),
  ...changeColumns(),
  createdById: uuid().default(sql`nullif(current_setting('app.employee_id', true), '')::uuid`),
}

/** Returns the version and the times of an editable record. */
export function changeColumns() {
  return {
    version: integer().notNull().default(1),
    createdAt: timeColumn().notNull().defaultNow(),
    updatedAt: timeColumn().notNull().defaultNow(),
  }
}
