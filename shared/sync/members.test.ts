import { describe, expect, it } from 'vitest'
import {
  DOWNLOAD_SCHEMAS,
  ReplicaCard,
  ReplicaCashier,
  ReplicaCustomer,
  ReplicaGroup,
  ReplicaPriceType,
  ReplicaProduct,
  ReplicaProgram,
  ReplicaPromotion,
  ReplicaReceipt,
  ReplicaSettings,
  ReplicaStock,
  ReplicaUnit,
  ReplicaVatRate,
  ReplicaVoucher,
} from './download.ts'
import { membersOf, shapeSince } from './members.ts'
import { REPLICA_KINDS } from './replica-kinds.ts'

const SHAPES = {
  settings: ReplicaSettings,
  unit: ReplicaUnit,
  group: ReplicaGroup,
  product: ReplicaProduct,
  cashier: ReplicaCashier,
  stock: ReplicaStock,
  priceType: ReplicaPriceType,
  vatRate: ReplicaVatRate,
  customer: ReplicaCustomer,
  receipt: ReplicaReceipt,
  program: ReplicaProgram,
  promotion: ReplicaPromotion,
  card: ReplicaCard,
  voucher: ReplicaVoucher,
}

describe('the members of a record', () => {
  it.each(REPLICA_KINDS)('lists every member of a %s that is sent', (kind) => {
    const members = membersOf(kind, DOWNLOAD_SCHEMAS.newest)
    expect(members.toSorted()).toEqual(Object.keys(SHAPES[kind].shape).toSorted())
  })

  it.each(REPLICA_KINDS)('adds members of a %s only at the end', (kind) => {
    for (let schema = 1; schema <= DOWNLOAD_SCHEMAS.newest; schema += 1) {
      const before = membersOf(kind, schema - 1)
      expect(membersOf(kind, schema).slice(0, before.length)).toEqual(before)
    }
  })

  it.each([
    ['settings', 20],
    ['unit', 1],
    ['group', 2],
    ['product', 12],
    ['cashier', 15],
    ['stock', 4],
    ['priceType', 8],
    ['vatRate', 8],
    ['customer', 9],
    ['receipt', 16],
    ['program', 12],
    ['promotion', 12],
    ['card', 12],
    ['voucher', 19],
  ] as const)('gives the schema since which a %s has its shape: %i', (kind, since) => {
    expect(shapeSince(kind)).toBe(since)
    expect(membersOf(kind, since)).toEqual(membersOf(kind, DOWNLOAD_SCHEMAS.newest))
    expect(membersOf(kind, since - 1)).not.toEqual(membersOf(kind, since))
  })
})
