import { gzipSync } from 'node:zlib'
import { newId } from '#shared/std/ids.ts'
import type { Random } from '#test/support/random.ts'
import { type ActorName, BOUNDARY, bytesOf, type Draft } from './draft.ts'
import { oddFile } from './files.ts'
import { asBytes, Raw, type Tree, writeJson } from './json-text.ts'
import { choicesOf, resolve, type Schema } from './schema.ts'

/** Changes the draft and says what it did; undefined: there was nothing to do it to. */
type Mutation = (draft: Draft, random: Random, ground: Ground) => string | undefined

export interface Ground {
  /** Ids of another organization. */
  foreignIds: readonly string[]
}

const MEGABYTE = 1024 * 1024
/** What is left of the body limit beside the rest of the body. */
const NEARLY_MEGABYTE = 1_000_000

const repeated = (text: string, times: number): string => text.repeat(times)

/** JSON text that many rules do not think of. */
const ODD_VALUES: readonly string[] = [
  'null',
  'true',
  '"true"',
  '-1',
  '0',
  '-0',
  '0.1',
  '0.12345',
  '1e-320',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9007199254740993',
  '1e21',
  '1e308',
  '1e999',
  '-1e999',
  '""',
  '" "',
  '"x"',
  '"1"',
  '"\\ud800"',
  '"a\\udfffb"',
  '"a\\u0000b"',
  '"\\u202e\\u200b\\ufeff"',
  '"\\u0001\\u001b[2J"',
  '"%00"',
  '"\'; DROP TABLE products; --"',
  '"<script>alert(1)</script>"',
  '"=HYPERLINK(\\"http://x\\")"',
  '"{{7*7}}<%= 7 %>"',
  '"../../../etc/passwd"',
  '"00000000-0000-0000-0000-000000000000"',
  '"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"',
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"__proto__": {"id": 1}}',
  '{"constructor": {"prototype": {"isAdmin": true}}}',
  '{"toString": 1, "valueOf": 1, "length": -1}',
]

/** Times at the edges of what ISO 8601, JavaScript and PostgreSQL know. */
const ODD_TIMES: readonly string[] = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01',
  '0001-01-01T00:00:00Z',
  '-0001-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '2026-02-29T12:00:00Z',
  '2024-02-29',
  '2026-01-01T24:00:00Z',
  '2026-06-30T23:59:60Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-99:99',
  '2026-01-01T00:00:00.0000001Z',
  `2026-01-01T00:00:00.${'9'.repeat(300)}Z`,
  '2026-01-01T00:00Z',
  '2026-01-01t00:00:00z',
  '2026-01-01 00:00:00Z',
  '2026-W01-1',
  '20260101T000000Z',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '294277-01-01',
  '99999-01-01',
  'now',
  'infinity',
  '-infinity',
  'epoch',
  'allballs',
]

const ODD_PARAMETERS: readonly string[] = [
  '',
  ' ',
  '-1',
  '0',
  '1.5',
  '1e308',
  '99999999999999999999',
  '2147483648',
  'NaN',
  'null',
  'undefined',
  '%00',
  '%ff',
  '%E0%A4%A',
  '%25',
  '%F0%9F%92%A9',
  '%ED%A0%80',
  '%27%22%5C%25_',
  '..%2F..%2Fx',
  '%2e%2e%2f',
  '%0d%0aX-Injected:%201',
  '%5B%5D',
  "' OR 1=1 --",
  '__proto__',
  'constructor',
  'x'.repeat(5000),
  '%25'.repeat(1500),
]

const ODD_BODIES: readonly string[] = [
  '',
  ' ',
  '\0',
  '{',
  'null',
  'true',
  '7',
  '"text"',
  '[]',
  '{}',
  '[{}]',
  '{"__proto__": 1}',
  asBytes('\ufeff{}'),
  '\xff\xfe{\0}\0',
  '{"a":"\xc3\x28"}',
  '{"a":"\xed\xa0\x80"}',
  '{}{}',
  '{"a":1,}',
  '{"a":01}',
  "{'a':1}",
  '\x1f\x8b\x08\x00',
]

const deep = (levels: number): string[] => [
  `${repeated('[', levels)}${repeated(']', levels)}`,
  `${repeated('{"a":', levels)}1${repeated('}', levels)}`,
]
const manyMembers = (count: number): string =>
  Array.from({ length: count }, (_, i) => `"unknown${i}":${i}`).join(',')

/* --- Bodies of JSON --- */

interface Node {
  parent: Tree[] | { [name: string]: Tree }
  name: string | number
  schema: Schema
  path: string
}

/** Every place in the body; the schema goes along as far as it can be followed. */
function nodesOf(draft: Draft): Node[] {
  const nodes: Node[] = []
  const { document } = draft
  const walk = (tree: Tree, given: Schema | undefined, path: string): void => {
    if (typeof tree !== 'object' || tree === null || tree instanceof Raw) return
    const schema = resolve(document, given)
    const shaped = [schema, ...choicesOf(schema).map((each) => resolve(document, each))].find(
      ({ properties, items }) => properties ?? items,
    )
    for (const name of Array.isArray(tree) ? tree.keys() : Object.keys(tree)) {
      const member = Array.isArray(tree) ? shaped?.items : shaped?.properties?.[name]
      nodes.push({ parent: tree, name, schema: resolve(document, member), path: `${path}/${name}` })
      walk(at({ parent: tree, name }), member, `${path}/${name}`)
    }
  }
  walk(draft.body ?? null, draft.schema, '')
  return nodes
}

const at = ({ parent, name }: Pick<Node, 'parent' | 'name'>): Tree =>
  (parent as Record<string | number, Tree>)[name] as Tree
function put({ parent, name }: Node, value: Tree): void {
  ;(parent as Record<string | number, Tree>)[name] = value
}

function atNode(change: (node: Node, random: Random, ground: Ground) => string | undefined): Mutation {
  return (draft, random, ground) => {
    const nodes = nodesOf(draft)
    if (nodes.length === 0) return undefined
    const node = random.pick(nodes)
    const what = change(node, random, ground)
    return what && `${node.path}: ${what}`
  }
}

const oddValue = atNode((node, random) => {
  const text = random.pick(ODD_VALUES)
  put(node, new Raw(text))
  return text
})

const oddTime = atNode((node, random) => {
  const time = random.pick(ODD_TIMES)
  put(node, time)
  return time.slice(0, 60)
})

/** Just within the bounds of the schema, and just beyond them. */
const extreme = atNode((node, random) => {
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    minLength,
    maxLength,
    enum: choices,
  } = node.schema
  const numbers = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound - 0.0001, bound, bound + 0.0001, bound + 1],
  )
  const texts = [minLength, maxLength].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1].filter((length) => length >= 0),
  )
  if (numbers.length > 0) {
    const value = random.pick(numbers)
    put(node, value)
    return String(value)
  }
  if (texts.length > 0) {
    const value = repeated(random.pick(['x', 'ы', '😀', ' ', '\u0301']), random.pick(texts))
    put(node, value)
    return `${value.length} of ${JSON.stringify(value.slice(0, 2))}`
  }
  if (!choices) return undefined
  const value = random.pick(choices)
  put(node, typeof value === 'string' ? value.toLowerCase() : (value as Tree))
  return `${value} in small letters`
})

const removeMember: Mutation = (draft, random) => {
  const nodes = nodesOf(draft).filter(({ parent }) => !Array.isArray(parent))
  if (nodes.length === 0) return undefined
  const { parent, name, path } = random.pick(nodes)
  delete (parent as { [name: string]: Tree })[name]
  return `without ${path}`
}

const longText = atNode((node, random) => {
  const text = random.pick(['x', 'ы', ' ', '(', '1', '\\u0000', 'a@', '😀', '../', '0,', '\\'])
  const long = repeated(text, Math.floor(NEARLY_MEGABYTE / asBytes(JSON.stringify(text)).length))
  put(node, long)
  return `1 MB of ${text}`
})

const deepValue = atNode((node, random) => {
  const levels = random.pick([100, 20_000])
  put(node, new Raw(random.pick(deep(levels))))
  return `${levels} levels deep`
})

const wideValue = atNode((node, random) => {
  const value = at(node)
  const most = random.pick([101, 1001, 20_000])
  const text = writeJson(
    Array.isArray(value) && value.length > 0 ? (value[0] as Tree) : random.pick([null, {}, 'x']),
  )
  const count = Math.max(1, Math.min(most, Math.floor(NEARLY_MEGABYTE / (text.length + 1))))
  put(node, new Raw(`[${Array(count).fill(text).join(',')}]`))
  return `a list of ${count}`
})

const badUtf8 = atNode((node, random) => {
  const bytes = random.pick(['\xc3\x28', '\xed\xa0\x80', '\xff', '\xf8\x88\x80\x80\x80', '\xc0\x80'])
  put(node, new Raw(`"a${bytes}b"`))
  return 'bad UTF-8'
})

const foreignId = atNode((node, random, { foreignIds }) => {
  if (node.schema.format !== 'uuid') return undefined
  put(node, random.pick(foreignIds))
  return "another organization's id"
})

const strangeId = atNode((node, random) => {
  if (node.schema.format !== 'uuid') return undefined
  put(node, random.pick([newId(), String(at(node)).toUpperCase(), `{${at(node)}}`, `urn:uuid:${at(node)}`]))
  return 'a strange id'
})

/** Some list holds the same thing twice. */
const twice = atNode((node) => {
  const value = at(node)
  if (!Array.isArray(value) || value.length === 0) return undefined
  put(node, [...value, ...value])
  return 'everything twice'
})

function spliced(what: (random: Random) => [label: string, members: string]): Mutation {
  return (draft, random) => {
    if (draft.body === undefined || draft.contentType !== 'application/json') return undefined
    const objects = nodesOf(draft).filter((node) => {
      const value = at(node)
      return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Raw)
    })
    const [label, members] = what(random)
    const splice = (tree: Tree): Raw => {
      const text = writeJson(tree)
      return new Raw(text === '{}' ? `{${members}}` : `{${members},${text.slice(1)}`)
    }
    if (objects.length > 0 && random.chance(0.4)) {
      const node = random.pick(objects)
      put(node, splice(at(node)))
      return `${node.path}: ${label}`
    }
    if (Array.isArray(draft.body) || typeof draft.body !== 'object' || draft.body instanceof Raw)
      return undefined
    draft.body = splice(draft.body)
    return label
  }
}

const unknownMembers = spliced((random) => {
  const count = random.weighted([
    [1, 6],
    [30, 3],
    [4_000, 1],
    [50_000, 0.3],
  ])
  return [`${count} unknown members`, manyMembers(count)]
})
const protoMembers = spliced((random) => {
  const members = random.pick([
    '"__proto__":{"isAdmin":true}',
    '"constructor":{"prototype":{"isAdmin":true}}',
    '"__proto__":null',
    '"__proto__":[]',
    '"hasOwnProperty":1',
    '"toJSON":1',
    '"then":1',
  ])
  return [members, members]
})
const repeatedMembers = spliced((random) => {
  const members = random.pick(['"id":1,"id":2', '"name":null', '"version":1', '"lines":[]', '"type":1'])
  return [`members given twice: ${members}`, members]
})
const longName = spliced(() => ['a name of 500 KB', `"${'n'.repeat(500_000)}":1`])

/* --- Bodies as bytes --- */

const wholeBody: Mutation = (draft, random) => {
  draft.bytes = random.pick(random.chance(0.9) ? ODD_BODIES : deep(20_000))
  draft.contentType ??= 'application/json'
  return `body ${JSON.stringify(draft.bytes.slice(0, 30))}`
}

const asWhole: Mutation = (draft, random) => {
  if (draft.body === undefined) return undefined
  draft.body = random.pick<Tree>([
    [draft.body],
    { data: draft.body },
    [draft.body, draft.body],
    JSON.stringify({}),
  ])
  return 'wrapped'
}

const cutOff: Mutation = (draft, random) => {
  const bytes = draft.bytes ?? bytesOf(draft)
  if (!bytes) return undefined
  draft.bytes = bytes.slice(0, random.below(bytes.length))
  return `cut off after ${draft.bytes.length} bytes`
}

const flipped: Mutation = (draft, random) => {
  const bytes = draft.bytes ?? bytesOf(draft)
  if (!bytes) return undefined
  const place = random.below(bytes.length)
  draft.bytes = bytes.slice(0, place) + String.fromCharCode(random.below(256)) + bytes.slice(place + 1)
  return `another byte at ${place}`
}

const tooLarge: Mutation = (draft, random) => {
  if (draft.operation.method === 'GET') return undefined
  const size = random.pick([MEGABYTE - 10, MEGABYTE + 1, 3 * MEGABYTE])
  draft.bytes = `{"a":"${'x'.repeat(size - 8)}"}`
  draft.contentType ??= 'application/json'
  return `${size} bytes`
}

const contentType: Mutation = (draft, random) => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    `multipart/form-data; boundary=${BOUNDARY}`,
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/json; charset="x',
    'application/xml',
    'application/merge-patch+json',
    'APPLICATION/JSON',
    'application/json;',
    'application/json, text/csv',
    '',
    'x',
    ';',
    'a/b'.repeat(2000),
    'text/csv; charset=windows-1251',
    'application/octet-stream',
  ]
  draft.contentType = random.pick(types)
  return `Content-Type: ${draft.contentType.slice(0, 40)}`
}

const encoding: Mutation = (draft, random) => {
  const bytes = draft.bytes ?? bytesOf(draft)
  if (bytes === undefined) return undefined
  const kind = random.pick([
    'gzip of it',
    'says gzip and is not',
    'deflate',
    'twice',
    'cut off',
    'unknown',
    'bomb',
  ])
  const zipped = gzipSync(Buffer.from(bytes, 'latin1'))
  draft.bytes =
    {
      'gzip of it': zipped,
      twice: gzipSync(zipped),
      'cut off': zipped.subarray(0, Math.max(1, zipped.length - 9)),
      bomb: bomb(),
    }[kind]?.toString('latin1') ?? bytes
  const names: Record<string, string> = { deflate: 'deflate', twice: 'gzip, gzip', unknown: 'x-zstd' }
  draft.headers.push(['Content-Encoding', names[kind] ?? 'gzip'])
  return `Content-Encoding: ${kind}`
}

/** 300 MB of spaces, then an object. */
let madeBomb: Buffer | undefined
function bomb(): Buffer {
  madeBomb ??= gzipSync(Buffer.concat([Buffer.alloc(300 * MEGABYTE, ' '), Buffer.from('{}')]))
  return madeBomb
}

/* --- Forms and files --- */

const file: Mutation = (draft, random) => {
  if (!draft.file) return undefined
  const odd = oddFile(random)
  draft.file = odd.file
  return `file: ${odd.what}`
}

const formText: Mutation = (draft, random) => {
  if (!draft.contentType?.startsWith('multipart/')) return undefined
  const form = draft.bytes ?? bytesOf(draft) ?? ''
  const part = (head: string, body = 'x') => `--${BOUNDARY}\r\n${head}\r\n\r\n${body}\r\n`
  const end = `--${BOUNDARY}--\r\n`
  const disposition = 'Content-Disposition: form-data; name='
  const kinds: Record<string, () => string> = {
    'no last boundary': () => form.slice(0, -end.length),
    'no boundary at all': () => form.replaceAll(`--${BOUNDARY}`, ''),
    'another boundary': () => form.replaceAll(BOUNDARY, 'another'),
    'only the end': () => end,
    empty: () => '',
    'no part named file': () => form.replace('name="file"', 'name="data"'),
    'file is a text': () => part(`${disposition}"file"`) + end,
    'two files': () => form.slice(0, -end.length) + form,
    'a thousand parts': () => part(`${disposition}"file"; filename="a"`).repeat(1000) + form,
    'twenty thousand small parts': () =>
      `--${BOUNDARY}\r\n${disposition}"a"\r\n\r\n\r\n`.repeat(20_000) + end,
    'a part without headers': () => `--${BOUNDARY}\r\n\r\nx\r\n${form}`,
    'a header of a part of 500 KB': () =>
      part(`${disposition}"file"; filename="${'n'.repeat(500_000)}"`) + end,
    'many headers of a part': () => part(`${disposition}"file"\r\n${'X-A: b\r\n'.repeat(5000)}X-B: c`) + end,
    'names with bytes': () => form.replace('filename="', 'filename="\xff\xfe\r\n\0'),
    'a name that climbs': () => form.replace(/filename="[^"]*"/, 'filename="../../../etc/passwd"'),
    'a name of directions': () => form.replace(/filename="[^"]*"/, `filename="${asBytes('\u202egnp.exe')}"`),
    'filename*': () => form.replace(/filename="[^"]*"/, "filename*=UTF-8''%00%ff%zz"),
    'lines end with LF': () => form.replaceAll('\r\n', '\n'),
    'text before it': () => `${'preamble '.repeat(1000)}\r\n${form}`,
    'text behind it': () => form + 'epilogue '.repeat(1000),
    'a form within': () =>
      part(`${disposition}"file"\r\nContent-Type: multipart/mixed; boundary=b`, '--b\r\n\r\nx\r\n--b--') +
      end,
    base64: () =>
      part(`${disposition}"file"; filename="a"\r\nContent-Transfer-Encoding: base64`, 'AAAA') + end,
  }
  const kind = random.pick(Object.keys(kinds))
  draft.bytes = kinds[kind]?.() ?? ''
  return `form: ${kind}`
}

/* --- Addresses, headers, who asks --- */

const queryParameter: Mutation = (draft, random) => {
  const names = Object.keys(draft.operation.query)
  if (names.length === 0) return undefined
  const name = random.pick(names)
  const value = random.pick(random.chance(0.7) ? ODD_PARAMETERS : ODD_TIMES)
  draft.query = [...draft.query.filter(([other]) => other !== name), [name, value]]
  return `${name}=${value.slice(0, 40)}`
}

const queryShape: Mutation = (draft, random) => {
  const name = random.pick([...Object.keys(draft.operation.query), 'unknown'])
  const kind = random.below(6)
  const shapes: [string, string][][] = [
    [
      [name, '1'],
      [name, '2'],
    ],
    [[`${name}[]`, '1']],
    [[`${name}[a][b]`, '1']],
    [['unknown', '1']],
    [
      ['__proto__', '1'],
      ['constructor', '1'],
    ],
    Array.from({ length: 300 }, (_, i) => [`q${i}`, '1']),
  ]
  draft.query.push(...(shapes[kind] ?? []))
  return `query: ${kind === 5 ? '300 unknown' : (shapes[kind] ?? []).map((pair) => pair.join('=')).join('&')}`
}

const pathParameter: Mutation = (draft, random) => {
  if (!draft.operation.path.includes('{')) return undefined
  const value = random.pick(ODD_PARAMETERS)
  draft.path = draft.operation.path.replace(
    /\{\w+\}/g,
    value.includes('%') ? value : encodeURIComponent(value),
  )
  return `path with ${value.slice(0, 40)}`
}

const foreignPath: Mutation = (draft, random, { foreignIds }) => {
  const names = Object.keys(draft.pathParameters)
  if (names.length === 0) return undefined
  draft.pathParameters[random.pick(names)] = random.pick([...foreignIds, newId()])
  return "path with another organization's id"
}

const ODD_HEADERS: readonly string[] = [
  '',
  ' ',
  'a b',
  'ÿ',
  '"',
  '\t',
  'x'.repeat(300),
  'x'.repeat(8000),
  '0',
  'null',
  '-1',
  'é'.repeat(100),
  'a,b;c=d',
  '__proto__',
]
const HEADERS: readonly string[] = [
  'Idempotency-Key',
  'X-Organization-Id',
  'traceparent',
  'Content-Encoding',
  'Accept-Encoding',
  'Accept',
  'Accept-Language',
  'Range',
  'If-None-Match',
  'If-Match',
  'If-Modified-Since',
  'Origin',
  'Host',
  'Cookie',
  'X-Till-Id',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
  'Forwarded',
  'Expect',
  'Sec-Fetch-Site',
]

const header: Mutation = (draft, random) => {
  const name = random.pick(HEADERS)
  const values: Record<string, string[]> = {
    Range: [
      'bytes=0-0',
      'bytes=-1',
      'bytes=5-1',
      'bytes=0-0,2-2',
      'bytes=99999999999999999999-',
      'bytes=a-b',
    ],
    'Accept-Language': ['ru', 'ru-RU,ru;q=0.9', 'x'.repeat(5000), '*', 'en;q=a'],
    'Idempotency-Key': ['same-key', 'same-key', 'k'.repeat(255), 'k'.repeat(256)],
    'Accept-Encoding': ['gzip', 'br', 'gzip;q=0', '*;q=0', 'identity;q=0'],
  }
  const value = random.pick(random.chance(0.4) ? (values[name] ?? ODD_HEADERS) : ODD_HEADERS)
  // Node sends no such request by itself; wire.test.ts does.
  if (name === 'Expect' || (name === 'Host' && draft.operation.side === 'hub')) return undefined
  const times = random.chance(0.15) ? 2 : 1
  for (let i = 0; i < times; i++) draft.headers.push([name, value])
  return `${name}: ${value.slice(0, 40)}${times > 1 ? ' twice' : ''}`
}

const authorization: Mutation = (draft, random) => {
  const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')
  const value = random.pick([
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Bearer a.b.c',
    `Bearer ${base64('{"alg":"none"}')}.${base64('{"sub":"x"}')}.`,
    `Bearer ${base64('{"kid":{}}')}.e30.`,
    `Bearer ${'x'.repeat(8000)}`,
    `Basic ${base64('\0:\0')}`,
    `Basic ${base64('a\0b:c')}`,
    `Basic ${base64(':')}`,
    `Basic ${base64('a')}`,
    `Basic ${base64('%00:%00')}`,
    `Basic ${base64('\xff:\xfe')}`,
    'Basic ===',
    'Digest username="x"',
    'bearer  two  spaces',
    'é',
  ])
  draft.headers.push(['Authorization', value])
  return `Authorization: ${value.slice(0, 40)}`
}

const ACTORS: readonly ActorName[] = ['owner', 'cashier', 'other', 'super-admin', 'device', 'nobody']
export function asAnotherActor(draft: Draft, random: Random): string {
  draft.actor = draft.operation.side === 'agent' ? 'nobody' : random.pick(ACTORS)
  return `as ${draft.actor}`
}

const method: Mutation = (draft, random) => {
  const other = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])
  draft.method = other
  return `method ${other}`
}

type Weighted = readonly (readonly [mutation: Mutation, weight: number])[]

/** Of what stands in a body of JSON. */
const OF_VALUES: Weighted = [
  [oddValue, 16],
  [oddTime, 5],
  [extreme, 12],
  [removeMember, 5],
  [longText, 1.2],
  [deepValue, 1.5],
  [wideValue, 2],
  [badUtf8, 2],
  [foreignId, 4],
  [strangeId, 2],
  [twice, 2],
  [unknownMembers, 2.5],
  [protoMembers, 2],
  [repeatedMembers, 1.5],
  [longName, 0.3],
]

const ALL: Weighted = [
  ...OF_VALUES,
  [wholeBody, 2],
  [asWhole, 1],
  [cutOff, 2],
  [flipped, 3],
  [tooLarge, 0.4],
  [contentType, 2.5],
  [encoding, 0.8],
  [file, 8],
  [formText, 8],
  [queryParameter, 10],
  [queryShape, 3],
  [pathParameter, 3],
  [foreignPath, 3],
  [header, 5],
  [authorization, 1.5],
  [asAnotherActor, 4],
  [method, 1],
]

/** Does one to three things to the draft: to its values alone, or to anything of it. */
export function mutate(
  draft: Draft,
  random: Random,
  ground: Ground,
  where: 'values' | 'anywhere' = 'anywhere',
): void {
  const wanted = random.weighted([
    [1, 6],
    [2, 3],
    [3, 1],
  ])
  const mutations = where === 'values' ? OF_VALUES : ALL
  for (let tries = 0; draft.mutations.length < wanted && tries < 60; tries++) {
    const what = random.weighted(mutations)(draft, random, ground)
    if (what !== undefined) draft.mutations.push(what)
  }
}
