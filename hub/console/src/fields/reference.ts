import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { MAX_LISTED_IDS } from '#shared/contracts/common.ts'
import { must } from '#shared/std/must.ts'
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
export const nameOptions = (to: Reference, id: string) =>
  queryOptions({
    queryKey: [to.endpoint.path, 'name', id],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Named> => {
      const row = await ('ids' in to.endpoint.query.shape
        ? together(to.endpoint, id)
        : one(to.endpoint, id, signal))
      return { id, name: to.nameOf(row as never) }
    },
  })

const Row = z.object({ id: z.string() })

const one = ({ path }: ListEndpoint, id: string, signal: AbortSignal): Promise<unknown> =>
  call({ method: 'get', path: `${path}/{id}` as '/{id}', answer: Row }, { params: { id }, signal })

/** Those that are asked for at one moment, such as by the rows of a list, go out as one request. */
const asked = new Map<string, { ids: Set<string>; rows: Promise<{ id: string }[]> }>()

async function together(endpoint: ListEndpoint, id: string): Promise<unknown> {
  const open = asked.get(endpoint.path) ?? openRequest(endpoint)
  open.ids.add(id)
  if (open.ids.size === MAX_LISTED_IDS) asked.delete(endpoint.path)
  return must(
    (await open.rows).find((row) => row.id === id),
    'record of a name',
  )
}

function openRequest(endpoint: ListEndpoint) {
  const ids = new Set<string>()
  const rows = Promise.resolve().then(async () => {
    if (asked.get(endpoint.path)?.ids === ids) asked.delete(endpoint.path)
    const query = { ids: [...ids].join(','), pageSize: MAX_LISTED_IDS }
    return ((await call(endpoint, { query })) as { items: { id: string }[] }).items
  })
  const request = { ids, rows }
  asked.set(endpoint.path, request)
  return request
}
