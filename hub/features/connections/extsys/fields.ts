import { z } from 'zod'

/** A reference in a MoySklad response. */
export const Ref = z.object({ meta: z.object({ href: z.string() }) })
export type Ref = z.output<typeof Ref>

/** Returns the id of the referenced record: the last part of the address, without the query. */
export const idOf = ({ meta: { href } }: Ref): string => href.split('?')[0]?.split('/').at(-1) ?? ''

export const own = {
  id: z.guid().toLowerCase(),
  name: z.string().default(''),
  code: z.string().optional(),
  externalCode: z.string().optional(),
  description: z.string().optional(),
  archived: z.boolean().default(false),
  updated: z.string().default(''),
}

/**
 * Returns the filter for the records of a list that changed since a time, or for all records. Archived
 * records are included, so that known records can be archived here too.
 */
export const filterOf = (since: string | null): string =>
  ['archived=false', 'archived=true', ...(since === null ? [] : [`updated>=${since}`])].join(';')

/** Returns the later of two times in MoySklad's format, `2026-01-31 10:00:00.000`. */
export const later = (one: string | null, other: string): string | null =>
  other !== '' && (one === null || other > one) ? other : one
