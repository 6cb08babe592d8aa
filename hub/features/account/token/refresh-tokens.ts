import { createHmac } from 'node:crypto'
import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Proof } from '#hub/auth/proof.ts'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { accounts, refreshTokens } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'

const REFRESH_TOKEN_DAYS = 30
/** Longest sign-in, however often it is renewed; for those who run the platform, within a day. */
const LONGEST_SESSION = '90 days'
const LONGEST_SESSION_OF_SUPER_ADMIN = '12 hours'
/**
 * Grace period for a used token: two tabs of a browser may renew the same token at the same moment, and a
 * response may be lost.
 */
const GRACE_SECONDS = 30

/** Owner of a refresh token, and its position among those of its sign-in. */
export interface Issued {
  accountId: string
  /** null for a SuperAdmin. */
  organizationId: string | null
  clientId: string
  familyId: string
  /** Start of its family. */
  startedAt: Date
  /** Hash of the token that it was issued for. */
  parentHash: Buffer | null
  proof: Proof
}

/** Origin of a token request, as the list of sessions shows it. */
interface Origin {
  address: string
  userAgent: string | null
}

export interface IssuedToken extends Pick<Issued, 'accountId' | 'organizationId'> {
  /** Only the caller ever sees it. */
  token: string
  familyId: string
  proof: Proof
}

/** Issues a refresh token. Without a family it begins one: a new sign-in. `token` is that of a renewal. */
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
    // Repeat of the same renewal, within the grace period.
    .onConflictDoNothing({ target: refreshTokens.tokenHash })
  return { token, familyId, proof, accountId: issued.accountId, organizationId: issued.organizationId }
}

/**
 * Returns the only token that a token is ever exchanged for. It is recomputed for a repeated request, since
 * only its hash is stored. Without the key nobody can compute it, whatever tokens they hold.
 */
const successorOf = (key: Buffer, token: string): string =>
  createHmac('sha256', key).update(token).digest('base64url')

/**
 * Redeems a refresh token; `token` of the result is the one to issue for it. A used token that comes back
 * ends its whole family: either the thief or the owner holds the newer one, and nobody can tell which (RFC
 * 9700, section 4.14.2). Within the grace period the token just used is accepted once more, as long as its
 * successor has not been used. The result is that same successor, so two holders of one token never get two
 * chains of it.
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
  // Separate statement: the previous one may have waited for another request, and does not see its writes.
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
 * Returns the state of a family. `hasGoneOn`: the successor of the token was used, or it has another one,
 * made with another key.
 */
async function stateOf(
  tx: PlatformTx,
  { familyId, tokenHash, successorHash }: { familyId: string; tokenHash: Buffer; successorHash: Buffer },
): Promise<{ isEnded: boolean; hasGoneOn: boolean }> {
  const relatives = await tx
    .select({
      // Applies to any token of the family: one that was issued while the family was being ended is not
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

/** Ends the sign-in that a refresh token belongs to; does nothing for an unknown token (RFC 7009). */
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

/** Returns the owner of a refresh token; undefined for an unknown token. */
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
