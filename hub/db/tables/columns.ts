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

/** Column of whole minor units (shared/money/decimal.ts). It is an int8, read as a number within the exact range. */
export const amountColumn = () => exact(bigint({ mode: 'number' }).$type<Amount>(), amountToNumber)
export const costColumn = () => exact(bigint({ mode: 'number' }).$type<Cost>(), costToNumber)
export const quantityColumn = () => exact(bigint({ mode: 'number' }).$type<Quantity>(), quantityToNumber)
export const percentColumn = () => exact(integer().$type<Percent>(), percentToNumber)
export const rateColumn = () => exact(bigint({ mode: 'number' }).$type<Rate>(), rateToNumber)

/** Conversions, keyed by the column config, which a column shares with its builder. */
const numbers = new WeakMap<object, unknown>()

function exact<Builder extends object, Steps>(column: Builder, toNumber: (steps: Steps) => number): Builder {
  numbers.set(Reflect.get(column, 'config') as object, toNumber)
  return column
}

/** Returns the conversion of a column's stored integers to major units, or undefined for a column without one. */
export const toNumberOf = (column: AnyPgColumn): ((steps: number) => number) | undefined =>
  numbers.get(Reflect.get(column, 'config')) as ((steps: number) => number) | undefined

export const timeColumn = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** A jsonb column. jsonb cannot hold NULs or unpaired surrogates, both of which JSON from outside can contain. */
export const jsonColumn = <Value>() =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value, (_key, member) => storable(member)),
  })()

function storable(member: unknown): unknown {
  return typeof member === 'string' ? member.replaceAll('\0', '\ufffd').toWellFormed() : member
}

/** First columns of every editable record of an organization. The primary key is (organizationId, id). */
export const recordColumns = {
  organizationId: uuid().notNull(),
  id: uuid().notNull(),
  ...changeColumns(),
  createdById: uuid().default(sql`nullif(current_setting('app.employee_id', true), '')::uuid`),
}

/** Returns the columns for version and times of an editable record. */
export function changeColumns() {
  return {
    version: integer().notNull().default(1),
    createdAt: timeColumn().notNull().defaultNow(),
    updatedAt: timeColumn().notNull().defaultNow(),
  }
}
