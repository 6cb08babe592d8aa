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
import { membersOf } from './members.ts'
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
  it.each(REPLICA_KINDS)('lists every member of a %s that is sent to tills', (kind) => {
    const members = membersOf(kind, DOWNLOAD_SCHEMAS.newest)
    expect(members.toSorted()).toEqual(Object.keys(SHAPES[kind].shape).toSorted())
  })

  it.each(REPLICA_KINDS)('keeps the order of older members of a %s and appends new ones', (kind) => {
    for (let schema = 1; schema <= DOWNLOAD_SCHEMAS.newest; schema += 1) {
      const before = membersOf(kind, schema - 1)
      expect(membersOf(kind, schema).slice(0, before.length)).toEqual(before)
    }
  })
})
