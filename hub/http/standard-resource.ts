import type { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import type { Declared, StoreScope } from '#hub/auth/access.ts'
import type { Actor } from '#hub/auth/actor.ts'
import { AREA_PERMISSIONS, type Area } from '#hub/auth/area-permissions.ts'
import type { HubContext } from '#hub/context.ts'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import { ById } from '#shared/contracts/common.ts'
import { area } from './area.ts'
import type { HubEnv } from './env.ts'
import { actionRoute, getRoute, listRoute, ORGANIZATION, PLATFORM, type Scope } from './operations.ts'
import { PATH_ORGANIZATION } from './path-organization.ts'
import { withoutReadOnly } from './read-only.ts'
import { route, router } from './route.ts'

/** Commands of a standard resource. `remove` is omitted for a resource without Delete. */
export interface ResourceCommands<AnyTx, Row, Create, Update, Query, Removal = unknown, Listed = Row> {
  /** Lists the rows. Other returned members are added to the response, as the contract requires. */
  list(tx: AnyTx, query: Query, actor: () => Promise<Actor>): Promise<{ rows: Listed[]; total: number }>
  get(tx: AnyTx, id: string): Promise<Row>
  create(tx: AnyTx, input: Create, actor: Actor, hub: HubContext): Promise<{ row: Row; isNew: boolean }>
  update(tx: AnyTx, id: string, input: Update, actor: Actor, hub: HubContext): Promise<Row>
  /** Deletes the record. Can return work to run after the commit, such as deleting files. */
  remove?(tx: AnyTx, id: string, actor: Actor, query: Removal): Promise<void> | Promise<AfterCommit>
}

export type AfterCommit = (hub: HubContext) => Promise<void>

export interface ResourceContracts {
  item: z.ZodType
  page: z.ZodType
  create: z.ZodType
  update: z.ZodType
  list: z.ZodObject
  /** Query of Delete, if any. */
  remove?: z.ZodObject
}

interface Resource<AnyTx, Contracts extends ResourceContracts, Row, Listed> {
  base: `/api/${string}`
  /** Parameters in the base path, such as `{orgId}`. */
  params?: z.ZodObject
  tag: string
  /** Singular and plural noun for summaries. */
  nouns: [one: string, many: string]
  contracts: Contracts
  commands: ResourceCommands<
    AnyTx,
    Row,
    z.output<Contracts['create']>,
    z.output<Contracts['update']>,
    z.output<Contracts['list']>,
    Contracts extends { remove: infer Removal extends z.ZodObject } ? z.output<Removal> : unknown,
    Listed
  >
  present(row: Row, actor: Actor): z.input<Contracts['item']>
  /** Presents a list row that has fewer fields than the record. */
  presentListed?(row: Listed, actor: Actor): object
}

/** Access declarations of the operations. */
type Declarations = Record<'view' | 'create' | 'update' | 'delete', Declared>
type StoreScopes = Record<keyof Declarations, StoreScope>

interface OfOrganization {
  area: Area
  /** Store scope for all operations, or one for each. */
  stores: StoreScope | StoreScopes
}

/** Defines a resource of the caller's organization, with the permissions of an area. */
export function standardResource<Contracts extends ResourceContracts, Row, Listed = Row>({
  area,
  stores,
  ...resource
}: Resource<Tx, Contracts, Row, Listed> & OfOrganization): OpenAPIHono<HubEnv> {
  const may = AREA_PERMISSIONS[area]
  const declared = (command: keyof Declarations): Declared => ({
    may: may[command],
    stores: typeof stores === 'string' ? stores : stores[command],
  })
  return resourceRoutes(
    resource,
    {
      view: declared('view'),
      create: declared('create'),
      update: declared('update'),
      delete: declared('delete'),
    },
    ORGANIZATION,
  )
}

const BY_SUPER_ADMIN: Declarations = {
  view: { may: 'super-admin' },
  create: { may: 'super-admin' },
  update: { may: 'super-admin' },
  delete: { may: 'super-admin' },
}

/** Defines a resource shared by all organizations and maintained by SuperAdmins. */
export function platformResource<Contracts extends ResourceContracts, Row>(
  resource: Resource<PlatformTx, Contracts, Row, Row>,
): OpenAPIHono<HubEnv> {
  return resourceRoutes(resource, BY_SUPER_ADMIN, PLATFORM)
}

/** Defines a resource of the organization given in the path, for SuperAdmins. */
export function resourceOfOrganization<Contracts extends ResourceContracts, Row, Listed = Row>(
  resource: Resource<Tx, Contracts, Row, Listed>,
): OpenAPIHono<HubEnv> {
  return resourceRoutes(resource, BY_SUPER_ADMIN, PATH_ORGANIZATION)
}

/** Defines the routes for list, get, create, update and delete (specification, section 4.1). */
function resourceRoutes<AnyTx, Contracts extends ResourceContracts, Row, Listed>(
  resource: Resource<AnyTx, Contracts, Row, Listed>,
  declared: Declarations,
  scope: Scope<AnyTx>,
): OpenAPIHono<HubEnv> {
  const { base, tag, present, params } = resource
  const paramsOfOne = params?.extend(ById.shape) ?? ById
  const presentListed =
    resource.presentListed ?? (present as unknown as (row: Listed, actor: Actor) => object)
  // The routes use the contracts without their generic types. The commands have typed input and output.
  const contracts: ResourceContracts = resource.contracts
  const commands = resource.commands as ResourceCommands<
    AnyTx,
    Row,
    unknown,
    unknown,
    unknown,
    unknown,
    Listed
  >
  const [noun, nouns] = resource.nouns

  const list = listRoute(
    {
      path: base,
      ...declared.view,
      tag,
      summary: `List ${nouns}`,
      params,
      query: contracts.list,
      answer: contracts.page,
      list: commands.list,
      present: presentListed as (row: Listed, actor: Actor) => never,
    },
    scope,
  )

  const described = route({
    method: 'post',
    path: base,
    ...declared.create,
    tag,
    summary: `Create a ${noun}`,
    params,
    body: contracts.create,
    answers: { 201: contracts.item, 200: contracts.item },
    description: 'A repeat with the same id returns 200 with the existing record.',
  })
  const create = router().openapi(described, async (c) => {
    const input = c.req.valid('json')
    const actor = await c.var.actor()
    const { row, isNew } = await scope.transact(c, (tx) => commands.create(tx, input, actor, c.get('hub')))
    const item = present(row, actor)
    c.header('Location', `${c.req.path}/${(item as { id: string }).id}`)
    return c.json(item, isNew ? 201 : 200)
  })

  const get = getRoute(
    {
      path: `${base}/{id}`,
      ...declared.view,
      tag,
      summary: `Get one ${noun}`,
      params: paramsOfOne,
      answer: contracts.item,
      read: (tx, { id }) => commands.get(tx, id),
      present,
    },
    scope,
  )

  const update = actionRoute(
    {
      method: 'put',
      path: `${base}/{id}`,
      ...declared.update,
      tag,
      summary: `Update a ${noun}`,
      params: paramsOfOne,
      body: withoutReadOnly(contracts.update, contracts.item),
      answer: contracts.item,
      command: (tx, { id, body, actor, hub }) => commands.update(tx, id, body, actor, hub),
      present,
    },
    scope,
  )

  const { remove } = commands
  if (!remove) return area(list, create, get, update)
  const destroy = actionRoute(
    {
      method: 'delete',
      path: `${base}/{id}`,
      ...declared.delete,
      tag,
      summary: `Delete a ${noun}`,
      params: paramsOfOne,
      query: contracts.remove,
      answer: null,
      command: async (tx, { id, query, actor }) => remove(tx, id, actor, query),
      afterwards: async (hub, work) => {
        if (work) await work(hub)
      },
    },
    scope,
  )
  return area(list, create, get, update, destroy)
}
