import { z } from 'zod'

/** In small letters, as PostgreSQL gives it back: ids are compared as text. */
export const Id = z.guid().toLowerCase().meta({ description: 'Record id (GUID)', format: 'uuid' })
export const Version = z
  .int32()
  .min(1)
  .meta({ description: 'Goes up with each change; a PUT names the one it read' })
/** A day of the calendar; PostgreSQL knows no year 0. */
export const Day = z.iso.date().refine((day) => day >= '0001', { error: 'there is no year 0' })
export const UtcTime = z.iso.datetime().meta({ description: 'UTC, ISO 8601 with Z' })

/** Trimmed text of 1 to `max` characters. */
export const text = (max: number) => z.string().trim().min(1).max(max)
/** Trimmed text that may be absent; an empty one counts as absent. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => value || null)

export const ById = z.object({ id: Id })

export const MAX_PAGE_SIZE = 500

/**
 * The query of every list: page, pageSize, search, sort. `sort` is a comma-separated list of the fields in
 * `sortable`, each with an optional leading minus.
 */
export function listQuery<const Field extends string>(sortable: readonly [Field, ...Field[]]) {
  const pattern = new RegExp(`^-?(${sortable.join('|')})(,-?(${sortable.join('|')}))*$`)
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(50),
    search: z.string().trim().max(255).optional(),
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
  return z.object({ items: z.array(item), page: z.int(), pageSize: z.int(), total: z.int() }).meta({ id })
}
export interface Page<Item> {
  items: Item[]
  page: number
  pageSize: number
  total: number
}

/** The read-only members every editable resource has (domain.md, section 0). */
export const recordFields = {
  id: Id,
  version: Version,
  createdAt: UtcTime,
  updatedAt: UtcTime,
}

/** The members every create may carry: a client may bring its own id, and a repeat returns the first. */
export const createFields = { id: Id.optional() }
/** The members every update must carry. */
export const updateFields = { version: Version }

/** Stands beside costs, for those who may see them. */
export const CostPending = z.boolean().meta({
  description: 'true: costs are being worked out anew after a change of the past, these are not final',
})
