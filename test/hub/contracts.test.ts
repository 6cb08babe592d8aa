import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { READERS } from '#hub/features/pos/upload/readers.ts'
import { ClockTime } from '#shared/domain/fields.ts'
import { AgentReport } from '#shared/sync/report.ts'
import { UploadRequest } from '#shared/sync/upload.ts'
import { ApiClient, useHub } from '#test/support/hub.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, walked freely
type Schema = any

const CLOCK_TIME = z.globalRegistry.get(ClockTime)?.description
const INTEGER = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }

/**
 * Returns the paths of date-times and integers without bounds that fit their column, and of texts without a
 * maximum length.
 */
function unbounded(
  document: Schema,
  schema: Schema,
  isInput: boolean,
  path = '',
  seen = new Set(),
): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  if (isInput && schema.readOnly) return []
  const within = new Set([...seen, schema])
  const faults: string[] = []
  const types = [schema.type].flat()
  if (types.includes('integer')) {
    const { minimum, maximum } = isInput
      ? INTEGER
      : { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
    if (!(schema.minimum >= minimum && schema.maximum <= maximum)) faults.push(path)
  }
  if (schema.format === 'date-time' && schema.maxLength !== 24 && schema.description !== CLOCK_TIME)
    faults.push(path)
  if (schema.$ref) faults.push(...unbounded(document, resolve(document, schema.$ref), isInput, path, within))
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    faults.push(...unbounded(document, member, isInput, `${path}/${name}`, within))
  for (const key of ['items', 'additionalProperties', 'propertyNames'])
    faults.push(...unbounded(document, schema[key], isInput, `${path}/${key}`, within))
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const option of schema[key] ?? []) faults.push(...unbounded(document, option, isInput, path, within))
  return faults
}

const resolve = (document: Schema, ref: string): Schema =>
  ref
    .slice(2)
    .split('/')
    .filter(Boolean)
    .reduce((at, name) => at[name], document)

describe('bounds of request and response fields', () => {
  const door = useHub()

  it('bounds the fields of every published operation', async () => {
    const { body: document } = await new ApiClient(door).get('/openapi/v1/openapi.json')
    let looked = 0
    const faults = Object.entries<Schema>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Schema>(methods).flatMap(([method, operation]) => {
        const inputs = [
          ...(operation.parameters ?? []).map(({ name, schema }: Schema) => [`?${name}`, schema]),
          ...Object.values<Schema>(operation.requestBody?.content ?? {}).map(({ schema }) => ['', schema]),
        ]
        const outputs = Object.values<Schema>(operation.responses).flatMap(({ content }) =>
          Object.values<Schema>(content ?? {}).map(({ schema }) => ['', schema]),
        )
        looked += inputs.length + outputs.length
        return [
          ...inputs.flatMap(([at, schema]) => unbounded(document, schema, true, at)),
          ...outputs.flatMap(([at, schema]) => unbounded(document, schema, false, at)),
        ].map((fault) => `${method} ${path} ${fault}`)
      }),
    )
    expect(faults).toEqual([])
    expect(looked).toBeGreaterThan(500)
  })

  it.each([
    ...Object.entries(READERS).flatMap(([type, schemas]) =>
      Object.entries(schemas).map(([schema, reader]) => [`${type} ${schema}`, reader] as const),
    ),
    ['report', AgentReport] as const,
    ['upload', UploadRequest] as const,
  ])('bounds the fields of till uploads: %s', (_, reader) => {
    const schema = z.toJSONSchema(reader, { io: 'input', unrepresentable: 'any' })
    expect(unbounded(schema, schema, true)).toEqual([])
  })
})
