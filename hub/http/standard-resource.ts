import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Access } from '#hub/auth/access.ts'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import { ById, type ListQuery, type Page } from '#shared/contracts/common.ts'
import type { HubEnv } from './env.ts'
import { withoutReadOnly } from './read-only.ts'
import { route, router } from './route.ts'

/** The deeds behind a standard resource; a resource without Delete leaves `remove` out. */
export interface ResourceDeeds<AnyTx, Row, Create, Update, Query, Removal = unknown, Listed = Row> {
  /** What it gives besides the rows goes into the answer, as the contract of the page says. */
  list(tx: AnyTx, query: Query, actor: () => Promise<Actor>): Promise<{ rows: Listed[]; total: number }>
  get(tx: AnyTx, id: string): Promise<Row>
  create(tx: AnyTx, input: Create, actor: Actor): Promise<{ row: Row; isNew: boolean }>
  update(tx: AnyTx, id: string, input: Update, actor: Actor): Promise<Row>
  /** Returns work to do after the commit of the deletion, such as deleting files. */
  remove?(tx: AnyTx, id: string, actor: Actor, query: Removal): Promise<void> | Promise<AfterCommit>
}

export type AfterCommit = (hub: HubContext) => Promise<void>

export interface ResourceContracts {
  item: z.ZodType
  page: z.ZodType
  create: z.ZodType
  update: z.ZodType
  list: z.ZodObject
  /** The query of Delete, where it takes one. */
  remove?: z.ZodObject
}

interface Resource<AnyTx, Contracts extends ResourceContracts, Row, Listed> {
  base: `/api/${string}`
  tag: string
  /** Singular and plural, as they stand in summaries. */
  nouns: [one: string, many: string]
  contracts: Contracts
  deeds: ResourceDeeds<
    AnyTx,
    Row,
    z.output<Contracts['create']>,
    z.output<Contracts['update']>,
    z.output<Contracts['list']>,
    Contracts extends { remove: infer Removal extends z.ZodObject } ? z.output<Removal> : unknown,
    Listed
  >
  present(row: Row, actor: Actor): z.input<Contracts['item']>
  /** When a list shows fewer fields than Get. */
  presentListed?(row: Listed, actor: Actor): object
}

const NO_QUERY = z.object({})

type Action = 'view' | 'create' | 'update' | 'delete'

/** Where a resource lives: who may do what with it, and in which transactions. */
interface Scope<AnyTx> {
  may(action: Action): Access
  read<T>(c: Context<HubEnv>, work: (tx: AnyTx) => Promise<T>): Promise<T>
  transact<T>(c: Context<HubEnv>, work: (tx: AnyTx) => Promise<T>): Promise<T>
}

/**
 * A resource of one organization; `area` names its four permissions: view, create, update and delete of the area.
 */
export function standardResource<Contracts extends ResourceContracts, Row, Listed = Row>({
  area,
  ...resource
}: Resource<Tx, Contracts, Row, Listed> & {
  area: 'catalog' | 'purchases' | 'sales' | 'inventory'
}): OpenAPIHono<HubEnv> {
  return resourceRoutes(resource, {
    may: (action) => `${area}.${action}`,
    read: (c, work) => c.var.read(work),
    transact: (c, work) => c.var.transact(work),
  })
}

/** A resource that all organizations share, kept by the SuperAdmin. */
export function platformResource<Contracts extends ResourceContracts, Row>(
  resource: Resource<PlatformTx, Contracts, Row, Row>,
): OpenAPIHono<HubEnv> {
  return resourceRoutes(resource, {
    may: () => 'super-admin',
    read: (c, work) => c.var.platform(work),
    transact: (c, work) => c.var.platform(work),
  })
}

/** List, get, create, update and delete: the same five routes for every resource of section 4.1 of the specification. */
function resourceRoutes<AnyTx, Contracts extends ResourceContracts, Row, Listed>(
  resource: Resource<AnyTx, Contracts, Row, Listed>,
  { may, read, transact }: Scope<AnyTx>,
): OpenAPIHono<HubEnv> {
  const { base, tag, deeds, present } = resource
  const presentListed =
    resource.presentListed ?? (present as unknown as (row: Listed, actor: Actor) => object)
  // The routes see the contracts without their generic types; what comes in and goes out is typed by the deeds.
  const contracts: ResourceContracts = resource.contracts
  const [one, many] = resource.nouns
  const routes = router()

  const list = route({
    method: 'get',
    path: base,
    may: may('view'),
    tag,
    summary: `List ${many}`,
    query: contracts.list,
    answers: { 200: contracts.page },
  })
  routes.openapi(list, async (c) => {
    const query = c.req.valid('query') as z.output<Contracts['list']> & ListQuery
    const { rows, ...about } = await read(c, (tx) => deeds.list(tx, query, c.var.actor))
    const actor = await c.var.actor()
    const items = rows.map((row) => presentListed(row, actor))
    return c.json({ ...pageAnswer(query, about.total, items), ...about }, 200)
  })

  const create = route({
    method: 'post',
    path: base,
    may: may('create'),
    tag,
    summary: `Create a ${one}`,
    body: contracts.create,
    answers: { 201: contracts.item, 200: contracts.item },
    description: 'A repeat with the same id answers 200 with the record as it is.',
  })
  routes.openapi(create, async (c) => {
    const input = c.req.valid('json') as z.output<Contracts['create']>
    const actor = await c.var.actor()
    const { row, isNew } = await transact(c, (tx) => deeds.create(tx, input, actor))
    const item = present(row, actor)
    c.header('Location', `${base}/${(item as { id: string }).id}`)
    return c.json(item, isNew ? 201 : 200)
  })

  const get = route({
    method: 'get',
    path: `${base}/{id}`,
    may: may('view'),
    tag,
    summary: `Get one ${one}`,
    params: ById,
    answers: { 200: contracts.item },
  })
  routes.openapi(get, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(present(await read(c, (tx) => deeds.get(tx, id)), await c.var.actor()), 200)
  })

  const update = route({
    method: 'put',
    path: `${base}/{id}`,
    may: may('update'),
    tag,
    summary: `Update a ${one}`,
    params: ById,
    body: withoutReadOnly(contracts.update, contracts.item),
    answers: { 200: contracts.item },
  })
  routes.openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    const input = c.req.valid('json') as z.output<Contracts['update']>
    const actor = await c.var.actor()
    const row = await transact(c, (tx) => deeds.update(tx, id, input, actor))
    return c.json(present(row, actor), 200)
  })

  const { remove } = deeds
  if (remove) {
    const destroy = route({
      method: 'delete',
      path: `${base}/{id}`,
      may: may('delete'),
      tag,
      summary: `Delete a ${one}`,
      params: ById,
      query: contracts.remove ?? NO_QUERY,
      answers: { 204: null },
    })
    routes.openapi(destroy, async (c) => {
      const { id } = c.req.valid('param')
      const query = c.req.valid('query') as Parameters<typeof remove>[3]
      const afterwards = await transact(c, async (tx) => remove(tx, id, await c.var.actor(), query))
      if (afterwards) await afterwards(c.get('hub'))
      return c.body(null, 204)
    })
  }
  return routes
}

export function pageAnswer<Item>(query: ListQuery, total: number, items: Item[]): Page<Item> {
  return { items, page: query.page, pageSize: query.pageSize, total }
}
