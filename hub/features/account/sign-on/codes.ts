import { and, eq, gt, lt } from 'drizzle-orm'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { accountIdentities, accounts, signOnCodes } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'

export const CODE_SECONDS = 600

/** Who somebody has proved to be, to a provider, as a one-time code stands for it. */
export type Proven = typeof signOnCodes.$inferSelect

/**
 * The code with what the cookie of a browser holds: a code is good in the browser that began the sign-on, and in no other, where
 * it would sign somebody in to the account of a stranger. This is what the functions below take for a code.
 */
export const boundCode = (code: string, cookie: string): string => `${code}.${cookie}`

/** Answers the code for the browser with this cookie. Both together are kept as a hash. */
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

/** Takes a code: none is good twice. undefined when it is not good, or another request was faster. */
export async function spendSignOnCode(tx: PlatformTx, code: string): Promise<Proven | undefined> {
  const [proven] = await tx.delete(signOnCodes).where(isGood(code)).returning()
  return proven
}

/** For what is no token request. Throws invalid_request with the code wrong_code. */
export async function spendGoodCode(tx: PlatformTx, code: string, field: string): Promise<Proven> {
  const proven = await spendSignOnCode(tx, code)
  if (!proven) throw wrongSignOnCode(field)
  return proven
}

export const wrongSignOnCode = (field: string): Problem =>
  invalidField([field], 'is unknown, used or expired: sign in at the provider once more', 'wrong_code')

/** The account of an identity. */
export async function accountOf(tx: PlatformTx, { issuer, subject }: Pick<Proven, 'issuer' | 'subject'>) {
  const [found] = await tx
    .select({ account: accounts })
    .from(accountIdentities)
    .innerJoin(accounts, eq(accounts.id, accountIdentities.accountId))
    .where(and(eq(accountIdentities.issuer, issuer), eq(accountIdentities.subject, subject)))
  return found?.account
}

/** Links an identity. False: it was the account's already. Throws identity_taken. */
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
