import { z } from 'zod'

/**
 * The answer of GET can be edited and sent back with PUT. Members of the item that the update lacks are read-only: they
 * are removed before validation, also in nested lists such as lines. Unknown members are refused by name, as
 * everywhere. A POST refuses read-only members too: otherwise a new document sent as posted would seem to be posted.
 */
export function withoutReadOnly<Update extends z.ZodType>(update: Update, item: z.ZodType): Update {
  const readOnly = readOnlyOf(update, item)
  // The type of what comes out is that of the update.
  return (readOnly ? z.preprocess((body) => leaveOut(body, readOnly), update) : update) as Update
}

interface ReadOnly {
  /** Of each object of a list. */
  isOfList: boolean
  names: ReadonlySet<string>
  /** Of members that are objects or lists of such. */
  within: ReadonlyMap<string, ReadOnly>
}

function readOnlyOf(update: z.ZodType, item: z.ZodType): ReadOnly | undefined {
  const [taken, told] = [bare(update), bare(item)]
  if (taken instanceof z.ZodArray && told instanceof z.ZodArray) {
    const ofEach = readOnlyOf(taken.element as z.ZodType, told.element as z.ZodType)
    return ofEach && { ...ofEach, isOfList: true }
  }
  if (!(taken instanceof z.ZodObject && told instanceof z.ZodObject)) return undefined
  const members = Object.entries<z.ZodType>(told.shape)
  const names = members.flatMap(([name]) => (Object.hasOwn(taken.shape, name) ? [] : [name]))
  const within = members.flatMap(([name, member]) => {
    const readOnly = Object.hasOwn(taken.shape, name) && readOnlyOf(taken.shape[name] as z.ZodType, member)
    return readOnly ? [[name, readOnly] as const] : []
  })
  if (names.length + within.length === 0) return undefined
  return { isOfList: false, names: new Set(names), within: new Map(within) }
}

/** Without what says whether it may be absent, and what is made of it afterwards. */
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.def.innerType as z.ZodType)
  if (schema instanceof z.ZodPipe) return bare(schema.def.in as z.ZodType)
  return schema
}

/** It goes as deep as the item does, however deep the value is. */
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

/** The same in the published description: such members are `readOnly` in what PUT takes and in what it answers. */
export function markReadOnly(document: Schema): void {
  for (const { put } of Object.values<Schema>(document.paths)) {
    // A PUT may also take a file.
    const update = put && bodyOf(put.requestBody)
    if (update) mark(document, update, bodyOf(put.responses[200]))
  }
}

const bodyOf = (described: Schema): Schema => described.content['application/json']?.schema

function mark(document: Schema, update: Schema, item: Schema): void {
  const [taken, told] = [resolved(document, update), resolved(document, item)]
  if (taken?.items && told?.items) mark(document, taken.items, told.items)
  if (!taken?.properties || !told?.properties) return
  for (const [name, member] of Object.entries<Schema>(told.properties)) {
    if (taken.properties[name] && !taken.properties[name].readOnly) {
      mark(document, taken.properties[name], member)
      continue
    }
    told.properties[name] = { ...member, readOnly: true }
    taken.properties[name] = told.properties[name]
  }
}

function resolved(document: Schema, schema: Schema): Schema {
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
}
