import { Bucket, type Digest, differingBuckets } from '#shared/sync/digest.ts'

/** Maximum number of buckets that the hub resends in one repair. If more differ, the replica is downloaded again. */
const MOST_REPAIRED = 100

export type Verdict = 'equal' | 'repair' | 'snapshot'

/**
 * Schedule and result of comparing the whole replica with the hub (docs/sync.md I-20, docs/faults.md F18).
 * The hub resends differing buckets, and the same response serves to compare them again. If a difference
 * remains, the replica cannot be repaired.
 */
export class ReplicaCheck {
  readonly #everyMs: number
  #dueAtMs: number
  #repair: readonly string[] = []

  constructor(everyMs: number, isDueNow: boolean) {
    this.#everyMs = everyMs
    this.#dueAtMs = isDueNow ? 0 : this.#nextMs()
  }

  /** True when the next request to the hub must ask for the digest. */
  get isDue(): boolean {
    return this.#repair.length > 0 || performance.now() >= this.#dueAtMs
  }

  /** Buckets that the hub must resend, as `kind:bucket`. */
  get repair(): readonly string[] {
    return this.#repair
  }

  /** Skips the check because the hub sent no digest. It is requested again later. */
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

/** True for a bucket that records from the hub can belong to. An id with a damaged end falls into another bucket. */
const isOrdinary = (bucket: string): boolean => Bucket.safeParse(bucket.split(':')[1]).success
