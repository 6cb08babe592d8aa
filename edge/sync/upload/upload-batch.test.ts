import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { RawItem, type UploadItem, type UploadOutcome, type UploadResult } from '#shared/sync/upload.ts'
import type { OutboxItem } from '../../journal/outbox.ts'
import { acksOf, rawOf, takeBatch } from './upload-batch.ts'

/** Creates an item whose journal position differs from its sequence number. */
const item = (seq: number, body = '{}'): OutboxItem => ({
  position: seq + 1_000,
  item: { id: `id-${seq}`, seq, type: 'sale', prevHash: '', hash: '', body },
})
const result = (index: number, id: string | null, outcome: UploadOutcome): UploadResult => ({
  index,
  id,
  result: outcome,
  reasons: [],
})

describe('takeBatch', () => {
  const items = [1, 2, 3, 4].map((seq) => item(seq, 'x'.repeat(1000)))

  it('closes a batch at the maximum number of items', () => {
    expect(takeBatch(items, 3)).toHaveLength(3)
  })

  it('limits a batch to a hundred items and half a megabyte', () => {
    const many = Array.from({ length: 101 }, (_, index) => item(index + 1))
    expect(takeBatch(many)).toHaveLength(100)
    const large = [1, 2, 3].map((seq) => item(seq, 'x'.repeat(200 * 1024)))
    expect(takeBatch(large)).toHaveLength(2)
  })

  it('fills a batch up to the exact byte limit', () => {
    const each = Buffer.byteLength(JSON.stringify(item(1, 'x'.repeat(1000)).item))
    expect(takeBatch(items, 100, 2 * each)).toHaveLength(2)
    expect(takeBatch(items, 100, 2 * each - 1)).toHaveLength(1)
  })

  it('returns an empty batch when nothing is waiting', () => {
    expect(takeBatch([])).toEqual([])
  })

  it('closes a batch at the byte limit', () => {
    expect(takeBatch(items, 100, 2_500)).toHaveLength(2)
  })

  it('counts bytes, not characters', () => {
    const cyrillic = [1, 2].map((seq) => item(seq, 'ы'.repeat(1000)))
    expect(takeBatch(cyrillic, 100, 3_000)).toHaveLength(1)
  })

  it('takes one item of any size', () => {
    expect(takeBatch(items, 100, 10)).toHaveLength(1)
  })

  it('reads no more items than it takes', () => {
    const read: number[] = []
    const reading = items.values().map((one) => {
      read.push(one.item.seq)
      return one
    })
    takeBatch(reading, 2)
    expect(read).toEqual([1, 2])
  })
})

describe('acksOf', () => {
  const batch = [item(1), item(2), item(3)]

  it.each(['accepted', 'held', 'quarantined', 'duplicate', 'conflict'] as const)(
    'treats %s as acknowledged',
    (outcome) => {
      expect(acksOf(batch, [result(1, 'id-2', outcome)])).toEqual([
        { position: 1_002, result: outcome, reasons: [] },
      ])
    },
  )

  it('keeps the reasons of a result', () => {
    const reasons = [{ code: 'price_differs', detail: 'by 1' }]
    expect(acksOf(batch, [{ ...result(0, 'id-1', 'accepted'), reasons }])).toEqual([
      { position: 1_001, result: 'accepted', reasons },
    ])
  })

  it('leaves an item with the result "later" in the outbox', () => {
    expect(acksOf(batch, [result(0, 'id-1', 'later')])).toEqual([])
  })

  it.each([
    ['have the id of another item', result(0, 'id-2', 'accepted')],
    ['have no id', result(0, null, 'quarantined')],
    ['are for an item that was not sent', result(7, 'id-1', 'accepted')],
  ])('ignores results that %s', (_, answer) => {
    expect(acksOf(batch, [answer])).toEqual([])
  })

  it('accepts results in any order and ids in any case', () => {
    const acks = acksOf(batch, [result(2, 'ID-3', 'duplicate'), result(0, 'id-1', 'accepted')])
    expect(acks.map(({ position }) => position)).toEqual([1_001, 1_003])
  })
})

describe('rawOf', () => {
  const one: UploadItem = { ...item(7).item, id: newId() }
  const unpacked = ({ raw }: RawItem) => JSON.parse(Buffer.from(raw, 'base64').toString())

  it('includes the chain of a packed item', () => {
    const chain = newId()
    const packed = rawOf({ ...one, chain })
    expect(packed).toMatchObject({ id: one.id, seq: 7, chain })
    expect(unpacked(packed)).toEqual({ ...one, chain })
    expect(rawOf(one)).not.toHaveProperty('chain')
  })

  it('omits unreadable fields and derives a stable id from the item', () => {
    const damaged = { ...one, id: 'n\0nsense', seq: -1, chain: '' }
    const packed = rawOf(damaged)
    expect(RawItem.safeParse(packed).success).toBe(true)
    expect(Object.keys(packed).toSorted()).toEqual(['id', 'raw'])
    expect(unpacked(packed)).toEqual(damaged)
    expect(rawOf(damaged).id).toBe(packed.id)
    expect(rawOf({ ...damaged, body: 'x' }).id).not.toBe(packed.id)
  })
})
