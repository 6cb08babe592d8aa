import { Bucket, type Digest, differingBuckets } from '#shared/sync/digest.ts'

/** Number of buckets that the hub sends again at once; where more differ, the replica is downloaded again. */
const MOST_REPAIRED = 100

export type Verdict = 'equal' | 'repair' | 'snapshot'

/**
 * Schedule and result of comparing the whole replica with the hub (docs/sync.md I-20, docs/faults.md F18).
 * Differing buckets are sent again and compared with the same response that brings them; a difference that
 * remains is beyond repair.
 */
export class ReplicaCheck {
  readonly #everyMs: number
  #dueAtMs: number
  #repair: readonly string[] = []

  constructor(everyMs: number, isDueNow: boolean) {
    this.#everyMs = everyMs
    this.#dueAtMs = isDueNow ? 0 : this.#nextMs()
  }

  /** True when the next response of the hub must include the digest. */
  get isDue(): boolean {
    return this.#repair.length > 0 || performance.now() >= this.#dueAtMs
  }

  /** The buckets, as `kind:bucket`, that the hub must send again. */
  get repair(): readonly string[] {
    return this.#repair
  }

  /** Skips the check, because the hub sent no digest; it is requested again the next time. */
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

/** True for a bucket that records of the hub can be in; an id with a damaged end is in another one. */
const isOrdinary = (bucket: string): boolean => Bucket.safeParse(bucket.split(':')[1]).success
