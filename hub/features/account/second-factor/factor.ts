import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Actor, organizationOf } from '#hub/auth/actor.ts'
import { isPasswordRight } from '#hub/auth/password.ts'
import type { HubContext } from '#hub/context.ts'
import { employees, organizationSettings } from '#hub/db/tables/organization.ts'
import { accounts, secondFactors } from '#hub/db/tables/platform.ts'
import type { Author, PlatformTx } from '#hub/db/transact.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import type {
  DisableSecondFactor,
  SecondFactorEnrolment,
  SecondFactorStatus,
} from '#shared/contracts/account/second-factor.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { must } from '#shared/std/must.ts'
import { endSessions } from '../sessions/sessions.ts'
import { hashRecoveryCode, newRecoveryCodes, newSecretOfApp, uriOf } from './codes.ts'
import {
  findFactor,
  type Match,
  matchCode,
  placeOfSecret,
  type SecondFactor,
  spendCode,
} from './match-code.ts'

type Hub = Pick<HubContext, 'db' | 'rateLimiter' | 'keyRing'>

/** The authenticated user, and the origin for which guesses are counted. */
export interface Caller {
  actor: Actor
  author: Author
  origin: string
}

export async function readStatus({ db }: Pick<Hub, 'db'>, actor: Actor): Promise<SecondFactorStatus> {
  const factor = await db.platform((tx) => findFactor(tx, actor.id))
  const isEnabled = factor?.confirmedAt != null
  return {
    isEnabled,
    enabledAt: factor?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: isEnabled ? factor.recoveryHashes.length : 0,
    isRequired: await isRequired({ db }, actor),
  }
}

/** Begins an enrolment. Replaces an earlier secret that was not confirmed. Throws `second_factor_on`. */
export async function enrol(
  tx: PlatformTx,
  keyRing: KeyRing,
  accountId: string,
): Promise<SecondFactorEnrolment> {
  const secret = newSecretOfApp()
  const values = { sealedSecret: keyRing.seal(secret, placeOfSecret(accountId)) }
  const begun = await tx
    .insert(secondFactors)
    .values({ accountId, ...values })
    .onConflictDoUpdate({
      target: secondFactors.accountId,
      set: { ...values, createdAt: sql`now()` },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ accountId: secondFactors.accountId })
  if (begun.length === 0) throw new Problem('second_factor_on')
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return { secret, otpauthUri: uriOf(secret, must(account).email) }
}

/**
 * Confirms the enrolment with the first code from the app and returns the recovery codes. All other sessions
 * end, because they began without the factor. For a confirmed factor, consumes the code and returns null.
 * Throws `second_factor_off`, `wrong_code` and `too_many_attempts`.
 */
export async function verify(hub: Hub, caller: Caller, code: string): Promise<string[] | null> {
  const { id, sessionId } = caller.actor
  const factor = await hub.db.platform((tx) => findFactor(tx, id))
  if (!factor) throw new Problem('second_factor_off')
  const match = await requireCode(hub, caller, factor, code)
  if (factor.confirmedAt) {
    await hub.db.platform((tx) => spend(tx, id, match), caller.author)
    return null
  }
  const codes = newRecoveryCodes()
  await hub.db.platform(async (tx) => {
    const confirmed = await tx
      .update(secondFactors)
      .set({
        ...('step' in match && { lastStep: match.step, drift: match.drift }),
        confirmedAt: sql`now()`,
        recoveryHashes: hashesOf(id, codes),
      })
      // A secret that replaced this one in the meantime must not be confirmed.
      .where(and(ofSecret(factor), isNull(secondFactors.confirmedAt)))
      .returning({ accountId: secondFactors.accountId })
    if (confirmed.length === 0)
      throw invalidField(['code'], 'belongs to a secret that was replaced', 'wrong_code')
    await endSessions(tx, id, sessionId)
  }, caller.author)
  return codes
}

/**
 * Replaces the recovery codes. Earlier codes become invalid. Throws `second_factor_off`, `wrong_code` and
 * `too_many_attempts`.
 */
export async function renewRecoveryCodes(hub: Hub, caller: Caller, code: string): Promise<string[]> {
  const { id } = caller.actor
  const match = await requireCode(hub, caller, await confirmedFactor(hub, id), code)
  const codes = newRecoveryCodes()
  await hub.db.platform(async (tx) => {
    await spend(tx, id, match)
    await tx
      .update(secondFactors)
      .set({ recoveryHashes: hashesOf(id, codes) })
      .where(eq(secondFactors.accountId, id))
  }, caller.author)
  return codes
}

/**
 * Disables the second factor. Throws `second_factor_off`, `second_factor_stays`, `wrong_password`,
 * `wrong_code` and `too_many_attempts`.
 */
export async function disable(
  hub: Hub,
  caller: Caller,
  { password, code }: DisableSecondFactor,
): Promise<void> {
  const { id } = caller.actor
  const factor = await confirmedFactor(hub, id)
  if (await isRequired(hub, caller.actor)) throw new Problem('second_factor_stays')
  await refuseWrongPassword(hub, caller, password)
  const match = await requireCode(hub, caller, factor, code)
  await hub.db.platform(async (tx) => {
    await spend(tx, id, match)
    await tx.delete(secondFactors).where(eq(secondFactors.accountId, id))
  }, caller.author)
}

/**
 * Checks the password. Attempts are limited like sign-ins from a known origin, because an intruder in an open
 * session could guess. Throws `wrong_password` and `too_many_attempts`.
 */
export async function refuseWrongPassword(
  { db, rateLimiter }: Hub,
  { actor, origin }: Caller,
  password: string,
): Promise<void> {
  const [account] = await db.platform((tx) => tx.select().from(accounts).where(eq(accounts.id, actor.id)))
  const { email, passwordHash } = must(account, 'account')
  const attempt = await rateLimiter.signIn(email, origin, true)
  if (!(await isPasswordRight(passwordHash, password)))
    throw invalidField(['password'], 'is wrong', 'wrong_password')
  await attempt.succeeded()
}

/**
 * Checks a code. Attempts are limited like sign-ins from a known origin. Throws `wrong_code` and
 * `too_many_attempts`.
 */
export async function requireCode(
  { db, rateLimiter, keyRing }: Hub,
  { actor, origin }: Caller,
  factor: SecondFactor,
  code: string,
): Promise<Match> {
  const [account] = await db.platform((tx) =>
    tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, actor.id)),
  )
  const attempt = await rateLimiter.signIn(must(account, 'account').email, origin, true)
  const match = matchCode(keyRing, factor, code, factor.confirmedAt === null)
  if (!match) throw wrongCode()
  await attempt.succeeded()
  return match
}

/** Consumes the code. Throws `wrong_code` when another request was faster. */
export async function spend(tx: PlatformTx, accountId: string, match: Match): Promise<void> {
  if (!(await spendCode(tx, accountId, match))) throw wrongCode()
}

const wrongCode = (): Problem => invalidField(['code'], 'is wrong, or was used already', 'wrong_code')

async function confirmedFactor({ db }: Hub, accountId: string): Promise<SecondFactor> {
  const factor = await db.platform((tx) => findFactor(tx, accountId))
  if (!factor?.confirmedAt) throw new Problem('second_factor_off')
  return factor
}

const ofSecret = ({ accountId, sealedSecret }: SecondFactor) =>
  and(eq(secondFactors.accountId, accountId), eq(secondFactors.sealedSecret, sealedSecret))

const hashesOf = (accountId: string, codes: readonly string[]): string[] =>
  codes.map((code) => hashRecoveryCode(accountId, code))

/** True for every SuperAdmin, and for users whose role requires it in the organization. */
export async function isRequired({ db }: Pick<Hub, 'db'>, actor: Actor): Promise<boolean> {
  const { employeeId } = actor
  if (employeeId === null) return actor.isSuperAdmin
  return db.read(organizationOf(actor), async (tx) => {
    const rows = await tx
      .select({ id: employees.id })
      .from(employees)
      .innerJoin(organizationSettings, eq(organizationSettings.organizationId, employees.organizationId))
      .where(
        and(
          eq(employees.organizationId, tx.organizationId),
          eq(employees.id, employeeId),
          sql`${employees.roleId} = ANY(${organizationSettings.secondFactorRoleIds})`,
        ),
      )
    return rows.length > 0
  })
}
