import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '#shared/std/languages.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { employees } from './organization.ts'

/** Some lines, and the number of all lines. */
export interface Some<Line> {
  count: number
  lines: Line[]
}

/**
 * Facts of a day's digest. Money in whole steps: `profit`, `pastProfit` and `pastChange` as Cost, all else as
 * Amount.
 */
export interface DigestFacts {
  day: string
  receipts: number
  sum: number
  returns: number
  returnSum: number
  profit: number
  /** Sales of seven days before. */
  weekBefore: number
  /** Profit of all days up to `day` when the digest was made. The next digest shows whether it has changed since. */
  pastProfit: number
  /** Change in the profit of the days of the last digest since that digest; null: there was none. */
  pastChange: number | null
  /** Documents posted on the day and dated before it. */
  papers: Some<{ number: string; date: string }>
  prices: Some<{ name: string; was: number; now: number }>
  /**
   * Products of purchases (`Supply`) posted on the day that sell for no more than they cost. Missing in
   * digests of older versions.
   */
  belowCost?: Some<{ name: string; price: number }>
  people: Some<{ who: string; what: string }>
  silent: string[]
}

/** Content of a morning digest: created once, the same for the chat and for everybody who gets it by mail. */
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

/** Employees who get the digest by mail. */
export const digestReaders = pgTable(
  'digest_readers',
  {
    organizationId: uuid().notNull(),
    employeeId: uuid().notNull(),
    /** Time of day in the time zone of the organization, such as 09:00. */
    at: text().notNull(),
    language: text().$type<Language>().notNull(),
    /** Time when it was switched on: the first digest comes at the next `at` after it. */
    since: timeColumn().notNull(),
    /** Day of the last digest. */
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
