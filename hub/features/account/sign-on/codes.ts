import { and, eq, gt, lt } from 'drizzle-orm'
import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import { accountIdentities, accounts, signOnCodes } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'

export const CODE_SECONDS = 600

/** Identity that a user proved to a provider, represented by a one-time code. */
export type Proven = typeof signOnCodes.$inferSelect

/**
 * Returns the code with the cookie value of a browser. A code is valid only in the browser that began the
 * sign-on. In another one it would sign a user in to the account of a stranger. The functions below take this
 * for a code.
 */
export const boundCode = (code: string, cookie: string): string => `${code}.${cookie}`

/** Returns the code for the browser with this cookie. Both together are stored as a hash. */
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

/** Spends a code: none is valid twice. Returns undefined when it is invalid, or another request was faster. */
export async function spendSignOnCode(tx: PlatformTx, code: string): Promise<Proven | undefined> {
  const [proven] = await tx.delete(signOnCodes).where(isGood(code)).returning()
  return proven
}

/** Spends a code outside token requests. Throws `invalid_request` with the code `wrong_code`. */
export async function spendGoodCode(tx: PlatformTx, code: string, field: string): Promise<Proven> {
  const proven = await spendSignOnCode(tx, code)
  if (!proven) throw wrongSignOnCode(field)
  return proven
}

export const wrongSignOnCode = (field: string): Problem =>
  invalidField([field], 'is unknown, used or expired: sign in at the provider again', 'wrong_code')

/** Returns the account of an identity. */
export async function accountOf(tx: PlatformTx, { issuer, subject }: Pick<Proven, 'issuer' | 'subject'>) {
  const [found] = await tx
    .select({ account: accounts })
    .from(accountIdentities)
    .innerJoin(accounts, eq(accounts.id, accountIdentities.accountId))
    .where(and(eq(accountIdentities.issuer, issuer), eq(accountIdentities.subject, subject)))
  return found?.account
}

/** Links an identity. Returns false when the account had it already. Throws `identity_taken`. */
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
