import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../api/call.ts'
import type { ListEndpoint, RowOf } from '../kinds/list/list-definition.ts'

/** Records that others name by their id: what a field offers, and how a row names them. */
export interface Reference {
  endpoint: ListEndpoint
  /** What one is called. */
  nameOf: (row: never) => string
  /** Query of the choice, such as those that are in use alone. */
  query?: Record<string, unknown>
  /** Many thousands: looked for at the hub as one types. */
  isLarge?: boolean
}

export const reference = <const Some extends ListEndpoint>(described: {
  endpoint: Some
  nameOf: (row: RowOf<Some>) => string
  query?: Record<string, unknown>
  isLarge?: boolean
}): Reference => described as unknown as Reference

export interface Named {
  id: string
  name: string
}

/** As many as one request gives: more than a chain has of what is small. */
const MOST = 500

export const referenceOptions = ({ endpoint, nameOf, query, isLarge }: Reference, search: string) =>
  queryOptions({
    queryKey: [endpoint.path, 'choice', isLarge ? search : ''],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Named[]> => {
      const { items } = (await call(endpoint, {
        query: { ...query, pageSize: isLarge ? 30 : MOST, ...(isLarge && search && { search }) },
        signal,
      })) as { items: { id: string }[] }
      return items.map((row) => ({ id: row.id, name: nameOf(row as never) }))
    },
  })

export const prepareReference = (client: QueryClient, to: Reference): Promise<void> =>
  client.prefetchQuery(referenceOptions(to, ''))

/** The names of records by their ids; of small references. */
export function useNames(to: Reference): (id: string | null | undefined) => string {
  const { data } = useQuery(referenceOptions(to, ''))
  return (id) => (id ? (data?.find((named) => named.id === id)?.name ?? '') : '')
}

/** The name of one alone, such as one of many thousands, or one that is archived. */
export const nameOptions = ({ endpoint, nameOf }: Reference, id: string) =>
  queryOptions({
    queryKey: [endpoint.path, 'name', id],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Named> => {
      const row = await call(
        { method: 'get', path: `${endpoint.path}/{id}` as '/{id}', answer: Row },
        { params: { id }, signal },
      )
      return { id, name: nameOf(row as never) }
    },
  })

const Row = z.object({ id: z.string() })
