import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '#shared/std/languages.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { employees } from './organization.ts'

/** Some lines of so many. */
export interface Some<Line> {
  count: number
  lines: Line[]
}

/** What a digest tells of a day. Money in whole steps: `profit`, `pastProfit` and `pastChange` as Cost, all else as Amount. */
export interface DigestFacts {
  day: string
  receipts: number
  sum: number
  returns: number
  returnSum: number
  profit: number
  /** Sold seven days before. */
  weekBefore: number
  /** Of all days to `day`, when the digest was made: the next digest tells whether they have changed since. */
  pastProfit: number
  /** By how much the profit of the days of the last digest has changed since that; null: there was none. */
  pastChange: number | null
  /** Posted on the day, for a day before it. */
  papers: Some<{ number: string; date: string }>
  prices: Some<{ name: string; was: number; now: number }>
  /** Of goods that came with supplies posted on the day, those that sell for no more than they cost; digests of before do not tell. */
  belowCost?: Some<{ name: string; price: number }>
  people: Some<{ who: string; what: string }>
  silent: string[]
}

/** What the digest of a morning tells: made once, the same for the chat and for everybody who gets it by mail. */
export const morningDigests = pgTable(
  'morning_digests',
  {
    organizationId: uuid().notNull(),
    /** The day on which it is told, by the clocks of the organization. */
    day: text().notNull(),
    facts: jsonColumn<DigestFacts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day] })],
)

/** Who gets the digest by mail. */
export const digestReaders = pgTable(
  'digest_readers',
  {
    organizationId: uuid().notNull(),
    employeeId: uuid().notNull(),
    /** Of the clocks of the organization, such as 09:00. */
    at: text().notNull(),
    language: text().$type<Language>().notNull(),
    /** When it was switched on: the first one comes at the next `at` after it. */
    since: timeColumn().notNull(),
    /** The day of the last one. */
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
