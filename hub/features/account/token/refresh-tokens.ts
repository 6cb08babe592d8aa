import { createHmac } from 'node:crypto'
import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Proof } from '#hub/auth/proof.ts'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { accounts, refreshTokens } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'

const REFRESH_TOKEN_DAYS = 30
/** Maximum duration of a session, however often it is renewed. For SuperAdmins it is less than a day. */
const LONGEST_SESSION = '90 days'
const LONGEST_SESSION_OF_SUPER_ADMIN = '12 hours'
/**
 * Grace period in seconds for a used token. Two tabs of a browser can renew the same token at once, and a
 * response can be lost.
 */
const GRACE_SECONDS = 30

/** Owner of a refresh token, and its position in its family. */
export interface Issued {
  accountId: string
  /** Null for a SuperAdmin. */
  organizationId: string | null
  clientId: string
  familyId: string
  /** Time when its family began. */
  startedAt: Date
  /** Hash of the token that this one replaced. */
  parentHash: Buffer | null
  proof: Proof
}

/** Origin of a token request, as shown in the list of sessions. */
interface Origin {
  address: string
  userAgent: string | null
}

export interface IssuedToken extends Pick<Issued, 'accountId' | 'organizationId'> {
  /** Only the client receives the token. */
  token: string
  familyId: string
  proof: Proof
}

/** Issues a refresh token. Without a family it begins one, as for a new sign-in. `token` is set for a renewal. */
export async function issueRefreshToken(
  tx: PlatformTx,
  {
    familyId = newId(),
    proof,
    token = newSecret(),
    ...issued
  }: Pick<Issued, 'accountId' | 'organizationId' | 'clientId' | 'proof'> &
    Partial<Issued & { token: string }> &
    Origin,
): Promise<IssuedToken> {
  await tx
    .insert(refreshTokens)
    .values({
      ...issued,
      familyId,
      tokenHash: hashSecret(token),
      provenAt: proof.authTime === 0 ? null : new Date(proof.authTime * 1000),
      methods: [...proof.methods],
      expiresAt: sql`now() + make_interval(days => ${REFRESH_TOKEN_DAYS})`,
    })
    // The same renewal was repeated within the grace period.
    .onConflictDoNothing({ target: refreshTokens.tokenHash })
  return { token, familyId, proof, accountId: issued.accountId, organizationId: issued.organizationId }
}

/**
 * Returns the only token for which a token can be exchanged. It is derived again for a repeated request,
 * because only its hash is stored. Without the key it cannot be derived, whatever tokens are known.
 */
const successorOf = (key: Buffer, token: string): string =>
  createHmac('sha256', key).update(token).digest('base64url')

/**
 * Redeems a refresh token. `token` of the result is the token to issue in exchange. A used token that is
 * presented again ends its whole family: either a thief or the owner has the newer one, and it is impossible
 * to tell which (RFC 9700, section 4.14.2). Within the grace period, the token just used is accepted once
 * more, as long as its successor has not been used. The result is then the same successor, so two holders of
 * one token never get two separate chains.
 */
export async function useRefreshToken(
  tx: PlatformTx,
  { key, token, clientId }: { key: Buffer; token: string; clientId: string },
): Promise<(Issued & { token: string }) | 'unknown' | 'reused'> {
  const tokenHash = hashSecret(token)
  const [found] = await tx
    .select({
      accountId: refreshTokens.accountId,
      organizationId: refreshTokens.organizationId,
      clientId: refreshTokens.clientId,
      familyId: refreshTokens.familyId,
      usedAt: refreshTokens.usedAt,
      provenAt: refreshTokens.provenAt,
      methods: refreshTokens.methods,
      startedAt: refreshTokens.startedAt,
      isExpired: sql<boolean>`${refreshTokens.expiresAt} < now() OR ${refreshTokens.startedAt} < now() - (
        SELECT CASE WHEN owner.is_super_admin THEN ${LONGEST_SESSION_OF_SUPER_ADMIN}::interval
          ELSE ${LONGEST_SESSION}::interval END
        FROM accounts owner WHERE owner.id = ${refreshTokens.accountId})`,
      isInGrace: sql<boolean>`${refreshTokens.usedAt} > now() - make_interval(secs => ${GRACE_SECONDS})`,
    })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash))
    .for('update')
  if (!found || found.isExpired || found.clientId !== clientId) return 'unknown'
  const { accountId, organizationId, familyId, startedAt } = found
  const successor = successorOf(key, token)
  // A separate statement, because the previous one may have waited for another request and would not see its
  // writes.
  const family = await stateOf(tx, { familyId, tokenHash, successorHash: hashSecret(successor) })
  if (family.isEnded) return 'unknown'
  if (found.usedAt && (!found.isInGrace || family.hasGoneOn)) {
    await endFamily(tx, familyId)
    return 'reused'
  }
  // The grace period begins with the first use.
  if (!found.usedAt)
    await tx.update(refreshTokens).set({ usedAt: sql`now()` }).where(eq(refreshTokens.tokenHash, tokenHash))
  const proof = { authTime: Math.floor((found.provenAt?.getTime() ?? 0) / 1000), methods: found.methods }
  const issued = { accountId, organizationId, clientId, familyId, startedAt, parentHash: tokenHash, proof }
  return { ...issued, token: successor }
}

/**
 * Returns the state of a family. `hasGoneOn` is true when the token's successor was used, or when the token
 * has another successor, made with another key.
 */
async function stateOf(
  tx: PlatformTx,
  { familyId, tokenHash, successorHash }: { familyId: string; tokenHash: Buffer; successorHash: Buffer },
): Promise<{ isEnded: boolean; hasGoneOn: boolean }> {
  const relatives = await tx
    .select({
      // Checked for any token of the family, because a token issued while the family was being ended is not
      // marked itself.
      isEnded: sql<boolean>`${refreshTokens.revokedAt} IS NOT NULL`,
    })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.familyId, familyId),
        or(
          isNotNull(refreshTokens.revokedAt),
          and(
            eq(refreshTokens.parentHash, tokenHash),
            or(isNotNull(refreshTokens.usedAt), ne(refreshTokens.tokenHash, successorHash)),
          ),
        ),
      ),
    )
  return { isEnded: relatives.some(({ isEnded }) => isEnded), hasGoneOn: relatives.length > 0 }
}

/** Ends the session of a refresh token. Does nothing for an unknown token (RFC 7009). */
export async function revokeRefreshToken(tx: PlatformTx, token: string): Promise<void> {
  const [found] = await tx
    .select({ familyId: refreshTokens.familyId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashSecret(token)))
  if (found) await endFamily(tx, found.familyId)
}

async function endFamily(tx: PlatformTx, familyId: string): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(refreshTokens.familyId, familyId), isNull(refreshTokens.revokedAt)))
}

/** Returns the owner of a refresh token, or undefined for an unknown token. */
export async function findOwner(tx: PlatformTx, token: string) {
  const [found] = await tx
    .select({
      accountId: accounts.id,
      organizationId: refreshTokens.organizationId,
      isSuperAdmin: accounts.isSuperAdmin,
    })
    .from(refreshTokens)
    .innerJoin(accounts, eq(accounts.id, refreshTokens.accountId))
    .where(eq(refreshTokens.tokenHash, hashSecret(token)))
  return found
}
