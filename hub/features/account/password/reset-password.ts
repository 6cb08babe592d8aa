import { and, eq, gt, isNull } from 'drizzle-orm'
import { hashOrigin } from '#hub/auth/origin.ts'
import { hashPassword } from '#hub/auth/password.ts'
import { trustOrigin } from '#hub/auth/trusted-origins.ts'
import { refuseWeakPassword } from '#hub/auth/weak-password.ts'
import { hashSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import { passwordResets } from '#hub/db/tables/mail.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { PublicAuthor } from '#hub/http/public-author.ts'
import type { ResetPassword } from '#shared/contracts/account/password.ts'
import { Problem } from '#shared/problems/problem.ts'
import { endSessions } from '../sessions/sessions.ts'
import { tellPasswordChanged } from './password-changed.ts'

/**
 * Redeems the link of a mail: once, even twice in one moment. All sessions end, and so do other links of the account.
 * Answers the address of the account. Throws link_invalid, and invalid_request for a weak password, which leaves the link
 * as it is.
 */
export async function resetPassword(
  hub: HubContext,
  { token, newPassword }: ResetPassword,
  origin: string,
  language: 'en' | 'ru',
  authorOf: PublicAuthor,
): Promise<{ email: string }> {
  const isGood = and(
    eq(passwordResets.tokenHash, hashSecret(token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, new Date()),
  )
  const [found] = await hub.db.platform((tx) =>
    tx
      .select({
        ...{ accountId: accounts.id, email: accounts.email },
        ...{ organizationId: accounts.organizationId, isSuperAdmin: accounts.isSuperAdmin },
      })
      .from(passwordResets)
      .innerJoin(accounts, eq(accounts.id, passwordResets.accountId))
      .where(and(isGood, eq(accounts.isActive, true))),
  )
  if (!found) throw new Problem('link_invalid')
  const { accountId, email } = found
  refuseWeakPassword(newPassword, ['newPassword'], { email })
  const passwordHash = await hashPassword(newPassword)
  const author = authorOf({ ...found, kind: 'password-resets', recordId: accountId })
  await hub.db.platform(async (tx) => {
    const usedAt = new Date()
    const [used] = await tx
      .update(passwordResets)
      .set({ usedAt })
      .where(isGood)
      .returning({ id: passwordResets.id })
    if (!used) throw new Problem('link_invalid')
    const others = and(eq(passwordResets.accountId, accountId), isNull(passwordResets.usedAt))
    await tx.update(passwordResets).set({ usedAt }).where(others)
    await tx
      .update(accounts)
      .set({ passwordHash, hasPassword: true, emailVerifiedAt: usedAt })
      .where(eq(accounts.id, accountId))
    await endSessions(tx, accountId)
    // Who reads the mail of the account is its owner.
    await trustOrigin(tx, accountId, hashOrigin(hub.originKey, accountId, origin))
    await tellPasswordChanged(tx, hub, { email, language, key: used.id })
  }, author)
  hub.jobs.wake('mail')
  return { email }
}
