import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { hashOrigin } from '#hub/auth/origin.ts'
import { hashPassword, isPasswordRight } from '#hub/auth/password.ts'
import { isTrustedOrigin, trustOrigin } from '#hub/auth/trusted-origins.ts'
import { refuseWeakPassword } from '#hub/auth/weak-password.ts'
import { hashSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import { invitations } from '#hub/db/tables/mail.ts'
import { employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { Password } from '#shared/contracts/account/auth.ts'
import type { AcceptInvitation, ShownInvitation } from '#shared/contracts/organization/invitations.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'

const isGood = (token: string) =>
  and(eq(invitations.tokenHash, hashSecret(token)), gt(invitations.expiresAt, new Date()))

/** Throws link_invalid. */
async function findInvited(tx: PlatformTx, token: string) {
  const [invitation] = await tx.select().from(invitations).where(isGood(token))
  if (!invitation) throw new Problem('link_invalid')
  const [account] = await tx.select().from(accounts).where(eq(accounts.email, invitation.email))
  return { invitation, account }
}

/** For the page that the link leads to: who has it reads the mail of the address. Throws link_invalid. */
export async function showInvitation(
  { db }: Pick<HubContext, 'db'>,
  token: string,
): Promise<ShownInvitation> {
  const { invitation, account } = await db.platform((tx) => findInvited(tx, token))
  const { organizationId, email } = invitation
  const [organization] = await db.read(organizationId, (tx) =>
    tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organizationId)),
  )
  return { organizationName: organization?.name ?? '', email, hasAccount: account !== undefined }
}

/**
 * Gives the employee an account: a new one, or the one that the address has, whose password is then needed. Works once, even
 * twice in one moment. Throws link_invalid, invalid_request for a wrong or weak password, too_many_attempts, and duplicate
 * when the account is another employee's of the organization.
 */
export async function acceptInvitation(
  hub: Pick<HubContext, 'db' | 'rateLimiter' | 'originKey'>,
  { token, password }: AcceptInvitation,
  origin: string,
): Promise<{ organizationId: string; email: string }> {
  const { invitation, account } = await hub.db.platform((tx) => findInvited(tx, token))
  const { organizationId, employeeId, email } = invitation
  let passwordHash: string | undefined
  if (account) await checkPassword(hub, account, password, origin)
  else {
    const chosen = Password.safeParse(password)
    if (!chosen.success) throw invalidField(['password'], chosen.error.issues[0]?.message ?? 'is wrong')
    refuseWeakPassword(password, ['password'], { email })
    passwordHash = await hashPassword(password)
  }
  await hub.db.transact(organizationId, async (tx) => {
    const [taken] = await tx.delete(invitations).where(isGood(token)).returning()
    if (!taken) throw new Problem('link_invalid')
    const accountId = account?.id ?? newId()
    if (passwordHash !== undefined) {
      // Somebody may have signed up with the address meanwhile: their password is needed then.
      const made = await tx
        .insert(accounts)
        .values({ id: accountId, email, passwordHash, organizationId, emailVerifiedAt: new Date() })
        .onConflictDoNothing({ target: accounts.email })
        .returning({ id: accounts.id })
      if (made.length === 0) throw new Problem('email_taken')
    } else {
      await tx.update(accounts).set({ emailVerifiedAt: new Date() }).where(eq(accounts.id, accountId))
    }
    const linked = await tx
      .update(employees)
      .set({
        ...{ accountId, isAccountActive: true },
        ...{ version: sql`${employees.version} + 1`, updatedAt: sql`now()` },
      })
      .where(
        and(
          eq(employees.organizationId, organizationId),
          eq(employees.id, employeeId),
          eq(employees.email, email),
          eq(employees.isArchived, false),
          isNull(employees.accountId),
        ),
      )
      .returning({ id: employees.id })
    // Archived, or given another address since.
    if (linked.length === 0) throw new Problem('link_invalid')
    await trustOrigin(tx, accountId, hashOrigin(hub.originKey, accountId, origin))
  })
  return { organizationId, email }
}

/** As a sign-in counts failures: whoever has the link alone does not guess the password. */
async function checkPassword(
  hub: Pick<HubContext, 'db' | 'rateLimiter' | 'originKey'>,
  { id, email, passwordHash, isActive, isSuperAdmin }: typeof accounts.$inferSelect,
  password: string,
  origin: string,
): Promise<void> {
  const isTrusted = await hub.db.platform((tx) =>
    isTrustedOrigin(tx, id, hashOrigin(hub.originKey, id, origin)),
  )
  const attempt = await hub.rateLimiter.signIn(email, origin, isTrusted)
  const isRight = await isPasswordRight(passwordHash, password)
  if (!isRight || !isActive) throw invalidField(['password'], 'is wrong', 'wrong_password')
  await attempt.succeeded()
  if (isSuperAdmin) throw new Problem('email_taken', { detail: 'The account is a SuperAdmin’s' })
}
