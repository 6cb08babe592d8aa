import { and, eq, gt } from 'drizzle-orm'
import { hashSecret } from '#hub/config/secrets.ts'
import { signUpInvitations } from '#hub/db/tables/mail.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'

const isGood = (token: string) =>
  and(eq(signUpInvitations.tokenHash, hashSecret(token)), gt(signUpInvitations.expiresAt, new Date()))

/** Returns the address that the sign-up link was sent to. Throws `link_invalid`. */
export async function findInvitedAddress(tx: PlatformTx, token: string): Promise<string> {
  const [found] = await tx.select().from(signUpInvitations).where(isGood(token))
  if (!found) throw new Problem('link_invalid')
  return found.email
}

/** Throws `link_invalid`, and `invalid_request` when another address was invited. */
export async function checkInvited(tx: PlatformTx, token: string, email: string): Promise<void> {
  if ((await findInvitedAddress(tx, token)) !== email)
    throw invalidField(['email'], 'is not the invited address')
}

/**
 * Consumes the invitation. It works once, even for concurrent requests. Returns true when it proves the
 * address, because the holder of an emailed link receives the emails to the address. Throws `link_invalid`.
 */
export async function spendInvitation(tx: PlatformTx, token: string): Promise<boolean> {
  const [taken] = await tx.delete(signUpInvitations).where(isGood(token)).returning()
  if (!taken) throw new Problem('link_invalid')
  return !taken.isByHand
}

/** Deletes the sign-up invitations of an address that has an account. */
export async function forgetInvited(tx: PlatformTx, email: string): Promise<void> {
  await tx.delete(signUpInvitations).where(eq(signUpInvitations.email, email))
}
