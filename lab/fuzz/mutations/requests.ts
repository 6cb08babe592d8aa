import { newId } from '#shared/std/ids.ts'
import type { Random } from '#test/support/random.ts'
import type { ActorName, Draft } from '../draft.ts'
import type { Mutation, Weighted } from './mutation.ts'
import { ODD_TIMES } from './odd-texts.ts'

/** Mutations of the URL, the headers and the caller. */

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
  // Node cannot send this request. It is covered by wire.test.ts.
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
  const isOnlyForOne = draft.operation.side === 'agent' || draft.isOfSpareAccount
  draft.actor = isOnlyForOne ? 'nobody' : random.pick(ACTORS)
  if (draft.isOfSpareAccount) draft.headers = draft.headers.filter(([name]) => name !== 'Authorization')
  return `as ${draft.actor}`
}

const method: Mutation = (draft, random) => {
  const other = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])
  draft.method = other
  return `method ${other}`
}

export const OF_REQUESTS: Weighted = [
  [queryParameter, 10],
  [queryShape, 3],
  [pathParameter, 3],
  [foreignPath, 3],
  [header, 5],
  [authorization, 1.5],
  [asAnotherActor, 4],
  [method, 1],
]
