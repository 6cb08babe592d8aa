import { z } from 'zod'
import { TILL_INPUTS } from '#shared/contracts/till/inputs.ts'
import { TILL_API, TILL_ROUTES } from '#shared/contracts/till/routes.ts'
import type { Schema } from './schema.ts'

/** Operation of the hub or the agent, as described by its schemas. */
export interface Operation {
  side: 'hub' | 'agent'
  method: string
  /** Path with {parameters}. */
  path: string
  /** Required permission, or `super-admin`, `public` or `signed-in`. */
  permission: string
  pathParameters: Record<string, Schema>
  query: Record<string, Schema>
  requiredQuery: string[]
  /** True when the operation accepts an Idempotency-Key. */
  isRepeatable: boolean
  body: { type: string; schema: Schema }[]
  /** Content types of successful responses that are files or streams. */
  files: string[]
  /** Document in which references of the operation's schemas are resolved. */
  document: object
}

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

interface Description {
  paths: Record<string, Record<string, Described>>
}
interface Described {
  'x-permission': string
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** Returns all operations published by the hub. */
export function hubOperations(description: Description): Operation[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const parameters = (place: string) => (described.parameters ?? []).filter((each) => each.in === place)
      const schemas = (place: string) =>
        Object.fromEntries(parameters(place).map(({ name, schema }) => [name, schema]))
      return {
        side: 'hub' as const,
        method: method.toUpperCase(),
        path,
        permission: described['x-permission'],
        pathParameters: schemas('path'),
        query: schemas('query'),
        requiredQuery: parameters('query')
          .filter(({ required }) => required)
          .map(({ name }) => name),
        isRepeatable: 'Idempotency-Key' in schemas('header'),
        body: Object.entries(described.requestBody?.content ?? {}).map(([type, { schema }]) => ({
          type,
          schema,
        })),
        files: Object.entries(described.responses)
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, { content }]) => Object.keys(content ?? {}))
          .filter((type) => type !== 'application/json'),
        document: description,
      }
    }),
  )
}

/** Returns all operations of the agent's API for the till page. */
export function agentOperations(): Operation[] {
  return Object.entries(TILL_ROUTES).map(([key, route]) => {
    const [method = '', path = ''] = route.split(' ')
    const { params, query, body } = TILL_INPUTS[key as keyof typeof TILL_ROUTES] as Inputs
    const shape = schemaOf(query)
    return {
      side: 'agent' as const,
      method,
      path: TILL_API + path.replace(/:(\w+)/g, '{$1}'),
      permission: 'till',
      pathParameters: schemaOf(params).properties ?? {},
      query: shape.properties ?? {},
      requiredQuery: shape.required ?? [],
      isRepeatable: false,
      body: body ? [{ type: 'application/json', schema: schemaOf(body) }] : [],
      files: [],
      document: {},
    }
  })
}

type Inputs = { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType }

function schemaOf(type: z.ZodType | undefined): Schema {
  return type ? (z.toJSONSchema(type, { io: 'input', reused: 'inline' }) as Schema) : {}
}
