import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { refreshTokens } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { Sessions } from '#shared/contracts/account/sessions.ts'
import { Problem } from '#shared/problems/problem.ts'

/** Returns the active sessions of a user, last used first. Each is a family of refresh tokens. */
export async function listSessions(tx: PlatformTx, { id, sessionId }: Actor): Promise<Sessions['items']> {
  const { rows } = await tx.execute<{
    id: string
    startedAt: Date
    lastUsedAt: Date
    clientId: string
    address: string | null
    userAgent: string | null
  }>(sql`
    SELECT family_id AS id, min(started_at) AS "startedAt", max(created_at) AS "lastUsedAt",
      min(client_id) AS "clientId", (array_agg(address ORDER BY created_at DESC))[1] AS address,
      (array_agg(user_agent ORDER BY created_at DESC))[1] AS "userAgent"
    FROM refresh_tokens WHERE account_id = ${id}
    GROUP BY family_id
    HAVING max(expires_at) > now() AND count(revoked_at) = 0
    ORDER BY max(created_at) DESC, family_id`)
  return rows.map(({ startedAt, lastUsedAt, ...session }) => ({
    ...session,
    startedAt: new Date(startedAt).toISOString(),
    lastUsedAt: new Date(lastUsedAt).toISOString(),
    isCurrent: session.id === sessionId,
  }))
}

/** Ends a session. Throws `not_found` when it does not belong to the user. */
export async function endSession(tx: PlatformTx, { id }: Actor, sessionId: string): Promise<void> {
  const ended = await tx
    .update(refreshTokens)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(refreshTokens.accountId, id),
        eq(refreshTokens.familyId, sessionId),
        isNull(refreshTokens.revokedAt),
      ),
    )
    .returning({ id: refreshTokens.familyId })
  if (ended.length === 0) throw new Problem('not_found', { detail: `You have no session ${sessionId}` })
}

/**
 * Ends all sessions of an account, all but one, or those in one organization. Their access tokens are refused
 * immediately (hub/auth/actor.ts).
 */
export async function endSessions(
  tx: PlatformTx,
  accountId: string,
  kept: string | null = null,
  organizationId?: string,
): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(refreshTokens.accountId, accountId),
        isNull(refreshTokens.revokedAt),
        kept === null ? undefined : ne(refreshTokens.familyId, kept),
        organizationId === undefined ? undefined : eq(refreshTokens.organizationId, organizationId),
      ),
    )
}
