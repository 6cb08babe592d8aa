import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Proof } from '#hub/auth/proof.ts'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { accounts, refreshTokens } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'

const REFRESH_TOKEN_DAYS = 30
/** However often it is renewed, a sign-in ends after this long; of who runs the platform, within a day. */
const LONGEST_SESSION = '90 days'
const LONGEST_SESSION_OF_SUPER_ADMIN = '12 hours'
/** Two tabs of a browser may renew the same token at the same moment. */
const GRACE_SECONDS = 30

/** For whom a refresh token is, and where it stands among those of its sign-in. */
export interface Issued {
  accountId: string
  /** null for a SuperAdmin. */
  organizationId: string | null
  clientId: string
  familyId: string
  /** When its family began. */
  startedAt: Date
  /** The token that it is issued for. */
  parentHash: Buffer | null
  proof: Proof
}

/** Where a token is asked for, as the list of sessions shows it. */
interface Origin {
  address: string
  userAgent: string | null
}

export interface IssuedToken extends Pick<Issued, 'accountId' | 'organizationId'> {
  /** The caller alone ever sees it. */
  token: string
  familyId: string
  proof: Proof
}

/** A new refresh token. Without a family it begins one: a new sign-in. */
export async function issueRefreshToken(
  tx: PlatformTx,
  {
    familyId = newId(),
    proof,
    ...issued
  }: Pick<Issued, 'accountId' | 'organizationId' | 'clientId' | 'proof'> & Partial<Issued> & Origin,
): Promise<IssuedToken> {
  const token = newSecret()
  await tx.insert(refreshTokens).values({
    ...issued,
    familyId,
    tokenHash: hashSecret(token),
    provenAt: proof.authTime === 0 ? null : new Date(proof.authTime * 1000),
    methods: [...proof.methods],
    expiresAt: sql`now() + make_interval(days => ${REFRESH_TOKEN_DAYS})`,
  })
  return { token, familyId, proof, accountId: issued.accountId, organizationId: issued.organizationId }
}

/**
 * Takes a refresh token in for a new one. A used token that comes back ends its whole family: either the thief or the
 * owner holds the newer one, and nobody can tell which (RFC 9700, section 4.14.2). Within the grace the token that was
 * just used is good once more, as long as nothing that it was exchanged for has been used.
 */
export async function useRefreshToken(
  tx: PlatformTx,
  token: string,
  clientId: string,
): Promise<Issued | 'unknown' | 'reused'> {
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
      // Of any of the family: one that was issued while the family was being ended is not marked itself.
      isEnded: sql<boolean>`EXISTS (
        SELECT 1 FROM refresh_tokens relative
        WHERE relative.family_id = ${refreshTokens}.family_id AND relative.revoked_at IS NOT NULL)`,
      startedAt: refreshTokens.startedAt,
      isExpired: sql<boolean>`${refreshTokens.expiresAt} < now() OR ${refreshTokens.startedAt} < now() - (
        SELECT CASE WHEN owner.is_super_admin THEN ${LONGEST_SESSION_OF_SUPER_ADMIN}::interval
          ELSE ${LONGEST_SESSION}::interval END
        FROM accounts owner WHERE owner.id = ${refreshTokens.accountId})`,
      isInGrace: sql<boolean>`${refreshTokens.usedAt} > now() - make_interval(secs => ${GRACE_SECONDS})
        AND NOT EXISTS (
          SELECT 1 FROM refresh_tokens child
          WHERE child.parent_hash = ${refreshTokens}.token_hash AND child.used_at IS NOT NULL)`,
    })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash))
    .for('update')
  if (!found || found.isExpired || found.isEnded || found.clientId !== clientId) return 'unknown'
  const { accountId, organizationId, familyId, startedAt } = found
  if (found.usedAt && !found.isInGrace) {
    await endFamily(tx, familyId)
    return 'reused'
  }
  // The grace begins with the first use.
  if (!found.usedAt)
    await tx.update(refreshTokens).set({ usedAt: sql`now()` }).where(eq(refreshTokens.tokenHash, tokenHash))
  const proof = { authTime: Math.floor((found.provenAt?.getTime() ?? 0) / 1000), methods: found.methods }
  return { accountId, organizationId, clientId, familyId, startedAt, parentHash: tokenHash, proof }
}

/** Ends the sign-in that a refresh token belongs to; nothing happens when there is no such token (RFC 7009). */
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

/** Whose a refresh token is; undefined: there is no such token. */
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
