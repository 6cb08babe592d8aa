import type { z } from 'zod'
import type { Tx } from '#hub/db/transact.ts'
import { amountToNumber, type Percent, percentToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import type { ReadPut } from '#shared/replica/kind-writer.ts'
import { type Bucket, bucketOf } from '#shared/sync/digest.ts'
import { DOWNLOAD_SCHEMAS, type DownloadPut } from '#shared/sync/download.ts'
import { membersOf } from '#shared/sync/members.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'
import { listCardIds } from './card-source.ts'
import type { Scope } from './cursor.ts'
import { listCustomerIds } from './customer-source.ts'
import { listProductIds } from './product-source.ts'
import { listReceiptIds } from './receipt-source.ts'
import { REPLICA_SOURCES } from './replica-source.ts'
import { listStockIds } from './stock-source.ts'
import { listVoucherIds } from './voucher-source.ts'

export type WirePut = z.input<typeof DownloadPut>

/** Number of records read and sent at a time. A chunk takes some ten milliseconds, and other work runs in between. */
export const CHUNK = 2000

/**
 * Yields all records of a kind in chunks, ordered by id. Prefetches the next chunk while the current one is
 * being used.
 */
export async function* readKind(tx: Tx, scope: Scope, kind: ReplicaKind): AsyncGenerator<ReadPut[]> {
  const load = (afterId: string | undefined) => {
    const chunk = REPLICA_SOURCES[kind](tx, scope, { afterId, limit: CHUNK })
    // The consumer can stop early. A failed prefetch must then not become an unhandled rejection.
    chunk.catch(() => undefined)
    return chunk
  }
  let next: Promise<ReadPut[]> | null = load(undefined)
  try {
    while (next !== null) {
      const puts: ReadPut[] = await next
      next = puts.length < CHUNK ? null : load(puts.at(-1)?.id)
      if (puts.length > 0) yield puts
    }
  } finally {
    // Waits for the prefetch, because no statement may run after the transaction has ended.
    await next?.catch(() => undefined)
  }
}

/** Returns the ids of all records of a kind in the scope, or of those in a bucket. */
export async function listReplicaIds(
  tx: Tx,
  scope: Scope,
  kind: ReplicaKind,
  bucket: Bucket | null = null,
): Promise<string[]> {
  if (kind === 'product') return listProductIds(tx, bucket)
  if (kind === 'customer') return listCustomerIds(tx, scope, bucket)
  if (kind === 'receipt') return listReceiptIds(tx, scope, bucket)
  if (kind === 'stock') return listStockIds(tx, scope, bucket)
  if (kind === 'card') return listCardIds(tx, bucket)
  if (kind === 'voucher') return listVoucherIds(tx, bucket)
  const ids: string[] = []
  for await (const puts of readKind(tx, scope, kind)) ids.push(...puts.map(({ id }) => id))
  return bucket === null ? ids : ids.filter((id) => bucketOf(id) === bucket)
}

/** Returns the record in wire format: amounts in major units, and only the members of the schema. */
export function presentPut(put: ReadPut, schema: number): WirePut {
  const wire = toWire(put)
  if (schema >= DOWNLOAD_SCHEMAS.newest) return wire
  const members = new Set(membersOf(wire.t, schema))
  const known = Object.entries(wire.v).filter(([member]) => members.has(member))
  return { ...wire, v: Object.fromEntries(known) } as WirePut
}

function toWire(put: ReadPut): WirePut {
  if (put.t === 'group') return { ...put, v: { ...put.v, vatRate: percentOut(put.v.vatRate) } }
  if (put.t === 'stock') return { ...put, v: { quantity: quantityToNumber(put.v.quantity) } }
  if (put.t !== 'product') return put
  const { price, minPrice, vatRate, ...product } = put.v
  const {
    barcodes,
    isWeighed,
    weightCode,
    isDiscountProhibited,
    useGroupVat,
    nextPrices,
    packs,
    ...described
  } = product
  return {
    ...put,
    v: {
      ...described,
      price: amountToNumber(price),
      minPrice: minPrice === null ? null : amountToNumber(minPrice),
      vatRate: percentOut(vatRate),
      isWeighed,
      weightCode,
      isDiscountProhibited,
      barcodes,
      useGroupVat,
      nextPrices: nextPrices.map((next) => ({ from: next.from, price: amountToNumber(next.price) })),
      packs: packs.map((pack) => ({ ...pack, quantity: quantityToNumber(pack.quantity) })),
    },
  }
}

const percentOut = (value: Percent | null): number | null => (value === null ? null : percentToNumber(value))
