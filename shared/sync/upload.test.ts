import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashInput, RawItem, UPLOAD_MAX_ITEMS, UploadItem, UploadRequest } from './upload.ts'

const item: UploadItem = {
  id: '0198C000-0000-7000-8000-00000000000A',
  seq: 7,
  type: 'sale',
  prevHash: 'ab',
  hash: 'cd',
  body: '{"a":1}',
}
const long = (length: number): string => 'x'.repeat(length)
const isItem = (rest: object): boolean => UploadItem.safeParse({ ...item, ...rest }).success

describe('the hash input of a chain item', () => {
  // Hubs and agents of all versions compute this text, and its hash is compared with stored hashes.
  it('keeps the format of the hash input across versions', () => {
    expect(hashInput(item)).toBe('ab\n7\n0198C000-0000-7000-8000-00000000000A\nsale\n{"a":1}')
    expect(createHash('sha256').update(hashInput(item)).digest('hex')).toBe(
      '808bbe77851c154376277d93af66ddae13988f176980bbd7eed6303a9dcb5071',
    )
  })
})

describe('an upload item', () => {
  it('keeps an upload item unchanged, including its id', () => {
    expect(UploadItem.parse(item)).toEqual(item)
  })

  it.each([
    ['id', [item.id], ['', 'x', 1]],
    ['seq', [1, 2 ** 31 - 1], [0, -1, 1.5, 2 ** 31, '1']],
    ['chain', [item.id, undefined], ['', null]],
    ['type', ['', long(50)], [long(51), null]],
    ['prevHash', ['', long(128)], [long(129), null]],
    ['hash', ['', long(128)], [long(129), null]],
    ['body', ['', 'no JSON'], [null, {}]],
  ])('checks the bounds of the item member %s', (member, fits, doesNotFit) => {
    expect(fits.map((value) => isItem({ [member]: value }))).toEqual(fits.map(() => true))
    expect(doesNotFit.map((value) => isItem({ [member]: value }))).toEqual(doesNotFit.map(() => false))
  })

  it('accepts a raw upload item only in base64 and with a valid sequence number', () => {
    const raw = { id: item.id, seq: 7, raw: Buffer.from('{').toString('base64') }
    expect(RawItem.parse(raw)).toEqual(raw)
    expect(RawItem.safeParse({ ...raw, raw: '{' }).success).toBe(false)
    expect(RawItem.safeParse({ ...raw, seq: 0 }).success).toBe(false)
  })
})

describe('an upload', () => {
  const many = <Value>(value: Value, count: number): Value[] => Array(count).fill(value)
  const chain = { id: item.id, series: 'K7', reason: 'enrolled' }
  const recalled = { id: item.id, acknowledged: item.id }

  it.each([
    ['sales', [[], many(item, UPLOAD_MAX_ITEMS)], [many(item, UPLOAD_MAX_ITEMS + 1), [{}], undefined]],
    ['bootId', ['', long(64), undefined], [long(65), null]],
    [
      'chains',
      [
        [],
        many(chain, 100),
        [{ ...chain, series: long(32) }],
        ...['journal_lost', 'journal_restored', 'fork'].map((reason) => [{ ...chain, reason }]),
        [{ ...chain, acknowledged: item.id, alsoAcknowledged: many(item.id, 10) }],
        undefined,
      ],
      [
        many(chain, 101),
        [{ ...chain, series: long(33) }],
        [{ ...chain, reason: 'boredom' }],
        [{ ...chain, acknowledged: null }],
        [{ ...chain, alsoAcknowledged: many(item.id, 11) }],
        [{}],
      ],
    ],
    ['recalled', [[], many(recalled, 100), undefined], [many(recalled, 101), [{ id: item.id }]]],
  ])('checks the bounds of the upload member %s', (member, fits, doesNotFit) => {
    const isUpload = (value: unknown) => UploadRequest.safeParse({ sales: [], [member]: value }).success
    expect(fits.map(isUpload)).toEqual(fits.map(() => true))
    expect(doesNotFit.map(isUpload)).toEqual(doesNotFit.map(() => false))
  })

  it('accepts an upload with readable and raw items', () => {
    const sales = [item, { id: item.id, seq: 8, raw: 'e30=' }]
    expect(UploadRequest.parse({ sales }).sales).toEqual(sales)
  })
})
