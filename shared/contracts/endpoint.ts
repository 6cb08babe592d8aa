import type { z } from 'zod'
import { ById } from './common.ts'

/**
 * One operation of the hub's API: what its route is made of and what a page calls. The route spreads it
 * (`getRoute({ ...ME, may, ... })`), a page says `call(ME)`; neither names a path or a schema again.
 */
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Parameters in braces: `/api/catalog/products/{id}/price`. */
  path: `/${string}`
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** null: an answer without a body. */
  answer: z.ZodType | null
}

export const endpoint = <const Some extends Endpoint>(described: Some): Some => described

/** The five operations of a resource of section 4.1 of the specification, for `standardResource` and for pages. */
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

/** The operations of a resource, for pages. */
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
