import { describe, expect, it } from 'vitest'
import { kindsOfOtherShape } from '#hub/features/pos/download/schemas.ts'
import { DigestSum, kindsOf, REPLICA_KINDS } from '#shared/sync/digest.ts'
import { membersOf, shapeSince } from '#shared/sync/members.ts'
import { enrolDevice } from '#test/support/device.ts'
import { addDownloadSchema } from '#test/support/download-schema.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { idsOf, TillReplica } from './till-replica.ts'

const LATER = { product: ['thumbUrl'], card: 'all' } as const

describe('schemas of downloads', () => {
  const door = useHub()

  it('knows kinds and members since the schema that brought them', () => {
    addDownloadSchema(LATER)
    expect([shapeSince('unit'), shapeSince('product'), shapeSince('card')]).toEqual([1, 2, 2])
    expect(membersOf('product', 1)).not.toContain('thumbUrl')
    expect(membersOf('product', 2)).toEqual([...membersOf('product', 1), 'thumbUrl'])
    expect(membersOf('unit', 2)).toEqual(membersOf('unit', 1))
    expect(kindsOf(0)).toEqual([])
    expect(kindsOf(1)).toEqual(REPLICA_KINDS.filter((kind) => kind !== 'card'))
    expect(kindsOf(2)).toEqual([...REPLICA_KINDS])
  })

  it.each([
    [1, 1, []],
    [1, 2, ['product', 'card']],
    [2, 1, ['product', 'card']],
    [2, 2, []],
  ])('sends again from schema %i to %i what has another shape: %j', (held, answered, kinds) => {
    addDownloadSchema(LATER)
    expect(kindsOfOtherShape(held, answered)).toEqual(kinds)
  })

  it('leaves out of a digest what its schema does not know, and takes a member that is missing as null', () => {
    addDownloadSchema({ group: ['vatRate', 'useParentVat'] })
    const group = { name: 'Tea', parentId: null, sortOrder: 1 }
    const digestOf = (schema: number, more = {}) => {
      const sum = new DigestSum(schema)
      sum.add('group', '0190a6c0-0000-7000-8000-00000000000a', { ...group, ...more })
      return sum.digest()
    }
    expect(digestOf(1, { vatRate: 20 })).toEqual(digestOf(1))
    expect(digestOf(2, { vatRate: 20 })).not.toEqual(digestOf(2))
    expect(digestOf(2, { vatRate: null })).toEqual(digestOf(2))
  })

  it('tells an older till nothing of a kind that it does not know until it is updated', async () => {
    addDownloadSchema({ group: 'all' })
    const shop = await signUp(door)
    const [till, old] = [
      new TillReplica(await enrolDevice(door, shop)),
      new TillReplica(await enrolDevice(door, shop)),
    ]
    await till.sync()
    await old.sync({ schema: '1' })
    let isAnswered = false
    const waiting = old.sync({ schema: '1', wait: '10' }).then((answer) => {
      isAnswered = true
      return answer
    })
    const woken = till.sync({ wait: '20' })
    const { id } = (await shop.api.post('/api/catalog/product-groups', { name: 'Food' })).body
    expect(idsOf((await woken).lines, 'group')).toEqual([id])
    expect(isAnswered).toBe(false)
    expect((await waiting).lines).toEqual([])
    await old.sync()
    expect(old.of('group')).toEqual(till.of('group'))
  })
})
