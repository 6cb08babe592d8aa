import { Problem } from '#shared/problems/problem.ts'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { shapeSince } from '#shared/sync/members.ts'
import { REPLICA_KINDS, type ReplicaKind } from '#shared/sync/replica-kinds.ts'

interface SchemaRange {
  oldest: number
  newest: number
}

/**
 * Returns the newest schema known to both sides. Throws Problem `agent_too_old` when the till knows none of
 * the supported schemas.
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

/** Returns the kinds whose shape changed between the schema that the till holds and the schema of the response. */
export function kindsOfOtherShape(held: number, answered: number): ReplicaKind[] {
  const [older, newer] = [Math.min(held, answered), Math.max(held, answered)]
  return REPLICA_KINDS.filter((kind) => shapeSince(kind) > older && shapeSince(kind) <= newer)
}
