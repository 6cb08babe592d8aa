import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { Declared } from '#hub/auth/access.ts'
import type { Actor } from '#hub/auth/actor.ts'
import type { HubContext } from '#hub/context.ts'
import type { PlatformTx, Tx } from '#hub/db/transact.ts'
import { ById } from '#shared/contracts/common.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { HubEnv } from './env.ts'
import { route, router } from './route.ts'

/**
 * Common part of the description of an operation. Each builder returns a router, and `area` combines them.
 * Use `exportRoute` (hub/exports/) for lists as files and `printRoute` (hub/print/) for printed documents.
 */

type Operation<Path extends `/${string}` = `/${string}`> = Declared & {
  path: Path
  mayAlso?: Permission
  tag: string
  summary: string
  description?: string
  /** See `route`. */
  stepUp?: true
  withoutSecondFactor?: true
  provedAddress?: boolean
  alsoOnPlatform?: true
}

/** Starts the transactions in which an operation runs. */
export interface ReadScope<AnyTx> {
  read<T>(c: Context<HubEnv>, work: (tx: AnyTx) => Promise<T>): Promise<T>
}
export interface Scope<AnyTx> extends ReadScope<AnyTx> {
  transact<T>(c: Context<HubEnv>, work: (tx: AnyTx) => Promise<T>): Promise<T>
}

export const ORGANIZATION: Scope<Tx> = {
  read: (c, work) => c.var.read(work),
  transact: (c, work) => c.var.transact(work),
}

export const PLATFORM: Scope<PlatformTx> = {
  read: (c, work) => c.var.platform(work),
  transact: (c, work) => c.var.platform(work),
}

type ListSpec<AnyTx, Query extends z.ZodObject, Answer extends z.ZodType, Row> = Operation & {
  /** Path parameters. */
  params?: z.ZodObject | undefined
  query: Query
  answer: Answer
  /** Lists the rows. Other returned members, such as totals, are added to the response. */
  list(
    tx: AnyTx,
    query: z.output<Query>,
    actor: () => Promise<Actor>,
  ): Promise<{ rows: Row[] } & Omit<z.input<Answer>, 'items' | 'page' | 'pageSize'>>
  present(row: Row, actor: Actor): z.input<Answer> extends { items: (infer Item)[] } ? Item : never
}

/** Defines a GET route for a list. If the query is paged, the response includes the page. */
export function listRoute<Query extends z.ZodObject, Answer extends z.ZodType, Row, AnyTx = Tx>(
  { list, present, answer, ...described }: ListSpec<AnyTx, Query, Answer, Row>,
  scope = ORGANIZATION as ReadScope<unknown> as ReadScope<AnyTx>,
): OpenAPIHono<HubEnv> {
  const get = route({ ...described, method: 'get', answers: { 200: answer as z.ZodType } })
  return router().openapi(get, async (c) => {
    const query = validated(c, 'query') as z.output<Query>
    const { rows, ...about } = await scope.read(c, (tx) => list(tx, query, c.var.actor))
    const actor = await c.var.actor()
    const items = rows.map((row) => present(row, actor))
    const { page, pageSize } = query as { page?: number; pageSize?: number }
    return c.json({ items, ...(page && { page, pageSize }), ...about }, 200)
  })
}

/** Path parameters described by `params`, or `{id}` by default. */
type Named<Path, Params> = Params extends z.ZodType
  ? z.output<Params>
  : Path extends `${string}/{id}${string}`
    ? z.output<typeof ById>
    : object
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : unknown

type GetSpec<AnyTx, Path extends `/${string}`, Params, Query, Answer, Found> = Operation<Path> & {
  params?: Params
  query?: Query | undefined
  answer: Answer
  read(
    tx: AnyTx,
    given: Named<Path, Params> & { query: OutputOf<Query>; actor: () => Promise<Actor> },
  ): Promise<Found>
  present(found: Found, actor: Actor): InputOf<Answer>
}

/** Defines a GET route for a single record. */
export function getRoute<
  const Path extends `/${string}`,
  Answer extends z.ZodType,
  Found,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  AnyTx = Tx,
>(
  spec: GetSpec<AnyTx, Path, Params, Query, Answer, Found>,
  scope = ORGANIZATION as ReadScope<unknown> as ReadScope<AnyTx>,
): OpenAPIHono<HubEnv> {
  const { read, present, answer, params, ...operation }: GetSpec<AnyTx, Path, Params, Query, Answer, Found> =
    spec
  const get = route({
    ...operation,
    ...paramsOf(operation.path, params),
    method: 'get',
    answers: { 200: answer as z.ZodType },
  })
  return router().openapi(get, async (c) => {
    const given = { ...named(c), query: validated(c, 'query'), actor: c.var.actor }
    const found = await scope.read(c, (tx) => read(tx, given as Parameters<typeof read>[1]))
    return c.json(present(found, await c.var.actor()), 200)
  })
}

type ActionSpec<AnyTx, Path extends `/${string}`, Params, Query, Body, Answer, Done> = Operation<Path> & {
  /** HTTP method, POST by default. */
  method?: 'post' | 'put' | 'patch' | 'delete'
  params?: Params
  query?: Query | undefined
  body?: Body
  isAnswerSecret?: boolean
  /** Type of the response, or null for none (204). */
  answer: Answer
  /** Status of the response, 200 by default. */
  status?: 201
  command(tx: AnyTx, given: Given<Path, Params, Query, Body>): Promise<Done>
  /** Returns the response body. Required for every action with a response body. */
  present?(done: Done, actor: Actor): InputOf<Answer>
  /** Returns the address of the created record for the Location header. */
  location?(done: Done): string
  /** Runs after the commit, for example to delete files. */
  afterwards?(hub: HubContext, done: Done, given: Given<Path, Params, Query, Body>): Promise<void> | void
}
type Presented<Answer> = Answer extends null ? unknown : { present: object }
type Given<Path, Params, Query, Body> = Named<Path, Params> & {
  query: OutputOf<Query>
  body: OutputOf<Body>
  actor: Actor
  hub: HubContext
}

/**
 * Defines a route for a command that runs in one transaction: POST /{id}/verb, or another method that changes
 * data.
 */
export function actionRoute<
  const Path extends `/${string}`,
  Answer extends z.ZodType | null,
  Done,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  AnyTx = Tx,
>(
  spec: ActionSpec<AnyTx, Path, Params, Query, Body, Answer, Done> & Presented<Answer>,
  scope = ORGANIZATION as Scope<unknown> as Scope<AnyTx>,
): OpenAPIHono<HubEnv> {
  const {
    command,
    present,
    location,
    afterwards,
    ...described
  }: ActionSpec<AnyTx, Path, Params, Query, Body, Answer, Done> = spec
  const { method = 'post', answer, status = 200, params, ...operation } = described
  const action = route({
    ...operation,
    ...paramsOf(operation.path, params),
    method,
    answers: answer ? { [status]: answer as z.ZodType } : { 204: null },
  })
  return router().openapi(action, async (c) => {
    const actor = await c.var.actor()
    const hub = c.get('hub')
    const given = { ...named(c), query: validated(c, 'query'), body: validated(c, 'json'), actor, hub }
    const done = await scope.transact(c, (tx) => command(tx, given as Parameters<typeof command>[1]))
    await afterwards?.(hub, done, given as Parameters<typeof command>[1])
    if (!answer || !present) return c.body(null, 204)
    if (location) c.header('Location', location(done))
    return c.json(present(done, actor), status)
  })
}

function paramsOf(path: string, params: z.ZodObject | undefined): { params?: z.ZodObject } {
  const described = params ?? (path.includes('{id}') ? ById : undefined)
  return described ? { params: described } : {}
}

const named = (c: Context<HubEnv>) => validated(c, 'param') as object | undefined

/** Returns validated input. The cast is needed because its type comes from the description of the route. */
function validated(c: Context<HubEnv>, target: 'param' | 'query' | 'json'): unknown {
  return (c.req as unknown as { valid(target: string): unknown }).valid(target)
}
