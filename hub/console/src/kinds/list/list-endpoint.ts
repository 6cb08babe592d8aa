import type { z } from 'zod'
import type { Endpoint } from '#shared/contracts/endpoint.ts'

/** A list endpoint of the hub, which returns pages of items with a total. */
export type ListEndpoint = Endpoint & {
  method: 'get'
  query: z.ZodObject
  answer: z.ZodType<{ items: unknown[]; total: number }>
}
export type RowOf<Some extends ListEndpoint> = z.output<Some['answer']>['items'][number] & { id: string }
