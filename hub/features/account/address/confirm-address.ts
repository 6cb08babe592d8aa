import { hashOrigin } from '#hub/auth/origin.ts'
import { isPasswordRight } from '#hub/auth/password.ts'
import { isTrustedOrigin, trustOrigin } from '#hub/auth/trusted-origins.ts'
import type { HubContext } from '#hub/context.ts'
import type { PublicAuthor } from '#hub/http/public-author.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import type { Caller } from '../second-factor/factor.ts'
import { findByLink, takeLink } from './mailed-link.ts'
import { proveAddress } from './prove-address.ts'

type Hub = Pick<HubContext, 'db' | 'originKey' | 'rateLimiter'>

/**
 * Confirms the address by an emailed link that its owner opened while signed in. The session and the password
 * stay valid. Throws `link_invalid`, also for the link of another account.
 */
export async function confirmOwnAddress(
  { db, originKey }: Pick<Hub, 'db' | 'originKey'>,
  { actor, author, origin }: Caller,
  token: string,
): Promise<void> {
  const { id, sessionId } = actor
  await db.platform(async (tx) => {
    await takeLink(tx, id, token)
    await proveAddress(tx, id, { password: 'kept', keptSession: sessionId })
    await trustOrigin(tx, id, hashOrigin(originKey, id, origin))
  }, author)
}

/**
 * Confirms the address by an emailed link that was opened without a sign-in. A user who received the link but
 * did not sign up does not know the password, and chooses a new one with the same link (reset-password.ts).
 * Wrong passwords count like those at sign-in. All sessions end. Returns the address. Throws `link_invalid`,
 * `wrong_password` and `too_many_attempts`.
 */
export async function confirmAddress(
  { db, originKey, rateLimiter }: Hub,
  { token, password }: { token: string; password: string },
  origin: string,
  authorOf: PublicAuthor,
): Promise<{ email: string }> {
  const { account, isTrusted } = await db.platform(async (tx) => {
    const account = await findByLink(tx, token)
    const originHash = hashOrigin(originKey, account.id, origin)
    return { account, isTrusted: await isTrustedOrigin(tx, account.id, originHash) }
  })
  const { id, email, passwordHash } = account
  // The link was for choosing a new password, or was used by a concurrent request.
  if (account.emailVerifiedAt) throw new Problem('link_invalid')
  const attempt = await rateLimiter.signIn(email, origin, isTrusted)
  if (!(await isPasswordRight(passwordHash, password))) throw wrongPassword()
  await attempt.succeeded()
  const author = authorOf({ ...account, accountId: id, kind: 'address-proofs', recordId: id })
  await db.platform(async (tx) => {
    const { account: now } = await takeLink(tx, id, token)
    if (now.passwordHash !== passwordHash) throw wrongPassword()
    await proveAddress(tx, id, { password: 'kept' })
    await trustOrigin(tx, id, hashOrigin(originKey, id, origin))
  }, author)
  return { email }
}

const wrongPassword = (): Problem => invalidField(['password'], 'is wrong', 'wrong_password')
