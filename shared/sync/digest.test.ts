import { describe, expect, it } from 'vitest'
import { BUCKETS, Bucket, bucketOf, Digest, DigestSum, differingBuckets } from './digest.ts'
import { membersOf } from './members.ts'
import type { ReplicaKind } from './replica-kinds.ts'

const id = (ending: string) => `0190a6c0-0000-7000-8000-0000000000${ending}`
const unit = (name: string) => ({ name, isFractional: false })
const kg = unit('kg')
const piece = unit('piece')

type Record3 = [kind: ReplicaKind, id: string, value: object]
function digestOf(records: Record3[], schema = 1): Digest {
  const sum = new DigestSum(schema)
  for (const record of records) sum.add(...record)
  return sum.digest()
}

describe('digestOf', () => {
  it('counts and sums the records of each bucket regardless of their order', () => {
    const records: Record3[] = [
      ['unit', id('0a'), kg],
      ['unit', id('0b'), piece],
      ['unit', id('1a').replace('-7', '-8'), piece],
      ['group', id('0a'), { name: 'Tea' }],
    ]
    const digest = digestOf(records)
    expect(digestOf(records.toReversed())).toEqual(digest)
    expect(Object.keys(digest.unit ?? {}).toSorted()).toEqual(['0a', '0b', '1a'])
    expect(Object.keys(digest.group ?? {})).toEqual(['0a'])
    expect(Digest.parse(digest)).toEqual(digest)
  })

  it('adds up the records of one bucket modulo 2^64', () => {
    const ids = Array.from({ length: 50 }, (_, n) => `${n}-ff`)
    const sums = ids.map((each) => digestOf([['unit', each, kg]]).unit?.ff ?? '')
    const total = sums.reduce((sum, text) => sum + BigInt(`0x${text.slice(2)}`), 0n) % 2n ** 64n
    const all = digestOf(ids.map((each) => ['unit', each, kg]))
    expect(all.unit).toEqual({ ff: `50:${total.toString(16).padStart(16, '0')}` })
  })

  it('pads a small sum to 16 digits', () => {
    // At least one of these ids hashes to less than 2^60.
    const sums = Array.from({ length: 200 }, (_, n) => digestOf([['unit', `${n}-ff`, kg]]).unit?.ff)
    expect(sums.some((sum) => sum?.startsWith('1:0'))).toBe(true)
    expect(sums.every((sum) => /^1:[0-9a-f]{16}$/.test(sum ?? ''))).toBe(true)
  })

  it('ignores the letter case of record ids', () => {
    expect(digestOf([['unit', id('AB'), kg]])).toEqual(digestOf([['unit', id('ab'), kg]]))
  })

  it('changes when a member changes or two members swap values', () => {
    const digest = digestOf([['unit', id('0a'), kg]])
    expect(digestOf([['unit', id('0a'), piece]])).not.toEqual(digest)
    expect(digestOf([['unit', id('0a'), { ...kg, isFractional: true }]])).not.toEqual(digest)
    expect(digestOf([['unit', id('0a'), { name: false, isFractional: 'kg' }]])).not.toEqual(digest)
  })

  it('changes when the id of a record changes within the same bucket', () => {
    expect(digestOf([['unit', '1-0a', kg]])).not.toEqual(digestOf([['unit', '2-0a', kg]]))
  })

  // Hub and till compute digests, possibly in different versions, so the results must never change.
  it.each<[ReplicaKind, sum: string]>([
    ['settings', '6d3c6c316d87984b'],
    ['unit', '8a2020137415d116'],
    ['group', '30fa57a18922552f'],
    ['product', '475991f7751c98b3'],
    ['cashier', 'e85308c8ae9dbb18'],
    ['stock', '4c355e9575ff5858'],
  ])('keeps the digest of a %s record the same in every version', (kind, sum) => {
    const members = membersOf(kind, 1).map((member, index) => [member, `${kind} ${index}`])
    expect(digestOf([[kind, id('7f'), Object.fromEntries(members)]])).toEqual({
      [kind]: { '7f': `1:${sum}` },
    })
  })
})

describe('buckets', () => {
  it('contains all last bytes of ids, from 00 to ff', () => {
    expect(BUCKETS.length).toBe(256)
    expect([BUCKETS[0], BUCKETS[10], BUCKETS[255]]).toEqual(['00', '0a', 'ff'])
    expect(new Set(BUCKETS).size).toBe(256)
    expect(BUCKETS.every((bucket) => Bucket.safeParse(bucket).success)).toBe(true)
    expect(bucketOf(id('AB'))).toBe('ab')
  })

  it.each(['', 'a', 'AB', 'abc', '0g', ' ab'])('rejects %j as a bucket', (text) => {
    expect(Bucket.safeParse(text).success).toBe(false)
  })
})

describe('Digest', () => {
  const sum = '1:00000000000000ff'
  it.each([
    [{}, true],
    [{ unit: { '0a': sum } }, true],
    [{ unit: { '0a': `12${sum}` } }, true],
    [{ unit: { '0a': sum.slice(1) } }, false],
    [{ unit: { '0a': `x${sum}` } }, false],
    [{ unit: { '0a': `${sum}0` } }, false],
    [{ unit: { '0a': sum.toUpperCase() } }, false],
    [{ unit: { zz: sum } }, false],
    [{ other: { '0a': sum } }, false],
  ])('validates %j: %s', (value, isOne) => {
    expect(Digest.safeParse(value).success).toBe(isOne)
  })
})

describe('differingBuckets', () => {
  const one = digestOf([
    ['unit', id('0a'), kg],
    ['unit', id('0b'), kg],
    ['product', id('0a'), kg],
  ])

  it('finds no bucket when both digests are equal', () => {
    expect(differingBuckets(one, structuredClone(one))).toEqual([])
  })

  it('finds buckets with changed, missing and extra records on either side', () => {
    const other = digestOf([
      ['unit', id('0a'), piece],
      ['unit', id('0c'), kg],
      ['product', id('0a'), kg],
      ['stock', id('01'), kg],
    ])
    expect(differingBuckets(one, other).toSorted()).toEqual(['stock:01', 'unit:0a', 'unit:0b', 'unit:0c'])
    expect(differingBuckets(other, one).toSorted()).toEqual(differingBuckets(one, other).toSorted())
  })

  it('finds all buckets of a kind that one digest lacks', () => {
    const { unit: _, ...without } = one
    expect(differingBuckets(one, without)).toEqual(['unit:0a', 'unit:0b'])
    expect(differingBuckets(without, one)).toEqual(['unit:0a', 'unit:0b'])
  })
})
