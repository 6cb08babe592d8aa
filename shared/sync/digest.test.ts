import { describe, expect, it } from 'vitest'
import { BUCKETS, Bucket, bucketOf, Digest, DigestSum, differingBuckets, kindsOf } from './digest.ts'
import { membersOf } from './members.ts'
import { REPLICA_KINDS, type ReplicaKind } from './replica-kinds.ts'

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

describe('a digest', () => {
  it('counts and sums the records of each bucket, in any order', () => {
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

  it('sums the records of one bucket modulo 2^64', () => {
    const ids = Array.from({ length: 50 }, (_, n) => `${n}-ff`)
    const sums = ids.map((each) => digestOf([['unit', each, kg]]).unit?.ff ?? '')
    const total = sums.reduce((sum, text) => sum + BigInt(`0x${text.slice(2)}`), 0n) % 2n ** 64n
    const all = digestOf(ids.map((each) => ['unit', each, kg]))
    expect(all.unit).toEqual({ ff: `50:${total.toString(16).padStart(16, '0')}` })
  })

  it('writes 16 digits even for a small sum', () => {
    // One of these ids hashes to less than 2^60.
    const sums = Array.from({ length: 200 }, (_, n) => digestOf([['unit', `${n}-ff`, kg]]).unit?.ff)
    expect(sums.some((sum) => sum?.startsWith('1:0'))).toBe(true)
    expect(sums.every((sum) => /^1:[0-9a-f]{16}$/.test(sum ?? ''))).toBe(true)
  })

  it('ignores the letter case of ids', () => {
    expect(digestOf([['unit', id('AB'), kg]])).toEqual(digestOf([['unit', id('ab'), kg]]))
  })

  it('changes with any member, and when values swap members', () => {
    const digest = digestOf([['unit', id('0a'), kg]])
    expect(digestOf([['unit', id('0a'), piece]])).not.toEqual(digest)
    expect(digestOf([['unit', id('0a'), { ...kg, isFractional: true }]])).not.toEqual(digest)
    expect(digestOf([['unit', id('0a'), { name: false, isFractional: 'kg' }]])).not.toEqual(digest)
  })

  it('changes when a record has another id in the bucket', () => {
    expect(digestOf([['unit', '1-0a', kg]])).not.toEqual(digestOf([['unit', '2-0a', kg]]))
  })

  it('ignores members that its schema does not know, and treats a missing member as null', () => {
    const group = { name: 'Tea', parentId: null, sortOrder: 1 }
    const digest = digestOf([['group', id('0a'), group]])
    expect(digestOf([['group', id('0a'), { ...group, vatRate: 20 }]])).toEqual(digest)
    const newer = digestOf([['group', id('0a'), { ...group, vatRate: 20 }]], 2)
    expect(newer).not.toEqual(digest)
    expect(digestOf([['group', id('0a'), { ...group, vatRate: null }]], 2)).toEqual(
      digestOf([['group', id('0a'), group]], 2),
    )
  })

  // Both sides compute it, maybe in different versions: results must never change.
  it.each<[ReplicaKind, [schema: number, sum: string][]]>([
    [
      'settings',
      [
        [1, '1467f014f822e84c'],
        [2, 'ab809a4de20f1425'],
        [3, 'de7d20d17890cfbc'],
        [4, 'e0c2047785c3ff3f'],
      ],
    ],
    ['unit', [[1, '8a2020137415d116']]],
    [
      'group',
      [
        [1, 'a66fd2a692749332'],
        [2, '30fa57a18922552f'],
      ],
    ],
    [
      'product',
      [
        [1, '86ba0cd85286ff22'],
        [2, '9579513fcbfa71b8'],
      ],
    ],
    ['cashier', [[1, '33839d50896fd449']]],
    ['stock', [[4, '4c355e9575ff5858']]],
  ])('keeps the digest of a %s unchanged', (kind, sums) => {
    const members = membersOf(kind, 4).map((member, index) => [member, `${kind} ${index}`])
    const record = Object.fromEntries(members)
    for (const [schema, sum] of sums)
      expect(digestOf([[kind, id('7f'), record]], schema)).toEqual({ [kind]: { '7f': `1:${sum}` } })
  })
})

describe('buckets', () => {
  it('contains all endings of ids', () => {
    expect(BUCKETS.length).toBe(256)
    expect([BUCKETS[0], BUCKETS[10], BUCKETS[255]]).toEqual(['00', '0a', 'ff'])
    expect(new Set(BUCKETS).size).toBe(256)
    expect(BUCKETS.every((bucket) => Bucket.safeParse(bucket).success)).toBe(true)
    expect(bucketOf(id('AB'))).toBe('ab')
  })

  it.each(['', 'a', 'AB', 'abc', '0g', ' ab'])('refuses %j as a bucket', (text) => {
    expect(Bucket.safeParse(text).success).toBe(false)
  })
})

describe('the shape of a digest', () => {
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
  ])('checks %j: %s', (value, isOne) => {
    expect(Digest.safeParse(value).success).toBe(isOne)
  })
})

describe('the difference of two digests', () => {
  const one = digestOf([
    ['unit', id('0a'), kg],
    ['unit', id('0b'), kg],
    ['product', id('0a'), kg],
  ])

  it('finds no bucket when they are equal', () => {
    expect(differingBuckets(one, structuredClone(one))).toEqual([])
  })

  it('finds changed, missing and extra records of either side', () => {
    const other = digestOf([
      ['unit', id('0a'), piece],
      ['unit', id('0c'), kg],
      ['product', id('0a'), kg],
      ['stock', id('01'), kg],
    ])
    expect(differingBuckets(one, other).toSorted()).toEqual(['stock:01', 'unit:0a', 'unit:0b', 'unit:0c'])
    expect(differingBuckets(other, one).toSorted()).toEqual(differingBuckets(one, other).toSorted())
  })

  it('finds a kind that one side lacks completely', () => {
    const { unit: _, ...without } = one
    expect(differingBuckets(one, without)).toEqual(['unit:0a', 'unit:0b'])
    expect(differingBuckets(without, one)).toEqual(['unit:0a', 'unit:0b'])
  })
})

describe('kinds and their members', () => {
  it('knows each kind since a schema', () => {
    expect(kindsOf(0)).toEqual([])
    expect(kindsOf(3)).toEqual(['settings', 'unit', 'group', 'product', 'cashier'])
    expect(kindsOf(4)).toEqual([...kindsOf(3), 'stock'])
    expect(kindsOf(8)).toEqual([...kindsOf(4), 'priceType', 'vatRate'])
    expect(kindsOf(9)).toEqual([...kindsOf(8), 'customer'])
    expect(kindsOf(10)).toEqual([...kindsOf(9), 'receipt'])
    expect(kindsOf(12)).toEqual(REPLICA_KINDS.filter((kind) => kind !== 'voucher'))
    expect(kindsOf(19)).toEqual([...REPLICA_KINDS])
  })
})
