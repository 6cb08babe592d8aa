import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { readLines } from '../hub-link/read-stream.ts'
import { readDownload } from './download-exchange.ts'

const ID = '0190a000-0000-7000-8000-00000000000a'
const header = {
  kind: 'delta',
  schema: 1,
  epoch: ID,
  serverTime: '2026-01-01T00:00:00.000Z',
  total: 2,
  custody: [],
}
const lines = [
  { t: 'unit', op: 'put', id: ID, v: { name: 'шт 🧀', isFractional: false } },
  { t: 'product', op: 'empty', bucket: '0a' },
]
const head = [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
const footer = {
  end: true,
  cursor: 'c',
  more: false,
  counts: { unit: 1, product: 1 },
  hash: createHash('sha256').update(head).digest('hex'),
}
const body = Buffer.from(`${head}${JSON.stringify(footer)}\n`)

function read(bytes: Uint8Array, heard: unknown[] = []) {
  const stream = new Response(new Uint8Array(bytes)).body as ReadableStream<Uint8Array>
  const hear = (one: unknown) => void heard.push(one)
  return readDownload(readLines(stream, 60_000), hear, hear)
}

/** Returns a body with a correct hash for any content. */
function bodyOf(lines: unknown[], end: object = {}, first: object = {}): Uint8Array {
  const head = [{ ...header, ...first }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
  const hash = createHash('sha256').update(head).digest('hex')
  return Buffer.from(`${head}${JSON.stringify({ ...footer, hash, ...end })}\n`)
}

it('passes on the header and lines of a complete body and returns its footer', async () => {
  const heard: unknown[] = []
  expect(await read(body, heard)).toMatchObject({ cursor: 'c', more: false })
  expect(heard).toEqual([header, ...lines])
})

it('rejects a body truncated at any byte before the final line break', async () => {
  // Only the final line break can be missing, because nothing follows it.
  for (let end = 0; end < body.length - 1; end++) {
    await expect(read(body.subarray(0, end))).rejects.toMatchObject({ name: 'HubFailure' })
  }
})

it('rejects a body with any byte before the footer changed', async () => {
  for (let at = 0; at < head.length; at++) {
    const changed = Buffer.from(body)
    changed[at] = (changed[at] ?? 0) ^ 0x01
    await expect(read(changed)).rejects.toMatchObject({ name: 'HubFailure' })
  }
})

it.each([0, DOWNLOAD_SCHEMAS.newest + 1])(
  'fails with agent_too_old for a hub with schema %d',
  async (schema) => {
    const newer = Buffer.from(`${JSON.stringify({ schema, somethingNew: true })}\n`)
    await expect(read(newer)).rejects.toMatchObject({ kind: 'agent_too_old' })
  },
)

it.each([
  ['the oldest', DOWNLOAD_SCHEMAS.oldest],
  ['the newest', DOWNLOAD_SCHEMAS.newest],
])('accepts a hub with %s schema', async (_, schema) => {
  expect(await read(bodyOf(lines, {}, { schema }))).toMatchObject({ cursor: 'c' })
})

it('treats an empty or truncated body as a broken connection', async () => {
  const [first = ''] = head.split('\n')
  for (const cut of ['', `${first}\n`, head, first.slice(0, 10), `${head}{"end":tr`])
    await expect(read(Buffer.from(cut))).rejects.toMatchObject({ kind: 'unreachable' })
})

it.each<[string, Uint8Array, RegExp]>([
  ['a header of an unknown kind', bodyOf(lines, {}, { kind: 'other' }), /the header/],
  ['a header whose schema is not a number', bodyOf(lines, {}, { schema: 'new' }), /the header/],
  ['a header that is null', Buffer.from('null\n'), /the header/],
  ['a footer in place of the header', Buffer.from(`${JSON.stringify(footer)}\n`), /the header/],
  ['data lines that are null', bodyOf([null, null]), /a data line/],
  ['data lines that are numbers', bodyOf([1, 2]), /a data line/],
  ['a data line of an unknown kind', bodyOf([{ t: 'gift', op: 'put', id: ID, v: {} }]), /a data line/],
  ['a footer with an invalid member', bodyOf(lines, { more: 'maybe' }), /the footer/],
  ['fewer lines of a kind than counted', bodyOf(lines, { counts: { unit: 1, product: 2 } }), /product/],
  ['a counted kind without lines', bodyOf(lines, { counts: { unit: 1, product: 1, group: 1 } }), /group/],
  ['lines of a kind that is not counted', bodyOf(lines, { counts: { unit: 1 } }), /product/],
  ['more lines than the header announced', bodyOf(lines, {}, { total: 1 }), /its total/],
  ['fewer lines than the header announced', bodyOf(lines, {}, { total: 3 }), /its total/],
  ['a wrong hash', bodyOf(lines, { hash: 'ab' }), /was changed in transit/],
  ['a footer without a cursor', bodyOf(lines, { cursor: null }), /no cursor/],
])('rejects %s as a protocol error', async (_, bytes, message) => {
  await expect(read(bytes)).rejects.toMatchObject({
    kind: 'protocol',
    message: expect.stringMatching(message),
  })
})

it('counts several records of a kind and accepts an announced kind without records', async () => {
  const [unit, product] = lines
  const counts = { unit: 2, product: 1, group: 0 }
  expect(await read(bodyOf([unit, unit, product], { counts }, { total: 3 }))).toMatchObject({ counts })
})

it('accepts a reset without a cursor', async () => {
  const reset = { kind: 'reset', reason: 'epoch', total: 0 }
  expect(await read(bodyOf([], { cursor: null, counts: {} }, reset))).toMatchObject({ cursor: null })
})

it('names the unsupported schema of the hub and the supported ones in the error', async () => {
  const words = `schema 99, this agent reads 1 to ${DOWNLOAD_SCHEMAS.newest}`
  await expect(read(Buffer.from('{"schema":99}\n'))).rejects.toThrow(words)
})
