import { Bucket, type Digest, differingBuckets } from '#shared/sync/digest.ts'

/** So many buckets the hub sends again at once; where more differ, the replica is downloaded again. */
const MOST_REPAIRED = 100

export type Verdict = 'equal' | 'repair' | 'snapshot'

/**
 * When the replica is compared with the hub as a whole, and what follows (docs/sync.md I-20, docs/faults.md F18).
 * What differs is sent again by bucket, and compared again with the very answer that brings it; what differs even
 * then is beyond repair.
 */
export class ReplicaCheck {
  readonly #everyMs: number
  #dueAtMs: number
  #repair: readonly string[] = []

  constructor(everyMs: number, isDueNow: boolean) {
    this.#everyMs = everyMs
    this.#dueAtMs = isDueNow ? 0 : this.#nextMs()
  }

  /** The next answer of the hub is to say what the replica must add up to. */
  get isDue(): boolean {
    return this.#repair.length > 0 || performance.now() >= this.#dueAtMs
  }

  /** The buckets, as `kind:bucket`, that the hub is to send again. */
  get repair(): readonly string[] {
    return this.#repair
  }

  /** The hub said nothing, although it was asked: it will be asked again the next time. */
  skip(): void {
    this.#repair = []
    this.#dueAtMs = this.#nextMs()
  }

  compare(own: Digest, hub: Digest): { verdict: Verdict; differing: number } {
    const wasRepair = this.#repair.length > 0
    const differing = differingBuckets(own, hub)
    this.skip()
    if (differing.length === 0) return { verdict: 'equal', differing: 0 }
    const isRepairable = !wasRepair && differing.length <= MOST_REPAIRED && differing.every(isOrdinary)
    if (isRepairable) this.#repair = differing
    return { verdict: isRepairable ? 'repair' : 'snapshot', differing: differing.length }
  }

  #nextMs(): number {
    return performance.now() + this.#everyMs * (1 - Math.random() / 2)
  }
}

/** An id with a damaged end stands in a bucket that no record of the hub is in. */
const isOrdinary = (bucket: string): boolean => Bucket.safeParse(bucket.split(':')[1]).success
