import { eq, sql } from 'drizzle-orm'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { refreshTokens } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'

const REFRESH_TOKEN_DAYS = 30

/** A new refresh token; the caller alone ever sees it. Without a family it begins one: a new sign-in. */
export async function issueRefreshToken(
  tx: PlatformTx,
  accountId: string,
  familyId = newId(),
): Promise<string> {
  const token = newSecret()
  await tx.insert(refreshTokens).values({
    tokenHash: hashSecret(token),
    familyId,
    accountId,
    expiresAt: sql`now() + make_interval(days => ${REFRESH_TOKEN_DAYS})`,
  })
  return token
}

/**
 * Takes a refresh token in for a new one. A token that was used before ends its whole family: either the thief or the
 * owner holds the newer one, and nobody can tell which (RFC 9700, 4.14.2).
 */
export async function useRefreshToken(
  tx: PlatformTx,
  token: string,
): Promise<{ accountId: string; familyId: string } | 'unknown' | 'reused'> {
  const tokenHash = hashSecret(token)
  const [found] = await tx
    .select({
      accountId: refreshTokens.accountId,
      familyId: refreshTokens.familyId,
      usedAt: refreshTokens.usedAt,
      // Of any of the family: one that was issued while the family was being ended is not marked itself.
      isEnded: sql<boolean>`EXISTS (
        SELECT 1 FROM refresh_tokens relative
        WHERE relative.family_id = ${refreshTokens}.family_id AND relative.revoked_at IS NOT NULL)`,
      isExpired: sql<boolean>`${refreshTokens.expiresAt} < now()`,
    })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash))
    .for('update')
  if (!found || found.isExpired || found.isEnded) return 'unknown'
  if (found.usedAt) {
    await tx
      .update(refreshTokens)
      .set({ revokedAt: sql`now()` })
      .where(eq(refreshTokens.familyId, found.familyId))
    return 'reused'
  }
  await tx.update(refreshTokens).set({ usedAt: sql`now()` }).where(eq(refreshTokens.tokenHash, tokenHash))
  return found
}
