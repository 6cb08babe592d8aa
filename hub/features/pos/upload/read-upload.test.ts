import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { flag } from '#shared/flags/flag.ts'
import { Problem } from '#shared/problems/problem.ts'
import { hashInput, type UploadItem } from '#shared/sync/upload.ts'
import { type ReceivedItem, readBody, readUpload, UNREADABLE } from './read-upload.ts'

const DEVICE = '0198c000-0000-7000-8000-0000000000dd'
const CHAIN = '0198C000-0000-7000-8000-0000000000CC'
const idOf = (n: number): string => `0198C000-0000-7000-8000-0000000000A${n}`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function itemOf(n: number, rest: Partial<UploadItem> = {}): UploadItem {
  const item = { id: idOf(n), seq: n, type: 'sale', prevHash: 'ab', body: `{"n":${n}}`, ...rest }
  return { ...item, hash: rest.hash ?? sha256(hashInput(item)) }
}
const read = (body: object) => readUpload(JSON.stringify(body), DEVICE)
const readOne = async (item: unknown): Promise<ReceivedItem> =>
  (await read({ sales: [item] })).items[0] as ReceivedItem
const codesOf = ({ faults }: ReceivedItem) => faults.map(({ code }) => code)

/** Returns the code and the detail of the Problem thrown by `read`. */
async function refusal(read: () => unknown): Promise<[code: string, detail: string]> {
  try {
    await read()
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.message]
    throw error
  }
  throw new Error('was not refused')
}

describe('readBody', () => {
  const text = '{"sales":["чай"]}'
  const bytes = Buffer.from(text)

  it.each([
    ['without an encoding', undefined, bytes],
    ['with the encoding identity', ' Identity ', bytes],
    ['with an empty encoding', '', bytes],
    ['with the encoding gzip', ' GZIP ', gzipSync(bytes)],
  ])('reads a body sent %s', async (_, encoding, sent) => {
    expect(await readBody(sent, encoding, bytes.length)).toBe(text)
  })

  it('refuses a body that is too large when decompressed, is not valid gzip, or has another encoding', async () => {
    const packed = gzipSync(bytes)
    expect((await refusal(() => readBody(packed, 'gzip', bytes.length - 1)))[0]).toBe('payload_too_large')
    expect(await refusal(() => readBody(bytes, 'gzip', 1000))).toEqual([
      'malformed_json',
      'The body is not valid gzip',
    ])
    expect(await refusal(() => readBody(packed, 'br', 1000))).toEqual([
      'unsupported_media_type',
      'Content-Encoding: gzip or none',
    ])
  })

  it('refuses a body without a valid list of at most 100 items', async () => {
    const [code, detail] = await refusal(() => readUpload('{', DEVICE))
    expect([code, detail]).toEqual(['malformed_json', expect.stringContaining('JSON')])
    for (const sales of [undefined, {}, Array(101).fill({})])
      expect((await refusal(() => read({ sales })))[0]).toBe('invalid_request')
    expect((await read({ sales: Array(100).fill({}) })).items.length).toBe(100)
  })
})

describe('readUpload: members other than the items', () => {
  const sales: unknown[] = []
  const chain = { id: CHAIN, series: 'K7', reason: 'enrolled' }

  it('uses defaults for missing members', async () => {
    expect(await read({ sales })).toEqual({ bootId: '', chains: [], recalled: [], report: null, items: [] })
  })

  it('converts ids to lower case', async () => {
    const reported = { ...chain, acknowledged: idOf(1), alsoAcknowledged: [idOf(2)] }
    const upload = await read({
      sales,
      bootId: 'b1',
      chains: [reported],
      recalled: [{ id: CHAIN, acknowledged: idOf(3) }],
      report: { waiting: 2 },
    })
    expect(upload).toEqual({
      bootId: 'b1',
      chains: [
        {
          id: CHAIN.toLowerCase(),
          series: 'K7',
          reason: 'enrolled',
          acknowledged: idOf(1).toLowerCase(),
          alsoAcknowledged: [idOf(2).toLowerCase()],
        },
      ],
      recalled: [{ id: CHAIN.toLowerCase(), acknowledged: idOf(3).toLowerCase() }],
      report: { waiting: 2 },
      items: [],
    })
  })

  it.each([
    ['a boot id that is too long', { bootId: 'x'.repeat(65) }],
    ['a boot id with a NUL', { bootId: 'a\0' }],
    ['chains that are not a list', { chains: 'all' }],
    ['too many chains', { chains: Array(101).fill(chain) }],
    ['chains with invalid members', { chains: [{ id: 'x' }, { ...chain, series: 'K\0' }] }],
    ['too many recalled chains', { recalled: Array(101).fill({ id: CHAIN, acknowledged: CHAIN }) }],
    ['recalled chains with invalid members', { recalled: [{ id: CHAIN }, { acknowledged: CHAIN }, null] }],
    ['a report that is not an object', { report: 'fine' }],
    ['a report that is null', { report: null }],
    ['a report with an invalid member', { report: { waiting: -1 } }],
  ])('ignores %s', async (_, rest) => {
    expect(await read({ sales: [itemOf(1)], ...rest })).toMatchObject({
      bootId: '',
      chains: [],
      recalled: [],
      report: null,
      items: [{ id: idOf(1).toLowerCase() }],
    })
  })

  it('keeps valid chains next to an invalid one, and drops only the invalid members of a chain', async () => {
    const odd = { ...chain, acknowledged: 'x', alsoAcknowledged: Array(11).fill(CHAIN) }
    expect((await read({ sales, chains: [{ id: 'x' }, odd, chain] })).chains).toEqual([
      { ...chain, id: CHAIN.toLowerCase(), acknowledged: undefined, alsoAcknowledged: undefined },
      { ...chain, id: CHAIN.toLowerCase() },
    ])
    const most = Array(100).fill(chain)
    expect((await read({ sales, chains: most })).chains.length).toBe(100)
    expect(
      (await read({ sales, chains: [{ ...chain, alsoAcknowledged: Array(10).fill(CHAIN) }] })).chains,
    ).toMatchObject([{ alsoAcknowledged: { length: 10 } }])
  })
})

describe('readUpload: an item', () => {
  it('keeps the bytes unchanged and converts the id to lower case', async () => {
    const item = itemOf(1, { chain: CHAIN, body: '{"name":"Чай"}' })
    expect((await read({ sales: [itemOf(2), item] })).items[1]).toEqual({
      index: 1,
      id: idOf(1).toLowerCase(),
      chain: CHAIN.toLowerCase(),
      seq: 1,
      type: 'sale',
      prevHash: 'ab',
      hash: item.hash,
      isSealed: true,
      bytes: Buffer.from('{"name":"Чай"}'),
      faults: [],
    })
    expect((await readOne(itemOf(2))).chain).toBeNull()
  })

  it('replaces a wrong hash with the computed one and reports a mismatch', async () => {
    const item = itemOf(1, { hash: 'other' })
    expect(await readOne(item)).toMatchObject({
      seq: 1,
      type: 'sale',
      hash: sha256(hashInput(item)),
      isSealed: false,
      faults: [{ code: 'hash_mismatch', detail: 'The item names the hash other' }],
    })
  })
})

describe('readUpload: an unreadable item', () => {
  it('keeps the whole item with its id, number and chain when these are readable', async () => {
    const raw = { id: idOf(1), seq: 3, chain: CHAIN, type: 7 }
    const text = JSON.stringify(raw)
    const item = await readOne(raw)
    expect(item).toMatchObject({
      index: 0,
      id: idOf(1).toLowerCase(),
      chain: CHAIN.toLowerCase(),
      seq: 3,
      type: UNREADABLE,
      prevHash: '',
      hash: sha256(text),
      isSealed: false,
      bytes: Buffer.from(text),
    })
    expect(item.faults.map(({ detail }) => detail.split(':')[0])).toEqual([
      'type',
      'prevHash',
      'hash',
      'body',
    ])
    expect(codesOf(item)).toEqual(Array(4).fill('unreadable'))
  })

  it.each([
    ['a text in place of an item', 'nonsense', null],
    ['null in place of an item', null, null],
    ['an item with an invalid id', { id: 'x', seq: 3 }, 3],
    ['an item with an invalid number', { id: 7, seq: 0 }, null],
    ['an item with an invalid chain', { seq: 1, chain: 'x' }, 1],
  ])('derives an id from the device and the bytes of an item without one: %s', async (_, raw, seq) => {
    const item = await readOne(raw)
    expect(item).toMatchObject({
      seq,
      chain: null,
      type: UNREADABLE,
      bytes: Buffer.from(JSON.stringify(raw)),
    })
    expect((await read({ sales: [itemOf(1), raw] })).items[1]?.id).toBe(item.id)
    expect((await readUpload(JSON.stringify({ sales: [raw] }), CHAIN)).items[0]?.id).not.toBe(item.id)
    expect((await readOne(['another'])).id).not.toBe(item.id)
  })

  it.each([
    ['its type', { type: 'sa\0le' }],
    ['the hash of the previous item', { prevHash: 'a\0' }],
  ])('treats an item as unreadable when there is a NUL in %s', async (_, rest) => {
    expect(await readOne(itemOf(1, rest))).toMatchObject({
      type: UNREADABLE,
      id: idOf(1).toLowerCase(),
      seq: 1,
      faults: [{ code: 'unreadable', detail: 'type and prevHash must not contain a NUL byte' }],
    })
  })

  it('keeps the bytes of an item that exceeds the parser limits, and reads the other items', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const wide = `{ "n": [${'0,'.repeat(60_000)}0], "seq": 5, "id": "${idOf(3)}", "\\u0063hain": "${CHAIN}" }`
    const text = `{"sales": [ ${deep}, ${wide}, ${JSON.stringify(itemOf(1, { body: '"[\\",[' }))} ], "bootId": "b", "report": ${deep}}`
    const { items, ...rest } = await readUpload(text, DEVICE)
    expect(rest).toMatchObject({ bootId: 'b', report: null })
    expect(items.map(({ bytes }) => bytes.toString())).toEqual([deep, wide, '"[\\",['])
    expect(items.map(({ id, seq, chain }) => ({ id, seq, chain }))).toMatchObject([
      { seq: null },
      { id: idOf(3).toLowerCase(), seq: 5, chain: CHAIN.toLowerCase() },
      { id: idOf(1).toLowerCase(), seq: 1 },
    ])
    expect(items.map(({ faults }) => faults.map(({ detail }) => detail))).toEqual([
      ['is nested more than 64 deep'],
      ['holds more than 50000 values'],
      [],
    ])
  })

  it('refuses a body that is truncated, is not JSON or has too many items, even if it contains an excessive item', async () => {
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`
    for (const text of [`{"sales":[${deep}`, `{"sales":[${deep}]`, `{"sales":[${deep},x]}`, `{${deep}}`])
      expect((await refusal(() => readUpload(text, DEVICE)))[0]).toBe('malformed_json')
    const many = `{"sales":[${deep}${',0'.repeat(100)}]}`
    for (const text of [deep, `{"other":${deep}}`, `{"sales":{"a":${deep}}}`, many])
      expect((await refusal(() => readUpload(text, DEVICE)))[0]).toBe('invalid_request')
  })
})

describe('readUpload: a packed item', () => {
  const pack = (raw: string, rest: object = {}) => ({
    id: idOf(1).toLowerCase(),
    seq: 1,
    raw: Buffer.from(raw).toString('base64'),
    ...rest,
  })

  it('reads the item inside a packed item and flags it', async () => {
    const item = itemOf(1, { chain: CHAIN })
    expect(await readOne(pack(JSON.stringify(item)))).toEqual({
      ...(await readOne(item)),
      faults: [flag('sent_packed')],
    })
    expect(codesOf(await readOne(pack(JSON.stringify(itemOf(1, { hash: 'other' })))))).toEqual([
      'hash_mismatch',
      'sent_packed',
    ])
  })

  it.each([
    ['invalid JSON', '{'],
    ['an object that is not an item', '{"id":1}'],
    ['another item', JSON.stringify(itemOf(2))],
  ])('keeps as received a packed item that contains %s', async (_, raw) => {
    const packed = pack(raw)
    expect(await readOne(packed)).toMatchObject({
      id: packed.id,
      seq: 1,
      type: UNREADABLE,
      bytes: Buffer.from(JSON.stringify(packed)),
      faults: [{ code: 'unreadable', detail: 'raw is not the item whose id it bears' }],
    })
  })
})
