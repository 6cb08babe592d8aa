import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { readDownload } from './download-exchange.ts'
import { readLines } from './read-stream.ts'

const ID = '0190a000-0000-7000-8000-00000000000a'
const header = {
  ...{ kind: 'delta', schema: 1, epoch: ID, serverTime: '2026-01-01T00:00:00.000Z', total: 2, custody: [] },
}
const lines = [
  { t: 'unit', op: 'put', id: ID, v: { name: 'шт 🧀', isFractional: false } },
  { t: 'product', op: 'empty', bucket: '0a' },
]
const head = [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
const footer = {
  ...{ end: true, cursor: 'c', more: false, counts: { unit: 1, product: 1 } },
  hash: createHash('sha256').update(head).digest('hex'),
}
const body = Buffer.from(`${head}${JSON.stringify(footer)}\n`)

function read(bytes: Uint8Array) {
  const stream = new Response(new Uint8Array(bytes)).body as ReadableStream<Uint8Array>
  return readDownload(
    readLines(stream, 1_000),
    () => {},
    () => {},
  )
}

test('answers with the footer of a whole body', async () => {
  expect(await read(body)).toMatchObject({ cursor: 'c', more: false })
})

test('a body cut at any byte was not received', async () => {
  // The end of the last line may be missing: nothing is behind it.
  for (let end = 0; end < body.length - 1; end++) {
    await expect(read(body.subarray(0, end))).rejects.toMatchObject({ name: 'HubFailure' })
  }
})

test('a body with any byte changed was not received', async () => {
  for (let at = 0; at < head.length; at++) {
    const changed = Buffer.from(body)
    changed[at] = (changed[at] ?? 0) ^ 0x01
    await expect(read(changed)).rejects.toMatchObject({ name: 'HubFailure' })
  }
})

test.each([0, DOWNLOAD_SCHEMAS.newest + 1])('a hub of schema %d is told as such', async (schema) => {
  const newer = Buffer.from(`${JSON.stringify({ schema, somethingNew: true })}\n`)
  await expect(read(newer)).rejects.toMatchObject({ kind: 'agent_too_old' })
})
