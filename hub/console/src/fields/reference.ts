import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { MAX_LISTED_IDS } from '#shared/contracts/common.ts'
import { must } from '#shared/std/must.ts'
import { call } from '../api/call.ts'
import type { ListEndpoint, RowOf } from '../kinds/list/list-endpoint.ts'

/** Kind of records that others refer to by id. Provides the options of a field and the names in rows. */
export interface Reference {
  endpoint: ListEndpoint
  /** Returns the name of a record. */
  nameOf: (row: never) => string
  /** Query of the options, for example only active records. */
  query?: Record<string, unknown>
  /** True for kinds with many thousands of records. The hub is then searched while the user types. */
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

/** Maximum number of options of one request. No chain of shops has more in a small list. */
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

/** Returns a function from id to name. Use it only for small references. */
export function useNames(to: Reference): (id: string | null | undefined) => string {
  const { data } = useQuery(referenceOptions(to, ''))
  return (id) => (id ? (data?.find((named) => named.id === id)?.name ?? '') : '')
}

/** Query of a single name, for example of one of many thousands, or of an archived record. */
export const nameOptions = (to: Reference, id: string) =>
  queryOptions({
    queryKey: [to.endpoint.path, 'name', id],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Named> => {
      const row = await ('ids' in to.endpoint.query.shape
        ? inBatch(to.endpoint, id)
        : one(to.endpoint, id, signal))
      return { id, name: to.nameOf(row as never) }
    },
  })

const Row = z.object({ id: z.string() })

const one = ({ path }: ListEndpoint, id: string, signal: AbortSignal): Promise<unknown> =>
  call({ method: 'get', path: `${path}/{id}` as '/{id}', answer: Row }, { params: { id }, signal })

/**
 * Batches of name requests. Names requested at the same time, such as by the rows of a list, are fetched with
 * one request.
 */
const batches = new Map<string, { ids: Set<string>; rows: Promise<{ id: string }[]> }>()

async function inBatch(endpoint: ListEndpoint, id: string): Promise<unknown> {
  const open = batches.get(endpoint.path) ?? openRequest(endpoint)
  open.ids.add(id)
  if (open.ids.size === MAX_LISTED_IDS) batches.delete(endpoint.path)
  return must(
    (await open.rows).find((row) => row.id === id),
    'record of a name',
  )
}

function openRequest(endpoint: ListEndpoint) {
  const ids = new Set<string>()
  const rows = Promise.resolve().then(async () => {
    if (batches.get(endpoint.path)?.ids === ids) batches.delete(endpoint.path)
    const query = { ids: [...ids].join(','), pageSize: MAX_LISTED_IDS }
    return ((await call(endpoint, { query })) as { items: { id: string }[] }).items
  })
  const request = { ids, rows }
  batches.set(endpoint.path, request)
  return request
}
