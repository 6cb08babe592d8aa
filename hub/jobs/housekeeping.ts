import { and, eq, lt, sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import type { HubContext } from '#hub/context.ts'
import { idempotencyKeys, refreshTokens } from '#hub/db/tables/platform.ts'
import { allOrganizations, startPeriodic } from './periodic.ts'

const EVERY_MS = 24 * 60 * 60_000
/** Far longer than anybody repeats a request. */
const IDEMPOTENCY_KEY_DAYS = 30

/** Throws away what nobody can use any more: old Idempotency-Keys with their answers, expired refresh tokens. */
export function startHousekeeping(hub: HubContext): () => Promise<void> {
  return startPeriodic(hub, 'housekeeping', EVERY_MS, () => keepHouse(hub))
}

async function keepHouse(hub: HubContext): Promise<void> {
  await hub.db.platform((tx) => tx.delete(refreshTokens).where(lt(refreshTokens.expiresAt, sql`now()`)))
  // The nil id stands for the platform as a whole (hub/http/idempotency.ts).
  for (const organizationId of [NIL, ...(await allOrganizations(hub))]) {
    if (hub.stopping.aborted) return
    await hub.db.transact(organizationId, (tx) =>
      tx
        .delete(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.organizationId, organizationId),
            lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${IDEMPOTENCY_KEY_DAYS})`),
          ),
        ),
    )
  }
}
