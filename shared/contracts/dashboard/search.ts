import { z } from 'zod'
import { Id, integerQuery, text } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'
import { DOCUMENT_TYPES } from '../inventory/movements.ts'

export const FOUND_KINDS = [
  ...(['Product', 'Counterparty', 'Document', 'Receipt', 'LoyaltyCard', 'Employee'] as const),
] as const

export const Found = z
  .object({
    kind: z.enum(FOUND_KINDS),
    id: Id,
    title: z.string().meta({ description: 'A name or a number' }),
    detail: z.string().nullable().meta({ description: 'A code, a phone number, a day' }),
    documentType: z.enum(DOCUMENT_TYPES).nullable(),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof Found>

export const GLOBAL_SEARCH = endpoint({
  method: 'get',
  path: '/api/search/global',
  query: z.object({
    query: text(255),
    limit: integerQuery(1, 20).default(5).meta({ description: 'Number of results of each kind' }),
  }),
  answer: z.object({ items: z.array(Found) }).meta({ id: 'GlobalSearch' }),
})
