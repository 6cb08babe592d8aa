import { Problem } from '#shared/problems/problem.ts'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { shapeSince } from '#shared/sync/members.ts'
import { REPLICA_KINDS, type ReplicaKind } from '#shared/sync/replica-kinds.ts'

/** Schema in which the records of each kind got their current shape. */
const SHAPE_SINCE = Object.fromEntries(REPLICA_KINDS.map((kind) => [kind, shapeSince(kind)])) as Record<
  ReplicaKind,
  number
>

interface SchemaRange {
  oldest: number
  newest: number
}

/**
 * Returns the newest schema that both sides know. Throws Problem `agent_too_old` when the till knows none
 * that the hub supports.
 */
export function negotiateSchema(newestOfTill: number, spoken: SchemaRange = DOWNLOAD_SCHEMAS): number {
  const { oldest, newest } = spoken
  if (newestOfTill < oldest) {
    throw new Problem('agent_too_old', {
      detail: `This hub supports the schemas ${oldest} to ${newest}, the till knows ${newestOfTill} at most`,
      headers: { Upgrade: `counterfoil-sync/${oldest}` },
    })
  }
  return Math.min(newestOfTill, newest)
}

/** Returns the kinds that a till holds in another shape, because they changed between the two schemas. */
export function kindsOfOtherShape(held: number, answered: number, since = SHAPE_SINCE): ReplicaKind[] {
  const [older, newer] = [Math.min(held, answered), Math.max(held, answered)]
  return REPLICA_KINDS.filter((kind) => since[kind] > older && since[kind] <= newer)
}
