import { onTestFinished } from 'vitest'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { MEMBERS_SINCE, membersOf } from '#shared/sync/members.ts'
import type { ReplicaKind } from '#shared/sync/replica-kinds.ts'

/** Names of record members by kind, or 'all' for the whole kind. */
type Later = Partial<Record<ReplicaKind, readonly string[] | 'all'>>

/** Adds a download schema with the given members until the end of the test. Tills of schema 1 do not know them. */
export function addDownloadSchema(later: Later): void {
  const before = { ...MEMBERS_SINCE }
  const { newest } = DOWNLOAD_SCHEMAS
  onTestFinished(() => {
    Object.assign(MEMBERS_SINCE, before)
    DOWNLOAD_SCHEMAS.newest = newest
  })
  for (const [kind, named] of Object.entries(later) as [ReplicaKind, readonly string[] | 'all'][]) {
    const members = membersOf(kind, newest)
    const isLater = (member: string): boolean => named === 'all' || named.includes(member)
    const known = members.filter((member) => !isLater(member))
    MEMBERS_SINCE[kind] = {
      ...(known.length > 0 && { [newest]: known }),
      [newest + 1]: members.filter(isLater),
    }
  }
  DOWNLOAD_SCHEMAS.newest = newest + 1
}
