import { z } from 'zod'

/**
 * Makes the response of GET, after editing, valid as the body of PUT. Members that exist in the item but not
 * in the update are read-only. They are removed before validation, even in nested lists such as lines.
 * Unknown members are refused by name, as everywhere. A POST also refuses read-only members, because a new
 * document sent with a posted status would otherwise seem to be posted.
 */
export function withoutReadOnly<Update extends z.ZodType>(update: Update, item: z.ZodType): Update {
  const readOnly = readOnlyOf(update, item)
  // Preprocessing does not change the output type.
  return (readOnly ? z.preprocess((body) => leaveOut(body, readOnly), update) : update) as Update
}

interface ReadOnly {
  /** True when the value is a list and this applies to each of its objects. */
  isOfList: boolean
  names: ReadonlySet<string>
  /** Read-only members of nested objects and of lists of objects. */
  within: ReadonlyMap<string, ReadOnly>
}

function readOnlyOf(update: z.ZodType, item: z.ZodType): ReadOnly | undefined {
  const [taken, returned] = [bare(update), bare(item)]
  if (taken instanceof z.ZodArray && returned instanceof z.ZodArray) {
    const ofEach = readOnlyOf(taken.element as z.ZodType, returned.element as z.ZodType)
    return ofEach && { ...ofEach, isOfList: true }
  }
  if (!(taken instanceof z.ZodObject && returned instanceof z.ZodObject)) return undefined
  const members = Object.entries<z.ZodType>(returned.shape)
  const names = members.flatMap(([name]) => (Object.hasOwn(taken.shape, name) ? [] : [name]))
  const within = members.flatMap(([name, member]) => {
    const readOnly = Object.hasOwn(taken.shape, name) && readOnlyOf(taken.shape[name] as z.ZodType, member)
    return readOnly ? [[name, readOnly] as const] : []
  })
  if (names.length + within.length === 0) return undefined
  return { isOfList: false, names: new Set(names), within: new Map(within) }
}

/** Returns the schema without optional wrappers and transformations. */
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.def.innerType as z.ZodType)
  if (schema instanceof z.ZodPipe) return bare(schema.def.in as z.ZodType)
  return schema
}

/** Removes read-only members. The recursion depth is limited by the schema, however deep the value is. */
function leaveOut(value: unknown, readOnly: ReadOnly): unknown {
  if (readOnly.isOfList && Array.isArray(value))
    return value.map((each) => leaveOut(each, { ...readOnly, isOfList: false }))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (readOnly.names.has(name)) return []
      const within = readOnly.within.get(name)
      return [[name, within ? leaveOut(member, within) : member]]
    }),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, walked freely
type Schema = any

/** Marks read-only members as `readOnly` in the OpenAPI description of PUT bodies and responses. */
export function markReadOnly(document: Schema): void {
  for (const { put } of Object.values<Schema>(document.paths)) {
    // A PUT can also take a file.
    const update = put && bodyOf(put.requestBody)
    if (update) mark(document, update, bodyOf(put.responses[200]))
  }
}

const bodyOf = (described: Schema): Schema => described.content['application/json']?.schema

function mark(document: Schema, update: Schema, item: Schema): void {
  const [taken, returned] = [resolved(document, update), resolved(document, item)]
  if (taken?.items && returned?.items) mark(document, taken.items, returned.items)
  if (!taken?.properties || !returned?.properties) return
  for (const [name, member] of Object.entries<Schema>(returned.properties)) {
    if (taken.properties[name] && !taken.properties[name].readOnly) {
      mark(document, taken.properties[name], member)
      continue
    }
    returned.properties[name] = { ...member, readOnly: true }
    taken.properties[name] = returned.properties[name]
  }
}

function resolved(document: Schema, schema: Schema): Schema {
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
}
