import type { Actor } from '#hub/auth/actor.ts'
import type { PostingEvent } from '#shared/contracts/postings.ts'

const KEPT = 100

/** Returns the history of a document with one more event. The oldest events are dropped (docs/domain.md#posting). */
export function withPosting(
  history: readonly PostingEvent[],
  action: PostingEvent['action'],
  at: Date,
  { employeeId }: Pick<Actor, 'employeeId'>,
  overrides: PostingEvent['overrides'],
): PostingEvent[] {
  return [...history, { action, at: at.toISOString(), employeeId, overrides }].slice(-KEPT)
}
