/** Subset of JSON Schema that the fuzzer supports. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  readOnly?: boolean
  additionalProperties?: boolean | Schema
  $defs?: Record<string, Schema>
}

/** Resolves a reference within the schema's document. */
export function resolve(document: object, schema: Schema | undefined): Schema {
  let found = schema ?? {}
  while (found.$ref) {
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce((at, name) => (at as Record<string, object>)[name] as object, document) as Schema
  }
  return found
}

export const typesOf = (schema: Schema): string[] => [schema.type ?? []].flat()
export const choicesOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? []
