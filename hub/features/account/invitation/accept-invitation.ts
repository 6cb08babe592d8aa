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
import {
  findFactor,
  type Match,
  matchCode,
  spendCode,
} from '#hub/features/account/second-factor/match-code.ts'
import { Password } from '#shared/contracts/account/auth.ts'
import type { AcceptInvitation, ShownInvitation } from '#shared/contracts/organization/invitations.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { lockAccount, proveAddress } from '../address/prove-address.ts'

const isGood = (token: string) =>
  and(eq(invitations.tokenHash, hashSecret(token)), gt(invitations.expiresAt, new Date()))

/** Returns the invitation of the link and the account with its address, if any. Throws `link_invalid`. */
async function findInvited(tx: PlatformTx, token: string) {
  const [invitation] = await tx.select().from(invitations).where(isGood(token))
  if (!invitation) throw new Problem('link_invalid')
  const [account] = await tx.select().from(accounts).where(eq(accounts.email, invitation.email))
  return { invitation, account }
}

/** Returns the invitation for the page that the link opens. Throws `link_invalid`. */
export async function showInvitation(
  { db }: Pick<HubContext, 'db'>,
  token: string,
): Promise<ShownInvitation> {
  const { invitation, account } = await db.platform((tx) => findInvited(tx, token))
  const { organizationId, email } = invitation
  const [organization] = await db.read(organizationId, (tx) =>
    tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organizationId)),
  )
  return { organizationName: organization?.name ?? '', email, hasAccount: needsPassword(invitation, account) }
}

type Account = typeof accounts.$inferSelect

/**
 * True when accepting requires the account's password. The holder of an emailed link receives the emails to
 * the address, so an account whose address was never proved belongs to them. A link passed on by a colleague
 * proves nothing.
 */
const needsPassword = (
  { isByHand }: Pick<typeof invitations.$inferSelect, 'isByHand'>,
  account: Account | undefined,
): account is Account => account !== undefined && (isByHand || account.emailVerifiedAt !== null)

/**
 * Gives the employee an account: a new one, or the existing one with the address. The password of an existing
 * account is required when its address is proved, and for a link that a colleague passed on. Otherwise
 * anybody could have created the account. The emailed invitation is then the first proof, so the given
 * password replaces the old one. Works only once, even for concurrent requests. Throws `link_invalid`,
 * `wrong_password`, `weak_password`, `invalid_request` for a new password of the wrong length, and
 * `too_many_attempts`. Throws `email_taken` for the account of a SuperAdmin, or for one created in the
 * meantime. Throws `duplicate` when the account belongs to another employee of the organization.
 */
export async function acceptInvitation(
  hub: Pick<HubContext, 'db' | 'rateLimiter' | 'originKey' | 'keyRing'>,
  { token, password, code }: AcceptInvitation,
  origin: string,
): Promise<{ organizationId: string; email: string }> {
  const { invitation, account } = await hub.db.platform((tx) => findInvited(tx, token))
  const { organizationId, employeeId, email } = invitation
  let passwordHash: string | undefined
  let match: Match | undefined
  if (needsPassword(invitation, account)) match = await checkOwner(hub, account, { password, code, origin })
  else {
    if (account) refuseClosed(account)
    const chosen = Password.safeParse(password)
    if (!chosen.success) throw invalidField(['password'], chosen.error.issues[0]?.message ?? 'is wrong')
    refuseWeakPassword(password, ['password'], { email })
    passwordHash = await hashPassword(password)
  }
  await hub.db.transact(organizationId, async (tx) => {
    const [taken] = await tx.delete(invitations).where(isGood(token)).returning()
    if (!taken) throw new Problem('link_invalid')
    const accountId = account?.id ?? newId()
    if (passwordHash === undefined) await refuseChanged(tx, must(account), match)
    else if (account) {
      const password = { passwordHash, hasPassword: true }
      // A concurrent request has proved the address, so the current password is required.
      if (!(await proveAddress(tx, accountId, { password }))) throw wrongCredentials()
    } else {
      const emailVerifiedAt = taken.isByHand ? null : new Date()
      const made = await tx
        .insert(accounts)
        .values({ id: accountId, email, passwordHash, organizationId, emailVerifiedAt })
        .onConflictDoNothing({ target: accounts.email })
        .returning({ id: accounts.id })
      // A concurrent request has signed up with the address.
      if (made.length === 0) throw new Problem('email_taken')
    }
    const linked = await tx
      .update(employees)
      .set({
        accountId,
        isAccountActive: true,
        version: sql`${employees.version} + 1`,
        updatedAt: sql`now()`,
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
    // The employee was archived or got another address in the meantime.
    if (linked.length === 0) throw new Problem('link_invalid')
    await trustOrigin(tx, accountId, hashOrigin(hub.originKey, accountId, origin))
  })
  return { organizationId, email }
}

/**
 * Checks password and code together and counts failures like a sign-in, so that a link alone does not help to
 * guess either. Returns the match of the code, to be consumed later, or undefined for an account without a
 * second factor.
 */
async function checkOwner(
  hub: Pick<HubContext, 'db' | 'rateLimiter' | 'originKey' | 'keyRing'>,
  { id, email, passwordHash, isActive, isSuperAdmin }: Account,
  { password, code = '', origin }: { password: string; code?: string | undefined; origin: string },
): Promise<Match | undefined> {
  const { isTrusted, factor } = await hub.db.platform(async (tx) => ({
    isTrusted: await isTrustedOrigin(tx, id, hashOrigin(hub.originKey, id, origin)),
    factor: await findFactor(tx, id),
  }))
  const attempt = await hub.rateLimiter.signIn(email, origin, isTrusted)
  const isRight = await isPasswordRight(passwordHash, password)
  const match = matchCode(hub.keyRing, factor, code)
  const isCodeNeeded = factor?.confirmedAt != null
  if (!isRight || !isActive || (isCodeNeeded && !match)) throw wrongCredentials()
  await attempt.succeeded()
  refuseClosed({ isActive, isSuperAdmin })
  return isCodeNeeded ? match : undefined
}

/**
 * Throws for accounts that cannot be used. A SuperAdmin cannot be an employee (`email_taken`), and a closed
 * account stays closed (`wrong_password`).
 */
function refuseClosed({ isActive, isSuperAdmin }: Pick<Account, 'isActive' | 'isSuperAdmin'>): void {
  if (!isActive) throw wrongCredentials()
  if (isSuperAdmin) throw new Problem('email_taken', { detail: 'The account belongs to a SuperAdmin' })
}

/** Checks that the account still has the verified password, and consumes the code. Throws `wrong_password`. */
async function refuseChanged(tx: PlatformTx, account: Account, match: Match | undefined): Promise<void> {
  const now = await lockAccount(tx, account.id)
  if (now?.passwordHash !== account.passwordHash) throw wrongCredentials()
  if (match && !(await spendCode(tx, account.id, match))) throw wrongCredentials()
}

const wrongCredentials = (): Problem =>
  invalidField(['password'], 'is wrong, or the code of the second factor is wrong', 'wrong_password')
