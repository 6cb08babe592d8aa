import { eq } from 'drizzle-orm'
import { hashOrigin } from '#hub/auth/origin.ts'
import { hashPassword } from '#hub/auth/password.ts'
import { trustOrigin } from '#hub/auth/trusted-origins.ts'
import { refuseWeakPassword } from '#hub/auth/weak-password.ts'
import type { HubContext } from '#hub/context.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { PublicAuthor } from '#hub/http/public-author.ts'
import type { ResetPassword } from '#shared/contracts/account/password.ts'
import { findByLink, takeLink } from '../address/mailed-link.ts'
import { proveAddress, spendLinks } from '../address/prove-address.ts'
import { endSessions } from '../sessions/sessions.ts'
import { hasWaysIn } from '../ways-in/ways-in.ts'
import { notifyPasswordChanged } from './password-changed.ts'

/**
 * Sets a new password with an emailed link. The link works once, even for concurrent requests. All sessions
 * and all other links of the account end. A user who can read the account's email is its owner. If the
 * address was not proved, this proves it and removes everything added before. Otherwise passkeys and
 * identities are suspended until the owner confirms them (../ways-in/). Returns the address of the account.
 * Throws `link_invalid`, and `weak_password`, which leaves the link valid.
 */
export async function resetPassword(
  hub: HubContext,
  { token, newPassword }: ResetPassword,
  origin: string,
  language: 'en' | 'ru',
  authorOf: PublicAuthor,
): Promise<{ email: string }> {
  const found = await hub.db.platform((tx) => findByLink(tx, token))
  const { id, email } = found
  refuseWeakPassword(newPassword, ['newPassword'], { email })
  const password = { passwordHash: await hashPassword(newPassword), hasPassword: true }
  const author = authorOf({ ...found, accountId: id, kind: 'password-resets', recordId: id })
  await hub.db.platform(async (tx) => {
    const { linkId } = await takeLink(tx, id, token)
    if (!(await proveAddress(tx, id, { password }))) {
      await spendLinks(tx, id)
      const waysSuspendedAt = (await hasWaysIn(tx, id)) ? new Date() : null
      await tx
        .update(accounts)
        .set({ ...password, waysSuspendedAt })
        .where(eq(accounts.id, id))
      await endSessions(tx, id)
    }
    await trustOrigin(tx, id, hashOrigin(hub.originKey, id, origin))
    await notifyPasswordChanged(tx, hub, { email, language, key: linkId })
  }, author)
  hub.jobs.wake('mail')
  return { email }
}
