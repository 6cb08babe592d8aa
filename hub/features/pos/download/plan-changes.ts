import type { Tx } from '#hub/db/transact.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { BUCKETS, type Bucket, bucketOf, kindsOf } from '#shared/sync/digest.ts'
import { REPLICA_KINDS, type ReplicaKind } from '#shared/sync/replica-kinds.ts'
import type { Cursor } from './cursor.ts'
import { type Changes, type FeedState, listCashiersOfAllPoints, listChanges } from './feed-queries.ts'
import { listProductsOfOtherPrice } from './product-source.ts'
import { listReplicaIds } from './replica-lines.ts'
import { kindsOfOtherShape } from './schemas.ts'

/** Bucket to be sent again as a whole. */
export interface Repair {
  kind: ReplicaKind
  bucket: Bucket
}

/** Content of a delta: kinds and buckets to empty first, then records changed or deleted. */
export interface Plan {
  emptied: Repair[]
  changes: Changes
}

/** Cursor and schema of the till, with the buckets that it requests again. */
interface ChangesRequest {
  since: Cursor
  schema: number
  repairs: readonly Repair[]
}

/**
 * Plans a delta for a till: changes since the cursor, differences between the old and the new store or price
 * type of its retail point, kinds whose shape differs between the schemas, and requested buckets.
 */
export async function planChanges(
  tx: Tx,
  state: FeedState,
  { since, schema, repairs }: ChangesRequest,
): Promise<Plan> {
  const { scope } = state
  const kinds = kindsOf(schema)
  const changes = await listChanges(tx, since.seq, state)
  if (since.scope.retailPointId !== scope.retailPointId || since.scope.storeId !== scope.storeId) {
    // Settings of a retail point that the device has left are sent as a deletion.
    changes.add('settings', [since.scope.retailPointId ?? scope.retailPointId, scope.retailPointId])
    changes.add('cashier', await listCashiersOfAllPoints(tx))
  }
  if (since.scope.priceTypeId !== scope.priceTypeId) {
    changes.add('settings', [scope.retailPointId])
    changes.add('product', await listProductsOfOtherPrice(tx, since.scope.priceTypeId, scope.priceTypeId))
  }
  for (const kind of kindsOfOtherShape(since.schema, schema)) {
    changes.add(kind, await listReplicaIds(tx, scope, kind))
  }
  const emptied: Repair[] = []
  const replace = async (kind: ReplicaKind) => {
    emptied.push(...BUCKETS.map((bucket): Repair => ({ kind, bucket })))
    changes.add(kind, await listReplicaIds(tx, scope, kind))
  }
  // The receipts of the former store can no longer be listed, so the kind is replaced. A replica file has no
  // receipts to replace.
  if (since.scope.storeId === null) changes.add('receipt', await listReplicaIds(tx, scope, 'receipt'))
  else if (since.scope.storeId !== scope.storeId) await replace('receipt')
  if (since.scope.stockStoreId !== scope.stockStoreId) await replace('stock')
  if (since.scope.hasCustomers !== scope.hasCustomers) await replace('customer')
  for (const { kind, bucket } of repairs) {
    emptied.push({ kind, bucket })
    changes.remove(kind, (id) => bucketOf(id) === bucket)
    changes.add(kind, await listReplicaIds(tx, scope, kind, bucket))
  }
  changes.keep(kinds)
  return { emptied: emptied.filter(({ kind }) => kinds.includes(kind)), changes }
}

/** Parses a repair list such as `product:3f,unit:00`. Throws Problem `invalid_request` for an unknown kind. */
export function readRepairs(text: string | undefined): Repair[] {
  return [...new Set(text?.split(','))].map((each) => {
    const [kind = '', bucket = ''] = each.split(':')
    if (!isKind(kind)) throw invalidField(['query', 'repair'], `there is no kind ${kind}`)
    return { kind, bucket }
  })
}

const isKind = (text: string): text is ReplicaKind => (REPLICA_KINDS as readonly string[]).includes(text)
