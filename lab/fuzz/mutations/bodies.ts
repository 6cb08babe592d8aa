import { gzipSync } from 'node:zlib'
import { deepJson, wideJson } from '#test/support/hostile-files.ts'
import { BOUNDARY, bytesOf } from '../draft.ts'
import { asBytes, type Tree } from '../json-text.ts'
import type { Mutation, Weighted } from './mutation.ts'
import { deep } from './odd-texts.ts'

/** Mutations of a whole body and of its bytes. */

const MEGABYTE = 1024 * 1024

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

/** Sends a deeply nested or very wide JSON body just below the operation's size limit. */
const deepOrWide: Mutation = (draft, random) => {
  const { operation, body } = draft
  if (body === undefined || operation.method === 'GET') return undefined
  const isUpload = operation.path === '/api/pos/v1/sales'
  const size = isUpload ? 15 * MEGABYTE : MEGABYTE - 100
  const json = random.chance(0.5) ? deepJson(size) : wideJson(size)
  const { sales } = body as { sales?: Tree }
  draft.bytes = isUpload ? `{"sales":[${json},${bytesOf({ ...draft, body: sales ?? [] })}]}` : json
  return `JSON of ${size} bytes, ${json.startsWith('[[') ? 'deep' : 'wide'}`
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

/** Returns a compressed body of 300 MB of spaces followed by an object. */
let madeBomb: Buffer | undefined
function bomb(): Buffer {
  madeBomb ??= gzipSync(Buffer.concat([Buffer.alloc(300 * MEGABYTE, ' '), Buffer.from('{}')]))
  return madeBomb
}

export const OF_BODIES: Weighted = [
  [wholeBody, 2],
  [asWhole, 1],
  [cutOff, 2],
  [flipped, 3],
  [tooLarge, 0.4],
  [deepOrWide, 0.4],
  [contentType, 2.5],
  [encoding, 0.8],
]
