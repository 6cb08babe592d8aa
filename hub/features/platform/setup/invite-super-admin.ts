import { eq } from 'drizzle-orm'
import { hashPassword } from '#hub/auth/password.ts'
import { newSecret } from '#hub/config/secrets.ts'
import { accounts, secondFactors } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { saveLink } from '#hub/features/account/address/mailed-link.ts'
import { readChannels } from '#hub/integrations/mail/channels.ts'
import { linkTo } from '#hub/integrations/mail/link-token.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { StartError } from '#shared/std/start-error.ts'

export const LINK_HOURS = 24

/**
 * Returns a link with which a SuperAdmin sets a password, redeemed like a password reset. Creates the account
 * if it does not exist. Throws StartError for a closed account, and for an account of another kind, so that
 * nobody is promoted by accident. `withoutFactor` removes the second factor.
 */
export async function inviteSuperAdmin(
  tx: PlatformTx,
  email: string,
  ownUrl: string,
  { withoutFactor = false }: { withoutFactor?: boolean } = {},
): Promise<string> {
  // The password is random and discarded. The account cannot be used without the link.
  const made = { id: newId(), email, isSuperAdmin: true, passwordHash: await hashPassword(newSecret()) }
  await tx.insert(accounts).values(made).onConflictDoNothing({ target: accounts.email })
  const [found] = await tx.select().from(accounts).where(eq(accounts.email, email)).for('update')
  const account = must(found, 'account')
  if (!account.isSuperAdmin) throw new StartError(`The account of ${email} is not a SuperAdmin`)
  if (!account.isActive) throw new StartError(`The account of ${email} is closed`)
  if (withoutFactor) await tx.delete(secondFactors).where(eq(secondFactors.accountId, account.id))
  const token = newSecret()
  await saveLink(tx, { id: newId(), accountId: account.id, token, minutes: LINK_HOURS * 60 })
  const { publicUrl } = await readChannels(tx)
  return linkTo(publicUrl ?? ownUrl, 'reset-password', token)
}
