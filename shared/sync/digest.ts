import { createHash } from 'node:crypto'
import { z } from 'zod'
import { must } from '#shared/std/must.ts'
import { membersOf } from './members.ts'
import { REPLICA_KINDS, type ReplicaKind } from './replica-kinds.ts'

/** Returns the record kinds of a download schema. */
export function kindsOf(schema: number): ReplicaKind[] {
  return REPLICA_KINDS.filter((kind) => membersOf(kind, schema).length > 0)
}

/** Last byte of a record id, in hex. UUIDs of version 7 begin with the time and end with random bytes. */
export const Bucket = z.string().regex(/^[0-9a-f]{2}$/)
export type Bucket = z.infer<typeof Bucket>

/**
 * Digest of a replica: for each kind and bucket, the number of records and the sum of their hashes modulo
 * 2^64, as `count:sum` with the sum in hex. Hub and till each compute it from their own records. It reveals
 * corrupted, missing and surplus records at a till, and only the affected buckets are sent again
 * (docs/sync.md I-20).
 */
export const Digest = z
  .partialRecord(z.enum(REPLICA_KINDS), z.record(Bucket, z.string().regex(/^\d+:[0-9a-f]{16}$/)))
  .meta({ id: 'Digest' })
export type Digest = z.infer<typeof Digest>

export const BUCKETS: readonly Bucket[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

export function bucketOf(id: string): Bucket {
  return id.slice(-2).toLowerCase()
}

/** Builds the digest of records that are added in any order. Only the members of the download schema count. */
export class DigestSum {
  readonly #sums = new Map<ReplicaKind, Map<Bucket, { count: number; sum: bigint }>>()
  readonly #members: ReadonlyMap<ReplicaKind, readonly string[]>

  constructor(schema: number) {
    this.#members = new Map(REPLICA_KINDS.map((kind) => [kind, membersOf(kind, schema)]))
  }

  /** Adds a record. `value` has the form of the wire (download.ts), with major units instead of whole steps. */
  add(kind: ReplicaKind, id: string, value: object): void {
    const buckets = this.#sums.get(kind) ?? new Map<Bucket, { count: number; sum: bigint }>()
    this.#sums.set(kind, buckets)
    const bucket = bucketOf(id)
    const before = buckets.get(bucket) ?? { count: 0, sum: 0n }
    const sum = BigInt.asUintN(64, before.sum + recordHash(id, value, must(this.#members.get(kind), kind)))
    buckets.set(bucket, { count: before.count + 1, sum })
  }

  digest(): Digest {
    const digest: Digest = {}
    for (const [kind, buckets] of this.#sums) {
      const entries = [...buckets].map(([bucket, { count, sum }]) => [
        bucket,
        `${count}:${sum.toString(16).padStart(16, '0')}`,
      ])
      digest[kind] = Object.fromEntries(entries)
    }
    return digest
  }
}

/** Returns the hash of a record, computed over `members`. Adding or removing a member changes every hash. */
function recordHash(id: string, value: object, members: readonly string[]): bigint {
  const values = value as Record<string, unknown>
  const text = JSON.stringify([id.toLowerCase(), ...members.map((member) => values[member] ?? null)])
  return createHash('sha256').update(text).digest().readBigUInt64BE()
}

/** Returns the buckets in which two digests differ, as `kind:bucket`. */
export function differingBuckets(own: Digest, other: Digest): string[] {
  return REPLICA_KINDS.flatMap((kind) => {
    const buckets = new Set([...Object.keys(own[kind] ?? {}), ...Object.keys(other[kind] ?? {})])
    return [...buckets]
      .filter((bucket) => own[kind]?.[bucket] !== other[kind]?.[bucket])
      .map((bucket) => `${kind}:${bucket}`)
  })
}
