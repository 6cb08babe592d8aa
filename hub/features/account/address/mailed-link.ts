import { and, eq, gt, isNull } from 'drizzle-orm'
import { hashSecret } from '#hub/config/secrets.ts'
import { passwordResets } from '#hub/db/tables/mail.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Account } from '../token/grants.ts'
import { lockAccount } from './prove-address.ts'

const MINUTE_MS = 60_000

const isGood = (token: string) =>
  and(
    eq(passwordResets.tokenHash, hashSecret(token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, new Date()),
  )

/** Returns the account whose owner received the link by email. Throws `link_invalid`, also for a closed account. */
export async function findByLink(tx: PlatformTx, token: string): Promise<Account> {
  const [found] = await tx
    .select({ account: accounts })
    .from(passwordResets)
    .innerJoin(accounts, eq(accounts.id, passwordResets.accountId))
    .where(and(isGood(token), eq(accounts.isActive, true)))
  if (!found) throw new Problem('link_invalid')
  return found.account
}

/**
 * Consumes a link of the account. It works only once, even for concurrent requests. Locks the account.
 * Returns the id of the link and the current account. Throws `link_invalid`.
 */
export async function takeLink(
  tx: PlatformTx,
  accountId: string,
  token: string,
): Promise<{ linkId: string; account: Account }> {
  const account = await lockAccount(tx, accountId)
  const [taken] = await tx
    .update(passwordResets)
    .set({ usedAt: new Date() })
    .where(and(isGood(token), eq(passwordResets.accountId, accountId)))
    .returning({ id: passwordResets.id })
  if (!taken || !account?.isActive) throw new Problem('link_invalid')
  return { linkId: taken.id, account }
}

/**
 * Makes the link of an email valid from now on. `id` is that of the email. An email that is written again
 * contains the same link.
 */
export async function saveLink(
  tx: PlatformTx,
  { id, accountId, token, minutes }: { id: string; accountId: string; token: string; minutes: number },
): Promise<void> {
  const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + minutes * MINUTE_MS) }
  const tokenHash = hashSecret(token)
  await tx
    .insert(passwordResets)
    .values({ id, accountId, tokenHash, ...times })
    .onConflictDoUpdate({ target: passwordResets.id, set: { tokenHash, ...times } })
}
