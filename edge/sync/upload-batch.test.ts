import { describe, expect, test } from 'vitest'
import type { UploadOutcome, UploadResult } from '#shared/sync/upload.ts'
import type { OutboxItem } from '../journal/outbox.ts'
import { acksOf, rawOf, takeBatch } from './upload-batch.ts'

/** Its place among all entries is not its number in its chain. */
const item = (seq: number, body = '{}'): OutboxItem => ({
  place: seq + 1_000,
  item: { id: `id-${seq}`, seq, type: 'sale', prevHash: '', hash: '', body },
})
const result = (index: number, id: string | null, outcome: UploadOutcome): UploadResult => ({
  index,
  id,
  result: outcome,
  reasons: [],
})

describe('a batch', () => {
  const items = [1, 2, 3, 4].map((seq) => item(seq, 'x'.repeat(1000)))

  test('is closed by the number of items', () => {
    expect(takeBatch(items, 3)).toHaveLength(3)
  })

  test('is closed by its bytes', () => {
    expect(takeBatch(items, 100, 2_500)).toHaveLength(2)
  })

  test('counts bytes and not characters', () => {
    const cyrillic = [1, 2].map((seq) => item(seq, 'ы'.repeat(1000)))
    expect(takeBatch(cyrillic, 100, 3_000)).toHaveLength(1)
  })

  test('holds one item of any size', () => {
    expect(takeBatch(items, 100, 10)).toHaveLength(1)
  })

  test('reads no more than it takes', () => {
    const read: number[] = []
    const reading = items.values().map((one) => {
      read.push(one.item.seq)
      return one
    })
    takeBatch(reading, 2)
    expect(read).toEqual([1, 2])
  })
})

describe('results', () => {
  const batch = [item(1), item(2), item(3)]

  test.each(['accepted', 'held', 'quarantined', 'duplicate', 'conflict'] as const)(
    '%s is custody',
    (outcome) => {
      expect(acksOf(batch, [result(1, 'id-2', outcome)])).toEqual([
        { place: 1_002, result: outcome, reasons: [] },
      ])
    },
  )

  test('later leaves the item', () => {
    expect(acksOf(batch, [result(0, 'id-1', 'later')])).toEqual([])
  })

  test.each([
    ['bear the id of another item', result(0, 'id-2', 'accepted')],
    ['bear no id', result(0, null, 'quarantined')],
    ['are of an item that was not sent', result(7, 'id-1', 'accepted')],
  ])('count for nothing when they %s', (_, answer) => {
    expect(acksOf(batch, [answer])).toEqual([])
  })

  test('may come in another order', () => {
    const acks = acksOf(batch, [result(2, 'ID-3', 'duplicate'), result(0, 'id-1', 'accepted')])
    expect(acks.map(({ place }) => place)).toEqual([1_001, 1_003])
  })
})

test('a packed item names its chain', () => {
  const { item: one } = item(7)
  const packed = rawOf({ ...one, chain: 'chain-2' })
  expect(packed).toMatchObject({ id: one.id, seq: 7, chain: 'chain-2' })
  expect(JSON.parse(Buffer.from(packed.raw, 'base64').toString())).toEqual({ ...one, chain: 'chain-2' })
  expect(rawOf(one)).not.toHaveProperty('chain')
})
