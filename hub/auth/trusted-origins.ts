import { and, eq, lt, sql } from 'drizzle-orm'
import { trustedOrigins } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'

/** Days without a sign-in after which an origin is not trusted any longer. */
const TRUSTED_DAYS = 180

/**
 * Returns true when a sign-in to the account came from this origin (hub/auth/origin.ts: hashOrigin) in the
 * last 180 days.
 */
export async function isTrustedOrigin(
  tx: PlatformTx,
  accountId: string,
  originHash: Buffer,
): Promise<boolean> {
  const rows = await tx
    .select({ accountId: trustedOrigins.accountId })
    .from(trustedOrigins)
    .where(
      and(
        eq(trustedOrigins.accountId, accountId),
        eq(trustedOrigins.originHash, originHash),
        sql`${trustedOrigins.lastUsedAt} > now() - make_interval(days => ${TRUSTED_DAYS})`,
      ),
    )
  return rows.length > 0
}

export async function trustOrigin(tx: PlatformTx, accountId: string, originHash: Buffer): Promise<void> {
  await tx
    .insert(trustedOrigins)
    .values({ accountId, originHash })
    .onConflictDoUpdate({
      target: [trustedOrigins.accountId, trustedOrigins.originHash],
      set: { lastUsedAt: sql`now()` },
    })
}

/** Deletes old origins. Part of the housekeeping. */
export async function forgetOldOrigins(tx: PlatformTx): Promise<void> {
  await tx
    .delete(trustedOrigins)
    .where(lt(trustedOrigins.lastUsedAt, sql`now() - make_interval(days => ${TRUSTED_DAYS})`))
}
