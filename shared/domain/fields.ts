import { z } from 'zod'
import { cleanLines, cleanText, countCharacters } from '#shared/std/clean-text.ts'

/**
 * Types of input and output. Contracts use no other whole numbers, times or written texts (lint:
 * lab/lint/plain-types.grit): each type has the bounds of its column, so that the database never refuses a
 * value that a contract accepts.
 */

/** Record id in lowercase, as PostgreSQL returns it: ids are compared as text. */
export const Id = z.guid().toLowerCase().meta({ description: 'Record id (GUID)', format: 'uuid' })

/* --- Whole numbers --- */

const LARGEST_INTEGER = 2 ** 31 - 1

/** Whole number between two bounds, both included; by default those of an `integer` column. */
export const integer = (min = -LARGEST_INTEGER - 1, max = LARGEST_INTEGER) => z.int().min(min).max(max)
/** Count in a response; it may exceed an `integer` column, since sums are made of it. */
export const Count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
/** Position in a sequence, from 1. */
export const Position = integer(1)
export const Version = Position.meta({
  description: 'Increases with each change; a PUT sends the version that it read',
})

/** Whole number in a query, see `integer`. */
export const integerQuery = (min: number, max = LARGEST_INTEGER) => z.coerce.number().int().min(min).max(max)
/** Number in a query, validated by `schema`, such as an amount. */
export const numberQuery = <Schema extends z.ZodType<unknown, number>>(schema: Schema) =>
  z.preprocess(Number, schema)

/* --- Days and times --- */

/** Range of days: years of four digits except year 0, which PostgreSQL and JavaScript write alike. */
const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'
const isInRange = (value: string): boolean => value >= FIRST_DAY && value.slice(0, 10) <= LAST_DAY
const outOfRange = { error: `must be between ${FIRST_DAY} and ${LAST_DAY}`, abort: true }

// `abort`: the next step, such as a transform or a check of the containing list, only gets valid values.

/** Calendar day. */
export const Day = z.iso
  .date({ error: 'must be a day such as 2026-01-31', abort: true })
  .refine(isInRange, outOfRange)

const TIME_EXAMPLE = '2026-01-31T09:30:00.000Z'
/** Moment in UTC, to the millisecond as in columns; normalized to the form of the example. */
export const UtcTime = z.iso
  .datetime({ error: `must be a time in UTC such as ${TIME_EXAMPLE}`, abort: true })
  .max(TIME_EXAMPLE.length, { error: 'must have at most 3 decimal places of a second', abort: true })
  .refine(isInRange, outOfRange)
  .overwrite((time) => new Date(time).toISOString())
  .meta({ description: 'UTC, ISO 8601 with Z, to the millisecond' })
/**
 * Moment by the clock of a till, which may be wrong: year 0 becomes the beginning of year 1, and fractions of
 * a millisecond are cut off. An uploaded fact is not refused because of its clock (docs/sync.md I-15).
 */
export const ClockTime = z.iso
  .datetime({ error: `must be a time in UTC such as ${TIME_EXAMPLE}`, abort: true })
  .overwrite((time) => {
    const moment = time.replace(/(\.\d{3})\d+Z$/, '$1Z')
    return isInRange(moment) ? new Date(moment).toISOString() : `${FIRST_DAY}T00:00:00.000Z`
  })
  .meta({
    description: 'By the clock of the till, as UTC, ISO 8601 with Z; year 0 becomes the beginning of year 1',
  })
/** Time as a Date, for commands that calculate with it. */
export const Moment = UtcTime.transform((time) => new Date(time))

/** Time of day, to the minute. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:30' })
  .max(5)

/* --- Texts --- */

const problemOf = (input: string, message: string) => ({ code: 'custom', input, message }) as const

/** Schema of written text after `clean` (shared/std/clean-text.ts). Lengths are in characters. */
function written(clean: (text: string) => string, max: number, min: 0 | 1) {
  return z
    .string()
    .check((payload) => {
      const { value: given, issues } = payload
      if (!given.isWellFormed()) {
        issues.push(problemOf(given, 'contains half of a surrogate pair'))
        return
      }
      // Kept, since a NUL is refused everywhere when the request is read (`nul_byte`).
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

/** Name or other text of one line: 1 to `max` characters. */
export const text = (max: number) => written(cleanText, max, 1)
/** Optional text of one line; an empty one counts as absent. */
export const optionalText = (max: number) => noneIfEmpty(written(cleanText, max, 0))
/** Text of one line that may be empty. */
export const textOrEmpty = (max: number) => written(cleanText, max, 0)
/** Text like `text` with any number of lines. */
export const paragraphs = (max: number) => written(cleanLines, max, 1)
/** Text like `optionalText` with any number of lines. */
export const optionalParagraphs = (max: number) => noneIfEmpty(written(cleanLines, max, 0))
/** Machine-readable text, such as a marking code: every character counts except white space around it. */
export const codeText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((code) => code.isWellFormed(), {
      error: 'contains half of a surrogate pair',
    })
/** Additional text from a till, beside the facts of a receipt: cleaned, and refused only for its length. */
export const textOfTill = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((raw) => cleanText(raw.toWellFormed()))
