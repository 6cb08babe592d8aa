import type { Random } from '#test/support/random.ts'
import { asBytes, type Tree, writeJson } from './json-text.ts'
import type { Known } from './known.ts'
import type { Operation } from './operations.ts'
import { resolve, type Schema } from './schema.ts'
import { validValue } from './valid-value.ts'

export type ActorName = 'owner' | 'cashier' | 'other' | 'super-admin' | 'device' | 'nobody' | 'till'

/** File to be sent as the form part `file`, or as the whole body. */
export interface FileBody {
  name: string
  type: string
  bytes: Buffer
}

/** Unsent request to which mutations are applied. */
export interface Draft {
  operation: Operation
  /** HTTP method, usually that of the operation. */
  method: string
  actor: ActorName
  pathParameters: Record<string, string>
  /** Path that replaces the described one. It is sent without further encoding. */
  path?: string
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  body: Tree | undefined
  /** Schema of `body`. */
  schema: Schema | undefined
  /** Document in which the schema's references are resolved. */
  document: object
  file: FileBody | undefined
  /**
   * True when the caller has signed up only for this request, because it ends sign-ins and those of the run
   * must stay valid.
   */
  isOfSpareAccount?: boolean
  /** Raw body that replaces `body` and `file`, with one character per byte. */
  bytes?: string
  contentType: string | undefined
  /** Descriptions of the applied mutations. */
  mutations: string[]
}

/** A request as sent. */
export interface Request {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: Buffer | undefined
}

export function usualActor({ side, permission }: Operation): ActorName {
  if (side === 'agent') return 'till'
  switch (permission) {
    case 'public':
      return 'nobody'
    case 'super-admin':
      return 'super-admin'
    case 'pos.sync':
      return 'device'
    default:
      return 'owner'
  }
}

/** Returns a valid request based on the description and on earlier responses. */
export function validDraft(operation: Operation, known: Known, random: Random): Draft {
  const ground = { document: operation.document, known, random }
  const { path, pathParameters, query, requiredQuery, body } = operation
  const offered = body.length > 0 ? random.pick(body) : undefined
  const isJson = offered?.type === 'application/json'
  const isForm = offered?.type === 'application/x-www-form-urlencoded'
  const place = known.findPlace(path, random)
  const share = random.pick([0, 0.1, 0.3])
  return {
    operation,
    method: operation.method,
    actor: usualActor(operation),
    pathParameters: Object.fromEntries(
      Object.entries(pathParameters).map(([name, schema]) => [
        name,
        place[name] ?? String(validValue(ground, schema, name)),
      ]),
    ),
    query: Object.entries(query)
      .filter(([name]) => requiredQuery.includes(name) || random.chance(share))
      .flatMap(([name, schema]) => {
        const value = validValue(ground, notNull(operation, schema), name)
        return value === null ? [] : [[name, String(value)] as [string, string]]
      }),
    headers: [],
    body: isJson || isForm ? validValue(ground, offered.schema) : undefined,
    schema: isJson ? resolve(operation.document, offered.schema) : undefined,
    document: operation.document,
    file: undefined,
    contentType: offered?.type,
    mutations: [],
  }
}

/** Returns the schema without null, which a URL cannot express. */
function notNull({ document }: Operation, given: Schema): Schema {
  const schema = resolve(document, given)
  return Array.isArray(schema.type)
    ? { ...schema, type: schema.type.filter((type) => type !== 'null') }
    : schema
}

/** Renders the draft as a request to be sent. */
export function render(draft: Draft): Request {
  const { operation, query, headers, contentType } = draft
  const path =
    draft.path ??
    operation.path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(wellFormed(draft.pathParameters[name] ?? '')),
    )
  const pairs = query.map(
    ([name, value]) =>
      `${encodeName(name)}=${value.startsWith('%') ? value : encodeURIComponent(wellFormed(value))}`,
  )
  const body = bodyOf(draft)
  const isTypeGiven = headers.some(([name]) => name.toLowerCase() === 'content-type')
  return {
    method: draft.method,
    path: path + (pairs.length > 0 ? `?${pairs.join('&')}` : ''),
    headers: [
      ...(body && contentType !== undefined && !isTypeGiven
        ? [['Content-Type', contentType] as [string, string]]
        : []),
      ...headers,
    ],
    body,
  }
}

const wellFormed = (text: string): string => text.toWellFormed()
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']')

/** Fixed boundary of multipart forms, used in content types. */
export const BOUNDARY = 'fuzz-boundary-4711'

function bodyOf(draft: Draft): Buffer | undefined {
  const text = draft.bytes ?? bytesOf(draft)
  return text === undefined ? undefined : Buffer.from(text, 'latin1')
}

/** Returns the body with one character per byte, or undefined without a body. */
export function bytesOf({ body, file, contentType }: Draft): string | undefined {
  if (file) return contentType?.startsWith('multipart/') ? formOf(file) : file.bytes.toString('latin1')
  if (body === undefined) return undefined
  if (contentType !== 'application/x-www-form-urlencoded') return writeJson(body)
  const pairs = Object.entries(body as Record<string, Tree>)
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${formValue(value)}`).join('&')
}

const formValue = (value: Tree): string =>
  typeof value === 'string' ? encodeURIComponent(wellFormed(value)) : encodeURIComponent(writeJson(value))

function formOf({ name, type, bytes }: FileBody): string {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${asBytes(name)}"\r\nContent-Type: ${type}\r\n\r\n`
  return `${head}${bytes.toString('latin1')}\r\n--${BOUNDARY}--\r\n`
}
