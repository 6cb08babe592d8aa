import { eq } from 'drizzle-orm'
import { hashOrigin, originOf } from '#hub/auth/origin.ts'
import { trustOrigin } from '#hub/auth/trusted-origins.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import type { TokenAnswer } from '#shared/contracts/account/auth.ts'
import { Assertion } from '#shared/contracts/account/passkeys.ts'
import { parseJson } from '#shared/json/json-limits.ts'
import { chooseOrganization } from '../token/choose-organization.ts'
import { GrantError } from '../token/grant-error.ts'
import {
  answerUser,
  auditOwnerOf,
  type ClientOrigin,
  holdAccount,
  proofNow,
  signInSuspended,
} from '../token/grants.ts'
import { issueRefreshToken } from '../token/refresh-tokens.ts'
import { noteUse, readAssertion } from './ceremony.ts'

/**
 * Runs the extension grant of RFC 6749, section 4.5, with a passkey assertion as JSON. It needs neither a
 * password nor a second factor, because the device has verified its user. An assertion is valid once, so a
 * user who must choose an organization needs another one. Throws GrantError.
 */
export async function grantPasskey(
  { hub, log, address, clientId, userAgent, authorOf }: ClientOrigin,
  { assertion, organization }: { assertion: string; organization?: string | undefined },
): Promise<TokenAnswer> {
  const origin = originOf(address)
  const guess = await hub.rateLimiter.attempt('link', origin)
  const refuse = (): GrantError => {
    log.warn({ event: 'sign_in_failed', wrong: 'passkey', address, clientId }, 'sign-in failed')
    return new GrantError(
      'invalid_grant',
      'The passkey is unknown, or its assertion is invalid, used or expired',
    )
  }
  const given = read(assertion)
  const passkey = given && (await readAssertion(hub, given))
  if (!passkey) throw refuse()
  const [account] = await hub.db.platform((tx) =>
    tx.select().from(accounts).where(eq(accounts.id, passkey.accountId)),
  )
  if (!account?.isActive) throw refuse()
  await guess.succeeded()
  const organizationId = await hub.db.platform((tx) => chooseOrganization(tx, account, organization))
  const author = authorOf(auditOwnerOf({ ...account, organizationId }, 'sign-ins'))
  const issued = await hub.db.platform(async (tx) => {
    const now = await holdAccount(tx, account.id)
    if (!now?.isActive || !(await noteUse(tx, passkey))) throw refuse()
    if (now.waysSuspendedAt) throw signInSuspended()
    await trustOrigin(tx, account.id, hashOrigin(hub.originKey, account.id, origin))
    const proof = proofNow(['pop', 'mfa'])
    return issueRefreshToken(tx, {
      accountId: account.id,
      organizationId,
      clientId,
      address,
      userAgent,
      proof,
    })
  }, author)
  log.info({ event: 'signed_in', by: 'passkey', account: account.email, address, clientId }, 'signed in')
  return answerUser(hub, clientId, issued)
}

function read(json: string): Assertion | undefined {
  try {
    return Assertion.parse(parseJson(json))
  } catch {
    return undefined
  }
}
