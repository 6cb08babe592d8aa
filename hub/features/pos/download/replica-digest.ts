import type { Tx } from '#hub/db/transact.ts'
import { type Digest, DigestSum, kindsOf } from '#shared/sync/digest.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'
import type { FeedState } from './feed-queries.ts'
import { presentPut, readKind } from './replica-lines.ts'

/** Kinds that can differ between tills with the same price type. */
const OF_THE_POINT: readonly ReplicaKind[] = ['settings', 'cashier', 'stock', 'receipt']
/** Maximum number of cached digests. Each takes some kilobytes. */
const KEPT_DIGESTS = 200
/**
 * Maximum wait. A till that cannot be served in time gets its changes without a digest and requests it again
 * later.
 */
const PATIENCE_MS = 10_000

/**
 * Cache of digests of whole replicas (docs/sync.md I-20). Reading a catalog is expensive, so a digest is
 * computed once for all tills with the same price type, customer setting and feed position, and one at a time
 * in this process.
 */
export class ReplicaDigests {
  readonly #kept = new Map<string, Digest>()
  #turn: Promise<void> = Promise.resolve()

  /**
   * Waits for the turn outside of any transaction. The caller must dispose of the result. Returns null when
   * the wait times out.
   */
  async takeTurn(): Promise<Disposable | null> {
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = before.then(() => promise)
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<'late'>((late) => {
      timer = setTimeout(late, PATIENCE_MS, 'late')
    })
    const outcome = await Promise.race([before, patience])
    clearTimeout(timer)
    if (outcome !== 'late') return { [Symbol.dispose]: resolve }
    resolve()
    return null
  }

  /** Returns the digest of the state seen by the transaction, in the given schema. The caller must hold the turn. */
  async digest(tx: Tx, state: FeedState, schema: number): Promise<Digest> {
    const { epoch, seq, fingerprint, scope } = state
    const key = [
      tx.organizationId,
      scope.hasCustomers,
      scope.priceTypeId,
      epoch,
      seq,
      fingerprint,
      schema,
    ].join(' ')
    const common =
      this.#kept.get(key) ??
      (await addUp(
        tx,
        state,
        schema,
        kindsOf(schema).filter((kind) => !OF_THE_POINT.includes(kind)),
      ))
    this.#kept.delete(key)
    this.#kept.set(key, common)
    for (const oldest of [...this.#kept.keys()].slice(0, -KEPT_DIGESTS)) this.#kept.delete(oldest)
    const own = kindsOf(schema).filter((kind) => OF_THE_POINT.includes(kind))
    return { ...common, ...(await addUp(tx, state, schema, own)) }
  }
}

async function addUp(tx: Tx, { scope }: FeedState, schema: number, kinds: ReplicaKind[]): Promise<Digest> {
  const sum = new DigestSum(schema)
  for (const kind of kinds) {
    for await (const puts of readKind(tx, scope, kind)) {
      for (const put of puts) sum.add(put.t, put.id, presentPut(put, schema).v)
    }
  }
  return sum.digest()
}
