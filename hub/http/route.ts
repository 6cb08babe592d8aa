import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Declared } from '#hub/auth/access.ts'
import type { Attempt } from '#hub/auth/rate-limiter.ts'
import type { Permission } from '#shared/contracts/permissions.ts'
import { invalidRequest, Problem, ProblemBody } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'
import { idempotent } from './idempotency.ts'
import { permit } from './permit.ts'
import { refuseNulInAddress } from './refuse-nul.ts'
import { BODY_LIMIT_BYTES, takeBytes, takeJson } from './request-body.ts'
import { isWatched, logDeed } from './security-events.ts'
import { type FileType, type TakesFile, takeFile } from './uploaded-file.ts'

type RouteSpec = Declared & {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: `/${string}`
  /** Needed besides `may`. */
  mayAlso?: Permission
  /** Wants a person who proved themselves within the last ten minutes. Throws step_up_needed. */
  stepUp?: true
  /** Also for who has to set up a second factor first. */
  withoutSecondFactor?: true
  /**
   * For who has proved the address of the account alone. Left out, that holds for whatever changes something of oneself and
   * for all that SuperAdmins do: `false` names what is open before the proof. Throws address_unproved.
   */
  provedAddress?: boolean
  /** Also for a SuperAdmin who names no organization: of the platform as a whole. */
  alsoOnPlatform?: true
  /** Counts the request before anything of it is read; the handler finds it in `c.var.attempt`. Throws too_many_attempts. */
  limits?: (c: Context<HubEnv>) => Promise<Attempt>
  tag: string
  summary: string
  description?: string
  params?: z.ZodObject | undefined
  query?: z.ZodObject | undefined
  body?: z.ZodType | undefined
  /** The answer holds a secret: it is not kept for a repeat with the same Idempotency-Key. */
  isAnswerSecret?: boolean
  /** A body that is published but read by the handler itself, leniently, from `c.var.bytes`. */
  describesBody?: z.ZodType
  /**
   * For requests of agents: a value damaged on a disk gets an answer of the protocol and never reaches the database.
   */
  takesNulBytes?: boolean
  /** How large a body may be; 1 MiB when left out. */
  takesBytes?: number
  /** The body is a file, which the handler finds in `c.var.file`. */
  takesFile?: TakesFile
  /** Success statuses with their bodies; null for none. */
  answers: { [status in 200 | 201 | 202 | 204 | 302]?: z.ZodType | null }
  /** Content types, one of them, of a success body that is not JSON: a stream or a file. */
  streams?: string | readonly string[]
  /** What a client gets instead of the stream that accepts JSON rather. */
  alsoJson?: z.ZodType
}

type RequestOf<Spec extends RouteSpec> = object &
  (Spec extends { params: infer Params extends z.ZodObject } ? { params: Params } : unknown) &
  (Spec extends { query: infer Query extends z.ZodObject } ? { query: Query } : unknown) &
  (Spec extends { body: infer Body extends z.ZodType }
    ? { body: { content: { 'application/json': { schema: Body } }; required: true } }
    : unknown)
type ResponsesOf<Spec extends RouteSpec> = {
  [Status in keyof Spec['answers']]: Spec['answers'][Status] extends z.ZodType
    ? { description: string; content: { 'application/json': { schema: Spec['answers'][Status] } } }
    : { description: string }
}

/** An application with the hub's way of refusing bad input. Features add their routes to one of these. */
export function router(): OpenAPIHono<HubEnv> {
  return new OpenAPIHono<HubEnv>({
    defaultHook: (result) => {
      if (result.success) return
      const prefix = result.target === 'json' || result.target === 'form' ? '#' : `#/${result.target}`
      throw tooManyLines(result.error.issues) ?? invalidRequest(result.error.issues, prefix)
    },
  })
}

/** Of a document, whose lines have a limit (docs/domain.md#lines). */
function tooManyLines(issues: readonly z.core.$ZodIssue[]): Problem | undefined {
  const issue = issues.find(({ code, path }) => code === 'too_big' && path.join('.') === 'lines')
  if (issue?.code !== 'too_big') return undefined
  const detail = `has at most ${issue.maximum} lines`
  return new Problem('too_many_lines', {
    detail: `A document ${detail}`,
    errors: [{ pointer: '#/lines', detail }],
  })
}

/** Describes one route: what guards it, what it validates and what the published description says of it. */
export function route<const Spec extends RouteSpec>(spec: Spec) {
  const query = queryOf(spec)
  const config = {
    method: spec.method,
    path: spec.path,
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, accessOf(spec)].filter(Boolean).join('\n\n'),
    'x-permission': spec.may,
    ...(spec.stores && { 'x-stores': spec.stores }),
    ...(needsProvedAddress(spec) && { 'x-proved-address': true }),
    ...(spec.may === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    middleware: guardsOf(spec),
    ...(isRepeatable(spec) && { parameters: [IDEMPOTENCY_KEY] }),
    request: {
      ...(spec.params && { params: spec.params }),
      ...(query && { query }),
      ...(spec.body && { body: { content: { 'application/json': { schema: spec.body } }, required: true } }),
      // A JSON Schema, not a zod one: published, but not a validator.
      ...(spec.describesBody && {
        body: {
          content: { 'application/json': { schema: published(spec.describesBody) } },
        },
      }),
      ...(spec.takesFile && { body: { content: fileContent(spec.takesFile.types) } }),
    },
    responses: {
      ...Object.fromEntries(
        Object.entries(spec.answers).map(([status, schema]) => [status, answer(status, schema, spec)]),
      ),
      default: {
        description: 'A problem (RFC 9457)',
        content: { 'application/problem+json': { schema: ProblemBody } },
      },
    },
  }
  return createRoute(config as Parameters<typeof createRoute>[0]) as unknown as TypedConfig<Spec>
}

const STORES = { none: '', own: ', for the stores that you work with', all: ', if you work with all stores' }

function accessOf(spec: RouteSpec): string {
  const permissions = [spec.may, spec.mayAlso].filter(Boolean).join(' and ')
  const proof = needsProvedAddress(spec) ? ', with a proved address' : ''
  return `Access: ${permissions}${STORES[spec.stores ?? 'none']}${proof}.`
}

/** What an account does before its address is proved must not outlive the proof (docs/security.md). */
function needsProvedAddress({ may, method, provedAddress }: RouteSpec): boolean {
  return provedAddress ?? (may === 'super-admin' || (may === 'signed-in' && method !== 'get'))
}

/**
 * What a request passes, in this order, before its address and its body are validated: whoever may not is refused before
 * the first byte of the body is read.
 */
function guardsOf(spec: RouteSpec): MiddlewareHandler<HubEnv>[] {
  const { may, mayAlso, limits } = spec
  // A GET changes nothing. One that streams its answer may do other things than read, such as waiting.
  const isReading = spec.method === 'get' && !spec.streams
  const guards: MiddlewareHandler<HubEnv>[] = isWatched(spec) ? [logDeed(spec)] : []
  if (limits) guards.push(counted(limits))
  if (may !== 'public') {
    const operation = { ...spec, provedAddress: needsProvedAddress(spec) }
    guards.push(permit(mayAlso ? [may, mayAlso] : [may], operation, isReading))
  }
  if (!spec.takesNulBytes) guards.push(refuseNulInAddress)
  guards.push(...takersOf(spec))
  if (isRepeatable(spec)) guards.push(idempotent)
  return guards
}

function counted(limits: NonNullable<RouteSpec['limits']>): MiddlewareHandler<HubEnv> {
  return async function counted(c, next) {
    c.set('attempt', await limits(c))
    await next()
  }
}

function takersOf(spec: RouteSpec): MiddlewareHandler<HubEnv>[] {
  const { body, describesBody, takesFile, takesBytes = BODY_LIMIT_BYTES } = spec
  if (takesFile) return [refuseWrongAddress(spec), takeFile(takesFile)]
  if (describesBody) return [takeBytes(takesBytes)]
  return body ? [takeJson(takesBytes)] : []
}

/** The address is validated behind the guards; but a wrong parameter is reported before 100 MB are sent. */
function refuseWrongAddress(spec: RouteSpec): MiddlewareHandler<HubEnv> {
  const query = queryOf(spec)
  return async function refuseWrongAddress(c, next) {
    const given = Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ])
    check(spec.params, c.req.param(), '#/param')
    check(query, Object.fromEntries(given), '#/query')
    await next()
  }
}

function check(schema: z.ZodObject | undefined, value: unknown, prefix: string): void {
  const parsed = schema?.safeParse(value)
  if (parsed?.error) throw invalidRequest(parsed.error.issues, prefix)
}

/**
 * A query parameter that the route does not have is refused like such a member of a body, and so is one that is given
 * twice. Devices are exempt: an agent newer than its hub may send parameters that the hub does not know; and so is a query
 * that is loose by itself.
 */
function queryOf({ path, query }: RouteSpec): z.ZodObject | undefined {
  const isLoose = path.startsWith('/api/pos/') || query?.def.catchall !== undefined
  return isLoose ? query : (query ?? z.object({})).strict()
}

/** Schemas that have a name are components of the description; some other route validates with them. */
function published(body: z.ZodType): object {
  const { $defs, ...schema } = z.toJSONSchema(body, { io: 'input' })
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

function fileContent(types: readonly FileType[]): object {
  const file = { type: 'string', format: 'binary' }
  const form = { type: 'object', properties: { file }, required: ['file'] }
  return Object.fromEntries(
    types.map((type) => [type, { schema: type === 'multipart/form-data' ? form : file }]),
  )
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat with the same key and body takes no effect and gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function isRepeatable(spec: RouteSpec): boolean {
  return spec.method === 'post' && spec.may !== 'public' && spec.may !== 'pos.sync' && !spec.isAnswerSecret
}

/** A type and not an interface: only those can stand for RouteConfig, which has an index signature. */
type TypedConfig<Spec extends RouteSpec> = {
  method: Spec['method']
  path: Spec['path']
  request: RequestOf<Spec>
  responses: ResponsesOf<Spec>
  middleware: MiddlewareHandler<HubEnv>[]
}

const DESCRIPTIONS: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, no content',
  302: 'Go on there',
}

function answer(status: string, schema: z.ZodType | null | undefined, { streams, alsoJson }: RouteSpec) {
  const description = DESCRIPTIONS[status] ?? 'Done'
  if (streams) {
    const content = [streams].flat().map((type) => [type, { schema: z.string() }])
    const json = alsoJson && { 'application/json': { schema: alsoJson } }
    return { description, content: { ...Object.fromEntries(content), ...json } }
  }
  return schema ? { description, content: { 'application/json': { schema } } } : { description }
}
