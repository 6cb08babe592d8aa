import { eq } from 'drizzle-orm'
import { hashOrigin, originOf } from '#hub/auth/origin.ts'
import { hashPassword } from '#hub/auth/password.ts'
import { isTrustedOrigin, trustOrigin } from '#hub/auth/trusted-origins.ts'
import { newSecret } from '#hub/config/secrets.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { TokenAnswer } from '#shared/contracts/account/auth.ts'
import { lockAccount, proveAddress } from '../address/prove-address.ts'
import { findFactor, matchCode, spendCode } from '../second-factor/match-code.ts'
import { chooseOrganization } from '../token/choose-organization.ts'
import { GrantError } from '../token/grant-error.ts'
import {
  type Account,
  answerUser,
  auditOwnerOf,
  type ClientOrigin,
  holdAccount,
  signInSuspended,
} from '../token/grants.ts'
import { issueRefreshToken } from '../token/refresh-tokens.ts'
import { accountOf, findCode, type Proven, spendSignOnCode } from './codes.ts'
import { linkIdentity } from './identities.ts'

/**
 * Runs the extension grant of RFC 6749, section 4.5, with the code of a single sign-on. A second factor is
 * required, whatever the provider required. A code that is refused because the second factor or organization
 * is missing stays valid.
 *
 * An unknown identity is linked to the account with its address when the provider confirms that the address
 * belongs to its user. If that address was not proved before, the sign-on is the first proof, and from then
 * on the account belongs to this user alone. Throws GrantError: `link_required`, `account_required`,
 * `password_required`, and the errors of a sign-in by password.
 */
export async function grantSignOn(
  { hub, log, address, clientId, userAgent, authorOf }: ClientOrigin,
  {
    code,
    otp = '',
    organization,
  }: { code: string; otp?: string | undefined; organization?: string | undefined },
): Promise<TokenAnswer> {
  const origin = originOf(address)
  const guess = await hub.rateLimiter.attempt('link', origin)
  const { account, proven, isLinked, isFirstProof } = await hub.db.platform((tx) => findOwner(tx, code))
  await guess.succeeded()
  const originHash = hashOrigin(hub.originKey, account.id, origin)
  const { factor, isTrusted } = await hub.db.platform(async (tx) => ({
    factor: await findFactor(tx, account.id),
    isTrusted: await isTrustedOrigin(tx, account.id, originHash),
  }))
  // Before the first proof, the second factor may belong to a stranger who created the account.
  const isCodeNeeded = !isFirstProof && factor?.confirmedAt != null
  const attempt = await hub.rateLimiter.signIn(account.email, origin, isTrusted)
  const match = matchCode(hub.keyRing, factor, otp)
  const about = { account: account.email, address, clientId }
  const refuseFactor = (): GrantError => {
    log.warn({ event: 'sign_in_failed', wrong: 'code', ...about }, 'sign-in failed')
    return new GrantError(
      'invalid_grant',
      'The code of the second factor is missing or wrong: send it as otp',
    )
  }
  if (isCodeNeeded && !match) throw refuseFactor()
  await attempt.succeeded()
  const organizationId = await hub.db.platform((tx) => chooseOrganization(tx, account, organization))
  const author = authorOf(auditOwnerOf({ ...account, organizationId }, 'sign-ins'))
  // A random password that nobody knows.
  const noPassword = isFirstProof
    ? { passwordHash: await hashPassword(newSecret()), hasPassword: false }
    : undefined
  const issued = await hub.db.platform(async (tx) => {
    const now = await (noPassword ? lockAccount : holdAccount)(tx, account.id)
    if (!now?.isActive) throw unknownCode()
    if (now.waysSuspendedAt) throw signInSuspended()
    if (isCodeNeeded && match && !(await spendCode(tx, account.id, match))) throw refuseFactor()
    if (!(await spendSignOnCode(tx, code))) throw unknownCode()
    if (noPassword && !(await proveAddress(tx, account.id, { password: noPassword })))
      if ((await findFactor(tx, account.id))?.confirmedAt)
        // A concurrent request has proved the address, and its owner has set up a second factor since.
        throw refuseFactor()
    if (!isLinked || isFirstProof) await linkIdentity(tx, hub, { account, proven, kept: null })
    // The identity was removed by a concurrent request.
    else if ((await accountOf(tx, proven))?.id !== account.id) throw unknownCode()
    await trustOrigin(tx, account.id, originHash)
    const proof = {
      authTime: Math.floor(proven.provenAt.getTime() / 1000),
      methods: isCodeNeeded ? (['sso', 'otp'] as const) : (['sso'] as const),
    }
    return issueRefreshToken(tx, {
      accountId: account.id,
      organizationId,
      clientId,
      address,
      userAgent,
      proof,
    })
  }, author)
  hub.jobs.wake('mail')
  log.info({ event: 'signed_in', provider: proven.issuer, ...about }, 'signed in')
  return answerUser(hub, clientId, issued)
}

async function findOwner(
  tx: PlatformTx,
  code: string,
): Promise<{ account: Account; proven: Proven; isLinked: boolean; isFirstProof: boolean }> {
  const proven = await findCode(tx, code)
  if (!proven) throw unknownCode()
  const linked = await accountOf(tx, proven)
  const account = linked ?? (await findByAddress(tx, proven))
  // A SuperAdmin signs in with a password and the platform's own second factor.
  if (!account.isActive || account.isSuperAdmin)
    throw new GrantError('invalid_grant', 'This account does not sign in this way')
  const isFirstProof =
    account.emailVerifiedAt === null && proven.isEmailVerified && proven.email === account.email
  return { account, proven, isLinked: linked !== undefined, isFirstProof }
}

async function findByAddress(tx: PlatformTx, { email, isEmailVerified }: Proven): Promise<Account> {
  // The response is the same with and without such an account, because anybody can give any address to a
  // provider that does not verify it.
  if (!email || !isEmailVerified) throw linkRequired()
  const [account] = await tx.select().from(accounts).where(eq(accounts.email, email))
  if (account) return account
  throw new GrantError(
    'account_required',
    'No account has this identity yet: sign up with the code as signOnCode',
    { email },
  )
}

const linkRequired = (): GrantError =>
  new GrantError(
    'link_required',
    'Sign in with your password, and link the identity with POST /api/me/identities',
  )

const unknownCode = (): GrantError => new GrantError('invalid_grant', 'The code is unknown, used or expired')
