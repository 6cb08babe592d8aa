import { z } from 'zod'
import { cleanLines, cleanText, countCharacters } from '#shared/std/clean-text.ts'

/**
 * The types of what comes in and goes out. Nothing else in contracts is a whole number, a time or a text of people
 * (lint: shared/contracts/plain-types.grit): each is bounded by what its column holds, so that no value that a contract
 * lets through is refused by the database.
 */

/** In small letters, as PostgreSQL gives it back: ids are compared as text. */
export const Id = z.guid().toLowerCase().meta({ description: 'Record id (GUID)', format: 'uuid' })

/* --- Whole numbers --- */

const LARGEST_INTEGER = 2 ** 31 - 1

/** A whole number between two bounds, both included; left out, they are those of an `integer` column. */
export const integer = (min = -LARGEST_INTEGER - 1, max = LARGEST_INTEGER) => z.int().min(min).max(max)
/** How many there are of something, in an answer; more than an `integer` column holds where sums are made. */
export const Count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
/** The place of something in its row, from 1. */
export const Position = integer(1)
export const Version = Position.meta({ description: 'Goes up with each change; a PUT names the one it read' })

/** As `integer`, of a query. */
export const integerQuery = (min: number, max = LARGEST_INTEGER) => z.coerce.number().int().min(min).max(max)
/** A number of a query that `schema` takes, such as an amount. */
export const numberQuery = <Schema extends z.ZodType<unknown, number>>(schema: Schema) =>
  z.preprocess(Number, schema)

/* --- Days and times --- */

/** Years of four digits, but for year 0: those that PostgreSQL and JavaScript write alike. */
const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'
const isInRange = (value: string): boolean => value >= FIRST_DAY && value.slice(0, 10) <= LAST_DAY
const outOfRange = { error: `must be between ${FIRST_DAY} and ${LAST_DAY}`, abort: true }

// `abort`: what looks at it next, such as a transform of it or a check of the list it is in, is given a good one.

/** A day of the calendar. */
export const Day = z.iso
  .date({ error: 'must be a day such as 2026-01-31', abort: true })
  .refine(isInRange, outOfRange)

const TIME_EXAMPLE = '2026-01-31T09:30:00.000Z'
/** A moment in UTC, to the millisecond as columns keep it; put into the form of the example. */
export const UtcTime = z.iso
  .datetime({ error: `must be a time in UTC such as ${TIME_EXAMPLE}`, abort: true })
  .max(TIME_EXAMPLE.length, { error: 'must have at most 3 decimal places of a second', abort: true })
  .refine(isInRange, outOfRange)
  .overwrite((time) => new Date(time).toISOString())
  .meta({ description: 'UTC, ISO 8601 with Z, to the millisecond' })
/**
 * A moment by the clock of a till, which may say anything: year 0 is taken for the beginning of year 1, what
 * is finer than a millisecond is cut off. A fact that was uploaded is not refused for its clock (docs/sync.md I-15).
 */
export const ClockTime = z.iso
  .datetime({ error: `must be a time in UTC such as ${TIME_EXAMPLE}`, abort: true })
  .overwrite((time) => {
    const moment = time.replace(/(\.\d{3})\d+Z$/, '$1Z')
    return isInRange(moment) ? new Date(moment).toISOString() : `${FIRST_DAY}T00:00:00.000Z`
  })
  .meta({
    description:
      'By the clock of the till, as UTC, ISO 8601 with Z; year 0 is taken for the beginning of year 1',
  })
/** A time where the deed wants to count with it. */
export const Moment = UtcTime.transform((time) => new Date(time))

/** What a clock shows, to the minute. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:30' })
  .max(5)

/* --- Texts --- */

const problemOf = (input: string, message: string) => ({ code: 'custom', input, message }) as const

/** Text that people write, as `clean` leaves it (shared/std/clean-text.ts). Lengths are in characters. */
function written(clean: (text: string) => string, max: number, min: 0 | 1) {
  return z
    .string()
    .check((payload) => {
      const { value: given, issues } = payload
      if (!given.isWellFormed()) {
        issues.push(problemOf(given, 'contains half of a surrogate pair'))
        return
      }
      // Not cleaned away: whoever reads requests refuses it wherever it stands (nul_byte).
      const text = given.includes('\0') ? given : clean(given)
      if (countCharacters(text) > max)
        issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: given })
      else if (min === 1 && text === '') issues.push(problemOf(given, 'must have a character that is seen'))
      else payload.value = text
    })
    .meta({ ...(min === 1 && { minLength: 1 }), maxLength: max })
}
const noneIfEmpty = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.nullish().transform((value) => value || null)

/** A name or another text of one line: 1 to `max` characters. */
export const text = (max: number) => written(cleanText, max, 1)
/** The same where it may be absent; an empty one counts as absent. */
export const optionalText = (max: number) => noneIfEmpty(written(cleanText, max, 0))
/** The same where it may be empty. */
export const textOrEmpty = (max: number) => written(cleanText, max, 0)
/** As `text`, of any number of lines. */
export const paragraphs = (max: number) => written(cleanLines, max, 1)
/** As `optionalText`, of any number of lines. */
export const optionalParagraphs = (max: number) => noneIfEmpty(written(cleanLines, max, 0))
/** What a machine has read or will read, such as a marking code: every character counts but white space around it. */
export const codeText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((code) => code.isWellFormed(), {
      error: 'contains half of a surrogate pair',
    })
/** What a till tells besides the facts of a receipt: cleaned, and never refused but for its length. */
export const toldText = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((told) => cleanText(told.toWellFormed()))
/** What is looked for in a list. */
export const SearchText = textOrEmpty(255)

export const ById = z.object({ id: Id })

/** As many as an address holds. */
export const MAX_LISTED_IDS = 200
/** A query parameter of ids: some records alone. */
export const IdsQuery = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(Id).max(MAX_LISTED_IDS))
  .optional()
  .meta({ description: `These alone, at most ${MAX_LISTED_IDS}, separated by commas`, type: 'string' })

export const MAX_PAGE_SIZE = 500

/** Which page of a list. */
export const pageQuery = {
  page: integerQuery(1, 1_000_000).default(1),
  pageSize: integerQuery(1, MAX_PAGE_SIZE).default(50),
}

/**
 * The query of every list: page, pageSize, search, sort. `sort` is a comma-separated list of the fields in
 * `sortable`, each with an optional leading minus.
 */
export function listQuery<const Field extends string>(sortable: readonly [Field, ...Field[]]) {
  const pattern = new RegExp(`^-?(${sortable.join('|')})(,-?(${sortable.join('|')}))*$`)
  return z.object({
    ...pageQuery,
    search: SearchText.optional(),
    sort: z
      .string()
      .regex(pattern, { error: `must be made of: ${sortable.join(', ')}` })
      .optional()
      .meta({
        description: `Comma-separated, a leading minus turns the order round. One of: ${sortable.join(', ')}`,
      }),
  })
}
export type ListQuery = z.output<ReturnType<typeof listQuery>>

/** A query parameter that is "true" or "false". */
export const BooleanQuery = z.enum(['true', 'false']).transform((value) => value === 'true')

export function pageOf<Item extends z.ZodType>(item: Item, id: string) {
  return z.object({ items: z.array(item), page: Position, pageSize: Position, total: Count }).meta({ id })
}
export interface Page<Item> {
  items: Item[]
  page: number
  pageSize: number
  total: number
}

/** The read-only members every editable resource has (docs/domain.md#records). */
export const recordFields = {
  id: Id,
  version: Version,
  createdAt: UtcTime,
  updatedAt: UtcTime,
  createdById: Id.nullable().meta({
    description: 'The employee; null: made by a till, by the platform, or before this was kept',
  }),
}

/** The members every create may carry: a client may bring its own id, and a repeat returns the first. */
export const createFields = { id: Id.optional() }
/** The members every update must carry. */
export const updateFields = { version: Version }

/** Stands beside costs, for those who may see them. */
export const CostPending = z.boolean().meta({
  description: 'true: costs are being recalculated after a change of the past, these are not final',
})
