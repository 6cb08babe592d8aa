import { z } from 'zod'
import { ById } from './common.ts'
import { Language } from './exports.ts'
import { PostingQuery } from './postings.ts'

/**
 * Operation of the hub's API, shared by its route and the pages. The route spreads it (`getRoute({ ...ME,
 * may, ... })`) and a page calls `call(ME)`, so that neither repeats a path or a schema.
 */
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Path with parameters in braces, such as `/api/catalog/products/{id}/price`. */
  path: `/${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Schema of the response body, or null when the response has no JSON body. */
  answer: z.ZodType | null
}

export const endpoint = <const Some extends Endpoint>(described: Some): Some => described

/** The five standard operations of a resource (specification, section 4.1), for `standardResource` and for pages. */
export interface ResourceTable {
  base: `/api/${string}`
  contracts: {
    item: z.ZodType
    page: z.ZodType
    create: z.ZodType
    update: z.ZodType
    list: z.ZodObject
    remove?: z.ZodObject
  }
}

export const resource = <const Some extends ResourceTable>(described: Some): Some => described

type Contracts<Table extends ResourceTable> = Table['contracts']

/** Defines the list operation of a resource, for pages. */
export const listOf = <const Table extends ResourceTable>({ base, contracts }: Table) =>
  endpoint({
    method: 'get',
    path: base,
    query: contracts.list as Contracts<Table>['list'],
    answer: contracts.page as Contracts<Table>['page'],
  })
export const getOf = <const Table extends ResourceTable>({ base, contracts }: Table) =>
  endpoint({
    method: 'get',
    path: `${base}/{id}`,
    params: ById,
    answer: contracts.item as Contracts<Table>['item'],
  })
export const createOf = <const Table extends ResourceTable>({ base, contracts }: Table) =>
  endpoint({
    method: 'post',
    path: base,
    body: contracts.create as Contracts<Table>['create'],
    answer: contracts.item as Contracts<Table>['item'],
  })
export const updateOf = <const Table extends ResourceTable>({ base, contracts }: Table) =>
  endpoint({
    method: 'put',
    path: `${base}/{id}`,
    params: ById,
    body: contracts.update as Contracts<Table>['update'],
    answer: contracts.item as Contracts<Table>['item'],
  })
export const removeOf = <const Table extends ResourceTable>({ base, contracts }: Table) =>
  endpoint({
    method: 'delete',
    path: `${base}/{id}`,
    params: ById,
    ...(contracts.remove && { query: contracts.remove }),
    answer: null,
  })

/** Defines the export of a list as a file. */
export const exportOf = <const Query extends z.ZodObject>(
  { base }: { base: `/api/${string}` },
  query: Query,
) => endpoint({ method: 'get', path: `${base}/export`, query, answer: null })
/** Defines the print form of a record. */
export const printOf = ({ base }: { base: `/api/${string}` }) =>
  endpoint({ method: 'get', path: `${base}/{id}/print`, params: ById, query: PrintQuery, answer: null })
/** Defines the posting of a document. A posted document has moved stock and can no longer be edited. */
export const postOf = <const Item extends z.ZodType, const Query extends z.ZodObject>(
  { base, contracts }: { base: `/api/${string}`; contracts: { item: Item } },
  query: Query,
) => endpoint({ method: 'post', path: `${base}/{id}/post`, params: ById, query, answer: contracts.item })
export const unpostOf = <const Item extends z.ZodType>({
  base,
  contracts,
}: {
  base: `/api/${string}`
  contracts: { item: Item }
}) =>
  endpoint({
    method: 'post',
    path: `${base}/{id}/unpost`,
    params: ById,
    query: PostingQuery,
    answer: contracts.item,
  })

/** Query parameters of every print form. */
const PrintQuery = z.object({
  lang: Language.optional().meta({ description: 'Omitted: that of Accept-Language' }),
})
