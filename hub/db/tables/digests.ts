import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '#shared/std/languages.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { employees } from './organization.ts'

/** A selection of lines, and the number of all lines. */
export interface Some<Line> {
  count: number
  lines: Line[]
}

/**
 * Facts of a day's digest. Money is in minor units: `profit`, `pastProfit` and `pastChange` as Cost, all else
 * as Amount.
 */
export interface DigestFacts {
  day: string
  receipts: number
  sum: number
  returns: number
  returnSum: number
  profit: number
  /** Sales total of the day one week before. */
  weekBefore: number
  /**
   * Profit of all days up to `day` when the digest was created. The next digest shows whether it has changed
   * since.
   */
  pastProfit: number
  /** Change in the profit of the last digest's days since that digest. Null when there was none. */
  pastChange: number | null
  /** Documents posted on this day with an earlier document date. */
  papers: Some<{ number: string; date: string }>
  prices: Some<{ name: string; was: number; now: number }>
  /**
   * Products of purchases (`Supply`) posted on this day whose price does not exceed their cost. Missing in
   * digests of older versions.
   */
  belowCost?: Some<{ name: string; price: number }>
  people: Some<{ who: string; what: string }>
  silent: string[]
}

/** Content of a morning digest. It is created once and is the same for the chat and all email recipients. */
export const morningDigests = pgTable(
  'morning_digests',
  {
    organizationId: uuid().notNull(),
    /** Day on which it is sent, in the time zone of the organization. */
    day: text().notNull(),
    facts: jsonColumn<DigestFacts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day] })],
)

/** Employees who receive the digest by email. */
export const digestReaders = pgTable(
  'digest_readers',
  {
    organizationId: uuid().notNull(),
    employeeId: uuid().notNull(),
    /** Time of day in the time zone of the organization, such as 09:00. */
    at: text().notNull(),
    language: text().$type<Language>().notNull(),
    /** Time when the digest was switched on. The first digest is sent at the next `at` after it. */
    since: timeColumn().notNull(),
    /** Day of the last digest sent. */
    toldOn: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.employeeId] }),
    foreignKey({
      columns: [table.organizationId, table.employeeId],
      foreignColumns: [employees.organizationId, employees.id],
    }).onDelete('cascade'),
  ],
)
