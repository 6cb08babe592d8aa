import { describe, expect, it, vi } from 'vitest'
import { kindsOfOtherShape } from '#hub/features/pos/download/schemas.ts'
import { DigestSum, kindsOf } from '#shared/sync/digest.ts'
import { membersOf, shapeSince } from '#shared/sync/members.ts'
import { REPLICA_KINDS } from '#shared/sync/replica-kinds.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { addDownloadSchema } from '#test/support/download-schema.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { TillReplica } from './till-replica.ts'

const LATER = { product: ['thumbUrl'], card: 'all' } as const

describe('schemas of downloads', () => {
  const door = useHub()

  it('knows the first schema of each kind and member', () => {
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
  ])('lists from schema %i to schema %i the kinds whose shape differs: %j', (held, answered, kinds) => {
    addDownloadSchema(LATER)
    expect(kindsOfOtherShape(held, answered)).toEqual(kinds)
  })

  it('ignores members that the schema of a digest does not know, and treats a missing member as null', () => {
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

  it('sends no records of an unknown kind to an older till until it is updated', async () => {
    addDownloadSchema({ receipt: 'all' })
    const shop = await signUp(door)
    const tea = await createProduct(shop)
    const device = await enrolDevice(door, shop)
    const [till, old] = [new TillReplica(device), new TillReplica(device)]
    await old.sync({ schema: '1' })
    const sale = saleBody(shop, [{ productId: tea }])
    expect((await device.upload([device.item(sale)])).status).toBe(200)
    let isAnswered = false
    const waiting = old.sync({ schema: '1', wait: '20' }).then(() => {
      isAnswered = true
    })
    await vi.waitFor(async () => {
      await till.sync({ wait: '2' })
      expect([...till.of('receipt').keys()]).toEqual([sale.id])
    }, 90_000)
    expect(isAnswered).toBe(false)
    await waiting
    expect(old.of('receipt').size).toBe(0)
    await old.sync()
    expect(old.of('receipt')).toEqual(till.of('receipt'))
  })
})
