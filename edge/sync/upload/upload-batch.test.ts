import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { RawItem, type UploadItem, type UploadOutcome, type UploadResult } from '#shared/sync/upload.ts'
import type { OutboxItem } from '../../journal/outbox.ts'
import { acksOf, rawOf, takeBatch } from './upload-batch.ts'

/** Its position among all entries is not its number in its chain. */
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

describe('a batch', () => {
  const items = [1, 2, 3, 4].map((seq) => item(seq, 'x'.repeat(1000)))

  it('is closed by the number of items', () => {
    expect(takeBatch(items, 3)).toHaveLength(3)
  })

  it('of more than a hundred items, or of more than half a megabyte, is not sent', () => {
    const many = Array.from({ length: 101 }, (_, index) => item(index + 1))
    expect(takeBatch(many)).toHaveLength(100)
    const large = [1, 2, 3].map((seq) => item(seq, 'x'.repeat(200 * 1024)))
    expect(takeBatch(large)).toHaveLength(2)
  })

  it('may have just as many bytes as fit', () => {
    const each = Buffer.byteLength(JSON.stringify(item(1, 'x'.repeat(1000)).item))
    expect(takeBatch(items, 100, 2 * each)).toHaveLength(2)
    expect(takeBatch(items, 100, 2 * each - 1)).toHaveLength(1)
  })

  it('is empty when nothing waits', () => {
    expect(takeBatch([])).toEqual([])
  })

  it('is closed by its bytes', () => {
    expect(takeBatch(items, 100, 2_500)).toHaveLength(2)
  })

  it('counts bytes and not characters', () => {
    const cyrillic = [1, 2].map((seq) => item(seq, 'ы'.repeat(1000)))
    expect(takeBatch(cyrillic, 100, 3_000)).toHaveLength(1)
  })

  it('holds one item of any size', () => {
    expect(takeBatch(items, 100, 10)).toHaveLength(1)
  })

  it('reads no more than it takes', () => {
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

  it.each(['accepted', 'held', 'quarantined', 'duplicate', 'conflict'] as const)(
    '%s is custody',
    (outcome) => {
      expect(acksOf(batch, [result(1, 'id-2', outcome)])).toEqual([
        { position: 1_002, result: outcome, reasons: [] },
      ])
    },
  )

  it('keep their reasons', () => {
    const reasons = [{ code: 'price_differs', detail: 'by 1' }]
    expect(acksOf(batch, [{ ...result(0, 'id-1', 'accepted'), reasons }])).toEqual([
      { position: 1_001, result: 'accepted', reasons },
    ])
  })

  it('later leaves the item', () => {
    expect(acksOf(batch, [result(0, 'id-1', 'later')])).toEqual([])
  })

  it.each([
    ['bear the id of another item', result(0, 'id-2', 'accepted')],
    ['bear no id', result(0, null, 'quarantined')],
    ['are of an item that was not sent', result(7, 'id-1', 'accepted')],
  ])('count for nothing when they %s', (_, answer) => {
    expect(acksOf(batch, [answer])).toEqual([])
  })

  it('may come in another order', () => {
    const acks = acksOf(batch, [result(2, 'ID-3', 'duplicate'), result(0, 'id-1', 'accepted')])
    expect(acks.map(({ position }) => position)).toEqual([1_001, 1_003])
  })
})

describe('a packed item', () => {
  const one: UploadItem = { ...item(7).item, id: newId() }
  const unpacked = ({ raw }: RawItem) => JSON.parse(Buffer.from(raw, 'base64').toString())

  it('names its chain', () => {
    const chain = newId()
    const packed = rawOf({ ...one, chain })
    expect(packed).toMatchObject({ id: one.id, seq: 7, chain })
    expect(unpacked(packed)).toEqual({ ...one, chain })
    expect(rawOf(one)).not.toHaveProperty('chain')
  })

  it('leaves out what cannot be read of it', () => {
    const damaged = { ...one, id: 'n\0nsense', seq: -1, chain: '' }
    const packed = rawOf(damaged)
    expect(RawItem.safeParse(packed).success).toBe(true)
    expect(Object.keys(packed).toSorted()).toEqual(['id', 'raw'])
    expect(unpacked(packed)).toEqual(damaged)
    expect(rawOf(damaged).id).toBe(packed.id)
    expect(rawOf({ ...damaged, body: 'x' }).id).not.toBe(packed.id)
  })
})
