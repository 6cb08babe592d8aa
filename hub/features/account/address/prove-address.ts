import { and, eq, isNull } from 'drizzle-orm'
import { passwordResets } from '#hub/db/tables/mail.ts'
import {
  accountIdentities,
  accounts,
  passkeyChallenges,
  passkeys,
  secondFactors,
  trustedOrigins,
} from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { Account } from '../token/grants.ts'

/** Password after the proof. Only a user who entered the old password keeps it. */
type PasswordAfter = 'kept' | Pick<Account, 'passwordHash' | 'hasPassword'>

interface Proof {
  password: PasswordAfter
  /** Session that continues, which is that of the user who has just proved the address. */
  keptSession?: string | null
}

/**
 * Locks an account, so that a sign-in, a reset and a proof of one account run one after another. Lock it
 * before any row that belongs to it. Returns undefined when the account does not exist any longer.
 */
export async function lockAccount(tx: PlatformTx, accountId: string): Promise<Account | undefined> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update')
  return account
}

/**
 * Records the first proof that an account belongs to the owner of its address. Until then, anybody could have
 * created the account, so every way to sign in is removed: passkeys, identities, second factor, sessions,
 * known origins, open links and challenges, and the password unless it is kept. Runs in the transaction of
 * the proof: an emailed link, an invitation, or a sign-on with a verified address. Returns false and changes
 * nothing when the address was already proved, also by a concurrent request.
 */
export async function proveAddress(
  tx: PlatformTx,
  accountId: string,
  { password, keptSession = null }: Proof,
): Promise<boolean> {
  const account = await lockAccount(tx, accountId)
  if (!account || account.emailVerifiedAt) return false
  const emailVerifiedAt = new Date()
  await tx.delete(passkeys).where(eq(passkeys.accountId, accountId))
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.accountId, accountId))
  await tx.delete(accountIdentities).where(eq(accountIdentities.accountId, accountId))
  await tx.delete(secondFactors).where(eq(secondFactors.accountId, accountId))
  await tx.delete(trustedOrigins).where(eq(trustedOrigins.accountId, accountId))
  await spendLinks(tx, accountId)
  await tx
    .update(accounts)
    .set({ ...(password !== 'kept' && password), emailVerifiedAt, waysSuspendedAt: null })
    .where(eq(accounts.id, accountId))
  // Done last: a concurrent sign-in either waits for the lock or is among the ended sessions.
  await endSessions(tx, accountId, keptSession)
  return true
}

/** Invalidates all open links that were emailed to the owner of the account. */
export async function spendLinks(tx: PlatformTx, accountId: string): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: new Date() })
    .where(and(eq(passwordResets.accountId, accountId), isNull(passwordResets.usedAt)))
}
