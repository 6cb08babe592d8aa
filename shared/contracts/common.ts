import { z } from 'zod'
import { Count, Id, integerQuery, Position, textOrEmpty, UtcTime, Version } from '#shared/domain/fields.ts'

export const SearchText = textOrEmpty(255)

export const ById = z.object({ id: Id })

/** Maximum number of ids in a query, limited by the length of a URL. */
export const MAX_LISTED_IDS = 200
/** Query parameter with ids. Only these records are returned. */
export const IdsQuery = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(Id).max(MAX_LISTED_IDS))
  .optional()
  .meta({
    description: `Only these records: at most ${MAX_LISTED_IDS} ids, separated by commas`,
    type: 'string',
  })

export const MAX_PAGE_SIZE = 500

/** Query parameters for a page of a list. */
export const pageQuery = {
  page: integerQuery(1, 1_000_000).default(1),
  pageSize: integerQuery(1, MAX_PAGE_SIZE).default(50),
}

/**
 * Returns the query schema of a list: page, pageSize, search, sort. `sort` is a comma-separated list of the
 * fields in `sortable`, each with an optional leading minus for descending order.
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
        description: `Comma-separated; a leading minus reverses the order. One of: ${sortable.join(', ')}`,
      }),
  })
}
export type ListQuery = z.output<ReturnType<typeof listQuery>>

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

/** Read-only members of every editable resource (docs/domain.md#records). */
export const recordFields = {
  id: Id,
  version: Version,
  createdAt: UtcTime,
  updatedAt: UtcTime,
  createdById: Id.nullable().meta({
    description: 'Employee; null: made by a till, by the platform, or before this was recorded',
  }),
}

/** Members of every create request. A client can choose the id: a repeated request then returns the first record. */
export const createFields = { id: Id.optional() }
/** Members of every update request. */
export const updateFields = { version: Version }

/** Flag next to costs, for users who may see costs. */
export const CostPending = z.boolean().meta({
  description: 'true: the costs are not final, they are being recalculated after a change in the past',
})
