import { and, eq, gt, lt } from 'drizzle-orm'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { accountIdentities, accounts, signOnCodes } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'

export const CODE_SECONDS = 600

/** Identity that a user has proved to a provider, redeemable with a one-time code. */
export type Proven = typeof signOnCodes.$inferSelect

/**
 * Binds the code to the cookie of a browser. A code is valid only in the browser that began the sign-on. In
 * another browser, it would sign the user in to a stranger's account. The functions below take this combined
 * value as the code.
 */
export const boundCode = (code: string, cookie: string): string => `${code}.${cookie}`

/** Returns a code for the browser with this cookie. Code and cookie are stored together as a hash. */
export async function giveCode(
  tx: PlatformTx,
  proven: Pick<Proven, 'issuer' | 'subject' | 'email' | 'isEmailVerified' | 'provenAt'>,
  cookie: string,
): Promise<string> {
  const code = newSecret()
  const now = Date.now()
  await tx.delete(signOnCodes).where(lt(signOnCodes.expiresAt, new Date(now)))
  await tx.insert(signOnCodes).values({
    ...proven,
    codeHash: hashSecret(boundCode(code, cookie)),
    expiresAt: new Date(now + CODE_SECONDS * 1000),
  })
  return code
}

const isGood = (code: string) =>
  and(eq(signOnCodes.codeHash, hashSecret(code)), gt(signOnCodes.expiresAt, new Date()))

export async function findCode(tx: PlatformTx, code: string): Promise<Proven | undefined> {
  const [proven] = await tx.select().from(signOnCodes).where(isGood(code))
  return proven
}

/**
 * Consumes a code, because no code is valid twice. Returns undefined when it is invalid, or when another
 * request was faster.
 */
export async function spendSignOnCode(tx: PlatformTx, code: string): Promise<Proven | undefined> {
  const [proven] = await tx.delete(signOnCodes).where(isGood(code)).returning()
  return proven
}

/** Consumes a code outside token requests. Throws `wrong_code` naming the field. */
export async function spendGoodCode(tx: PlatformTx, code: string, field: string): Promise<Proven> {
  const proven = await spendSignOnCode(tx, code)
  if (!proven) throw wrongSignOnCode(field)
  return proven
}

export const wrongSignOnCode = (field: string): Problem =>
  invalidField([field], 'is unknown, used or expired: sign in at the provider again', 'wrong_code')

/** Returns the account of an identity, or undefined when the identity is not linked. */
export async function accountOf(tx: PlatformTx, { issuer, subject }: Pick<Proven, 'issuer' | 'subject'>) {
  const [found] = await tx
    .select({ account: accounts })
    .from(accountIdentities)
    .innerJoin(accounts, eq(accounts.id, accountIdentities.accountId))
    .where(and(eq(accountIdentities.issuer, issuer), eq(accountIdentities.subject, subject)))
  return found?.account
}

/** Links an identity. Returns false when the account already had it. Throws `identity_taken`. */
export async function saveIdentity(
  tx: PlatformTx,
  accountId: string,
  { issuer, subject, email }: Proven,
): Promise<boolean> {
  const made = await tx
    .insert(accountIdentities)
    .values({ id: newId(), accountId, issuer, subject, email })
    .onConflictDoNothing({ target: [accountIdentities.issuer, accountIdentities.subject] })
    .returning({ id: accountIdentities.id })
  if (made.length > 0) return true
  if ((await accountOf(tx, { issuer, subject }))?.id !== accountId) throw new Problem('identity_taken')
  return false
}
