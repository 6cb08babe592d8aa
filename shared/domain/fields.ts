import { z } from 'zod'
import { cleanLines, cleanText, countCharacters } from '#shared/std/clean-text.ts'

/**
 * Schemas for input and output. Contracts use no other integers, times or free texts (lint:
 * lab/lint/plain-types.grit). Each schema has the bounds of its column, so that the database accepts every
 * value that a contract accepts.
 */

/** Record id in lowercase, as PostgreSQL returns it, because ids are compared as text. */
export const Id = z.guid().toLowerCase().meta({ description: 'Record id (GUID)', format: 'uuid' })

/* --- Whole numbers --- */

const LARGEST_INTEGER = 2 ** 31 - 1

/** Integer between two inclusive bounds, by default those of an `integer` column. */
export const integer = (min = -LARGEST_INTEGER - 1, max = LARGEST_INTEGER) => z.int().min(min).max(max)
/** Count in a response. It can exceed an `integer` column because counts are summed. */
export const Count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
/** Position in a sequence, starting at 1. */
export const Position = integer(1)
export const Version = Position.meta({
  description: 'Increases with each change; a PUT sends the version that it read',
})

/** Integer in a query. Bounds as in `integer`. */
export const integerQuery = (min: number, max = LARGEST_INTEGER) => z.coerce.number().int().min(min).max(max)
/** Number in a query, validated by `schema`, such as an amount. */
export const numberQuery = <Schema extends z.ZodType<unknown, number>>(schema: Schema) =>
  z.preprocess(Number, schema)

/* --- Days and times --- */

/** Range of days: four-digit years except year 0. PostgreSQL and JavaScript format these alike. */
const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'
const isInRange = (value: string): boolean => value >= FIRST_DAY && value.slice(0, 10) <= LAST_DAY
const outOfRange = { error: `must be between ${FIRST_DAY} and ${LAST_DAY}`, abort: true }

// `abort`: the next step, such as a transform or a check of the containing list, receives only valid values.

/** Calendar day. */
export const Day = z.iso
  .date({ error: 'must be a day such as 2026-01-31', abort: true })
  .refine(isInRange, outOfRange)

const TIME_EXAMPLE = '2026-01-31T09:30:00.000Z'
/** Time in UTC, normalized to the form of the example, in ms like the columns. */
export const UtcTime = z.iso
  .datetime({ error: `must be a time in UTC such as ${TIME_EXAMPLE}`, abort: true })
  .max(TIME_EXAMPLE.length, { error: 'must have at most 3 decimal places of a second', abort: true })
  .refine(isInRange, outOfRange)
  .overwrite((time) => new Date(time).toISOString())
  .meta({ description: 'UTC, ISO 8601 with Z, to the millisecond' })
/**
 * Time by the clock of a till, which can be wrong. Year 0 becomes the beginning of year 1, and fractions of a
 * millisecond are cut off. An uploaded fact is never refused because of the till's clock (docs/sync.md I-15).
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
/** Time as a `Date`, for commands that calculate with it. */
export const Moment = UtcTime.transform((time) => new Date(time))

/** Time of day, to the minute. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:30' })
  .max(5)

/* --- Texts --- */

const problemOf = (input: string, message: string) => ({ code: 'custom', input, message }) as const

/** Returns the schema of a free text, cleaned by `clean` (shared/std/clean-text.ts). Lengths are in characters. */
function written(clean: (text: string) => string, max: number, min: 0 | 1) {
  return z
    .string()
    .check((payload) => {
      const { value: given, issues } = payload
      if (!given.isWellFormed()) {
        issues.push(problemOf(given, 'contains half of a surrogate pair'))
        return
      }
      // Not cleaned: a request with a NUL is refused when it is read (`nul_byte`).
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

/** Single-line text, such as a name: 1 to `max` characters. */
export const text = (max: number) => written(cleanText, max, 1)
/** Optional single-line text. An empty text counts as absent. */
export const optionalText = (max: number) => noneIfEmpty(written(cleanText, max, 0))
/** Single-line text that can be empty. */
export const textOrEmpty = (max: number) => written(cleanText, max, 0)
/** Multi-line text: 1 to `max` characters. */
export const paragraphs = (max: number) => written(cleanLines, max, 1)
/** Optional multi-line text. An empty text counts as absent. */
export const optionalParagraphs = (max: number) => noneIfEmpty(written(cleanLines, max, 0))
/** Machine-readable text, such as a marking code. Only white space around it is removed. */
export const codeText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((code) => code.isWellFormed(), {
      error: 'contains half of a surrogate pair',
    })
/**
 * Additional text from a till, which is not part of the facts of a receipt. It is cleaned, and refused only
 * when it is too long.
 */
export const textOfTill = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((raw) => cleanText(raw.toWellFormed()))
