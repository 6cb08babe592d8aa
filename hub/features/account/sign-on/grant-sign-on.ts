import { and, eq, isNotNull } from 'drizzle-orm'
import { hashOrigin, originOf } from '#hub/auth/origin.ts'
import { isTrustedOrigin, trustOrigin } from '#hub/auth/trusted-origins.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { TokenAnswer } from '#shared/contracts/account/auth.ts'
import { findFactor, matchCode, spendCode } from '../second-factor/match-code.ts'
import { chooseOrganization } from '../token/choose-organization.ts'
import { GrantError } from '../token/grant-error.ts'
import { type Account, type Asking, answerPerson, concerned } from '../token/grants.ts'
import { issueRefreshToken } from '../token/refresh-tokens.ts'
import { accountOf, findCode, type Proven, spendSignOnCode } from './codes.ts'
import { linkIdentity } from './identities.ts'

/**
 * The extension grant of RFC 6749, section 4.5, with the code of a single sign-on. A second factor is asked for whatever
 * the provider has asked for. A code that is refused for want of the second factor or of an organization stays good.
 *
 * An identity that nobody has is linked by its address only where the provider has verified it and so have we. Throws
 * GrantError: link_required, account_required, and as with a password.
 */
export async function grantSignOn(
  { hub, log, address, clientId, userAgent, authorOf }: Asking,
  {
    code,
    otp = '',
    organization,
  }: { code: string; otp?: string | undefined; organization?: string | undefined },
): Promise<TokenAnswer> {
  const origin = originOf(address)
  const guess = await hub.rateLimiter.attempt('link', origin)
  const { account, proven, isLinked } = await hub.db.platform((tx) => findOwner(tx, code))
  await guess.succeeded()
  const originHash = hashOrigin(hub.originKey, account.id, origin)
  const { factor, isTrusted } = await hub.db.platform(async (tx) => ({
    factor: await findFactor(tx, account.id),
    isTrusted: await isTrustedOrigin(tx, account.id, originHash),
  }))
  const isCodeNeeded = factor?.confirmedAt != null
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
  const author = authorOf(concerned({ ...account, organizationId }, 'sign-ins'))
  const issued = await hub.db.platform(async (tx) => {
    if (isCodeNeeded && match && !(await spendCode(tx, account.id, match))) throw refuseFactor()
    if (!(await spendSignOnCode(tx, code))) throw unknownCode()
    if (!isLinked) await linkIdentity(tx, hub, { account, proven, kept: null })
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
  return answerPerson(hub, clientId, issued)
}

async function findOwner(
  tx: PlatformTx,
  code: string,
): Promise<{ account: Account; proven: Proven; isLinked: boolean }> {
  const proven = await findCode(tx, code)
  if (!proven) throw unknownCode()
  const linked = await accountOf(tx, proven)
  const account = linked ?? (await findByAddress(tx, proven))
  // A SuperAdmin signs in with a password and a second factor of the platform's own.
  if (!account.isActive || account.isSuperAdmin)
    throw new GrantError('invalid_grant', 'This account does not sign in this way')
  return { account, proven, isLinked: linked !== undefined }
}

async function findByAddress(tx: PlatformTx, { email, isEmailVerified }: Proven): Promise<Account> {
  // The same whether there is such an account: anybody may name any address to a provider that does not check it.
  if (!email || !isEmailVerified) throw linkRequired()
  const [verified] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.email, email), isNotNull(accounts.emailVerifiedAt)))
  if (verified) return verified
  const known = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  if (known.length > 0) throw linkRequired()
  throw new GrantError(
    'account_required',
    'Nobody has this identity yet: sign up with the code as signOnCode',
  )
}

const linkRequired = (): GrantError =>
  new GrantError(
    'link_required',
    'Sign in with your password, and link the identity with POST /api/me/identities',
  )

const unknownCode = (): GrantError => new GrantError('invalid_grant', 'The code is unknown, used or expired')
