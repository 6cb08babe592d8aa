import { and, eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { hashPassword, isPasswordRight } from '#hub/auth/password.ts'
import { refuseWeakPassword } from '#hub/auth/weak-password.ts'
import type { HubContext } from '#hub/context.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { Author } from '#hub/db/transact.ts'
import type { ChangePassword } from '#shared/contracts/account/sessions.ts'
import { invalidField, type Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { endSessions } from '../sessions/sessions.ts'
import { notifyPasswordChanged } from './password-changed.ts'

/**
 * Changes the password. All other sessions end, so anybody who knew the old password is signed out. Throws
 * `wrong_password` for a wrong current password, `weak_password`, and `invalid_request` for an unchanged one.
 * Throws `too_many_attempts`, because an intruder in an open session could guess the password.
 */
export async function changePassword(
  hub: Pick<HubContext, 'db' | 'rateLimiter' | 'jobs' | 'keyRing' | 'mail'>,
  { actor, author }: { actor: Actor; author: Author },
  origin: string,
  language: 'en' | 'ru',
  { currentPassword, newPassword }: ChangePassword,
): Promise<void> {
  const { db, rateLimiter } = hub
  const ofActor = eq(accounts.id, actor.id)
  const [found] = await db.platform((tx) => tx.select().from(accounts).where(ofActor))
  const { email, passwordHash } = must(found, 'account')
  const attempt = await rateLimiter.signIn(email, origin, true)
  if (!(await isPasswordRight(passwordHash, currentPassword))) throw wrongPassword()
  await attempt.succeeded()
  if (newPassword === currentPassword) throw invalidField(['newPassword'], 'is the current one')
  refuseWeakPassword(newPassword, ['newPassword'], { email })
  const hash = await hashPassword(newPassword)
  await db.platform(async (tx) => {
    const changed = await tx
      .update(accounts)
      .set({ passwordHash: hash, hasPassword: true })
      // Matches no row when a concurrent request has changed the password or proved the address.
      .where(and(ofActor, eq(accounts.passwordHash, passwordHash)))
      .returning({ id: accounts.id })
    if (changed.length === 0) throw wrongPassword()
    await endSessions(tx, actor.id, actor.sessionId)
    await notifyPasswordChanged(tx, hub, { email, language, key: newId() })
  }, author)
  hub.jobs.wake('mail')
}

const wrongPassword = (): Problem => invalidField(['currentPassword'], 'is wrong', 'wrong_password')
