import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Declared } from '#hub/auth/access.ts'
import type { Attempt } from '#hub/auth/rate-limiter.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { invalidRequest, Problem, ProblemBody } from '#shared/problems/problem.ts'
import type { HubEnv } from './env.ts'
import { idempotent } from './idempotency.ts'
import { permit } from './permit.ts'
import { refuseNulInAddress } from './refuse-nul.ts'
import { BODY_LIMIT_BYTES, takeBytes, takeJson } from './request-body.ts'
import { isWatched, logCommand } from './security-events.ts'
import { type FileType, type TakesFile, takeFile } from './uploaded-file.ts'

type RouteSpec = Declared & {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: `/${string}`
  /** Permission required in addition to `may`. */
  mayAlso?: Permission
  /** True when the user must have confirmed their identity within the last ten minutes. Throws `step_up_needed`. */
  stepUp?: true
  /** True when the route is open to users who still have to set up a required second factor. */
  withoutSecondFactor?: true
  /**
   * True when the account's email address must be verified. By default required for routes that change the
   * user's own account and for all SuperAdmin routes. Set `false` to open a route before verification. Throws
   * `address_unproved`.
   */
  provedAddress?: boolean
  /** True when a SuperAdmin can use the route without an organization, for the whole platform. */
  alsoOnPlatform?: true
  /**
   * Counts the request for a rate limit before reading any of it. The handler finds the result in
   * `c.var.attempt`. Throws `too_many_attempts`.
   */
  limits?: (c: Context<HubEnv>) => Promise<Attempt>
  tag: string
  summary: string
  description?: string
  params?: z.ZodObject | undefined
  query?: z.ZodObject | undefined
  body?: z.ZodType | undefined
  /** True when the response contains a secret and must not be stored for repeats with the same Idempotency-Key. */
  isAnswerSecret?: boolean
  /** Body that appears in the OpenAPI description but is validated leniently by the handler, from `c.var.bytes`. */
  describesBody?: z.ZodType
  /**
   * True when NUL bytes are accepted. Used for agents, whose damaged values must get a protocol response. The
   * handler keeps them out of the database.
   */
  takesNulBytes?: boolean
  /** Maximum body size in bytes, 1 MiB by default. */
  takesBytes?: number
  /** Set when the body is a file. The handler finds it in `c.var.file`. */
  takesFile?: TakesFile
  /** Success statuses with their response bodies, or null for none. */
  answers: { [status in 200 | 201 | 202 | 204 | 302]?: z.ZodType | null }
  /** Content types of a response that is a stream or a file. The response uses one of them. */
  streams?: string | readonly string[]
  /** JSON response for clients that prefer it to the stream. */
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

/** Returns an application that reports invalid input as a Problem. All routes are defined on such an application. */
export function router(): OpenAPIHono<HubEnv> {
  return new OpenAPIHono<HubEnv>({
    defaultHook: (result) => {
      if (result.success) return
      const prefix = result.target === 'json' || result.target === 'form' ? '#' : `#/${result.target}`
      throw tooManyLines(result.error.issues) ?? invalidRequest(result.error.issues, prefix)
    },
  })
}

/** Returns the Problem for a document with too many lines (docs/domain.md#lines). */
function tooManyLines(issues: readonly z.core.$ZodIssue[]): Problem | undefined {
  const issue = issues.find(({ code, path }) => code === 'too_big' && path.join('.') === 'lines')
  if (issue?.code !== 'too_big') return undefined
  const detail = `has at most ${issue.maximum} lines`
  return new Problem('too_many_lines', {
    detail: `A document ${detail}`,
    errors: [{ pointer: '#/lines', detail }],
  })
}

/** Defines a route with its guards, validation and OpenAPI description. */
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
      // A JSON Schema instead of a zod schema, so that it is published but not used for validation.
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

/**
 * True when the route requires a verified email address, so that no change made before verification outlasts
 * it (docs/security.md).
 */
function needsProvedAddress({ may, method, provedAddress }: RouteSpec): boolean {
  return provedAddress ?? (may === 'super-admin' || (may === 'signed-in' && method !== 'get'))
}

/**
 * Returns the guards of a route in order. They run before address and body are validated, so an unauthorized
 * caller is refused before the first byte of the body is read.
 */
function guardsOf(spec: RouteSpec): MiddlewareHandler<HubEnv>[] {
  const { may, mayAlso, limits } = spec
  // A GET changes nothing. However, one that streams its response may do more than read, such as wait.
  const isReading = spec.method === 'get' && !spec.streams
  const guards: MiddlewareHandler<HubEnv>[] = isWatched(spec) ? [logCommand(spec)] : []
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

/**
 * Validates the address before a file is read, so that a wrong parameter is reported before 100 MB are
 * uploaded. The regular validation runs after the guards.
 */
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
 * Returns a strict query schema, which refuses unknown and repeated parameters. Exceptions are device routes,
 * because an agent newer than its hub may send unknown parameters, and queries declared as loose.
 */
function queryOf({ path, query }: RouteSpec): z.ZodObject | undefined {
  const isLoose = path.startsWith('/api/pos/') || query?.def.catchall !== undefined
  return isLoose ? query : (query ?? z.object({})).strict()
}

/**
 * Returns the JSON Schema of a body. Named schemas refer to the components of the OpenAPI description, which
 * other routes define.
 */
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
  description: 'A repeat with the same key and body has no effect and gets the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function isRepeatable(spec: RouteSpec): boolean {
  return spec.method === 'post' && spec.may !== 'public' && spec.may !== 'pos.sync' && !spec.isAnswerSecret
}

/**
 * A type instead of an interface, because only types are assignable to `RouteConfig`, which has an index
 * signature.
 */
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
  302: 'Continue at the address in Location',
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
