import { timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { NIL, v5 } from 'uuid'
import { z } from 'zod'
import { hashOrigin, originOf } from '#hub/auth/origin.ts'
import { hashPassword, isOutdated, isPasswordRight } from '#hub/auth/password.ts'
import type { Proof } from '#hub/auth/proof.ts'
import { ACCESS_TOKEN_SECONDS } from '#hub/auth/token-signer.ts'
import { isTrustedOrigin, trustOrigin } from '#hub/auth/trusted-origins.ts'
import { hashSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import type { ProofMethod } from '#hub/db/tables/platform.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Database, PlatformTx } from '#hub/db/transact.ts'
import type { PublicAuthor } from '#hub/http/public-author.ts'
import type { TokenAnswer } from '#shared/contracts/account/auth.ts'
import { noteCommand } from '../../operations/audit-log/queries.ts'
import { findFactor, matchCode, spendCode } from '../second-factor/match-code.ts'
import { chooseOrganization } from './choose-organization.ts'
import { GrantError } from './grant-error.ts'
import { type IssuedToken, issueRefreshToken, useRefreshToken } from './refresh-tokens.ts'

/** Dependencies for issuing tokens. */
type TokenIssuer = Pick<
  HubContext,
  'db' | 'signer' | 'rateLimiter' | 'keyRing' | 'originKey' | 'refreshKey' | 'jobs' | 'mail'
>

/** Origin and client of a token request. */
export interface ClientOrigin {
  hub: TokenIssuer
  log: Logger
  address: string
  /** Id of a public client, such as the console. It is not verified. */
  clientId: string
  /** User agent of the browser, or null. */
  userAgent: string | null
  authorOf: PublicAuthor
}

/**
 * Runs the grant of RFC 6749, section 4.3. A user with a second factor sends its code in `otp` with the
 * password. A missing or wrong code is refused like a wrong password, with the same response and the same
 * work. Throws GrantError or `too_many_attempts`.
 */
export async function grantPassword(
  { hub, log, address, clientId, userAgent, authorOf }: ClientOrigin,
  {
    username,
    password,
    otp = '',
    organization,
  }: { username: string; password: string; otp?: string | undefined; organization?: string | undefined },
): Promise<TokenAnswer> {
  const email = username.trim().toLowerCase()
  const origin = originOf(address)
  const about = { account: email, address, clientId }
  const { account, factor, originHash, isTrusted } = await hub.db.platform(async (tx) => {
    const [found] = await tx.select().from(accounts).where(eq(accounts.email, email))
    // The same work is done for an account that does not exist, so that the time does not reveal it.
    const id = found?.id ?? NIL
    const hash = hashOrigin(hub.originKey, id, origin)
    return {
      account: found,
      factor: await findFactor(tx, id),
      originHash: hash,
      isTrusted: await isTrustedOrigin(tx, id, hash),
    }
  })
  const attempt = await hub.rateLimiter.signIn(email, origin, isTrusted).catch((error) => {
    log.warn({ event: 'sign_in_throttled', ...about }, 'sign-in refused: too many attempts')
    // Not awaited, so that the time does not reveal that the account exists.
    if (account)
      void tellRefused(hub.db, account, authorOf).catch((err: unknown) =>
        log.warn({ err, ...about }, 'a refused sign-in is not in the audit log'),
      )
    throw error
  })
  const isRight = await isPasswordRight(account?.passwordHash, password)
  const match = matchCode(hub.keyRing, factor, otp)
  const isCodeNeeded = factor?.confirmedAt != null
  const refuse = (): GrantError => {
    // Only the log shows that somebody knows the password.
    log.warn({ event: 'sign_in_failed', wrong: isRight ? 'code' : 'password', ...about }, 'sign-in failed')
    return new GrantError('invalid_grant', WRONG_CREDENTIALS)
  }
  if (!account || !isRight || !account.isActive || (isCodeNeeded && !match)) throw refuse()
  await attempt.succeeded()
  // Done before the code is consumed, because the next request sends it again with an organization.
  const organizationId = await hub.db.platform((tx) => chooseOrganization(tx, account, organization))
  const signIn = async (tx: PlatformTx): Promise<IssuedToken | undefined> => {
    const now = await holdAccount(tx, account.id)
    // A concurrent request may have changed or rehashed the password.
    const isSame = now?.passwordHash === account.passwordHash
    if (!now?.isActive || !(isSame || (await isPasswordRight(now.passwordHash, password)))) return undefined
    if (isCodeNeeded && match && !(await spendCode(tx, account.id, match))) return undefined
    await trustOrigin(tx, account.id, originHash)
    const proof = proofNow(isCodeNeeded ? ['pwd', 'otp'] : ['pwd'])
    const requested = { clientId, address, userAgent, proof }
    return issueRefreshToken(tx, { accountId: account.id, organizationId, ...requested })
  }
  const issued = await hub.db.platform(
    signIn,
    authorOf(auditOwnerOf({ ...account, organizationId }, 'sign-ins')),
  )
  // A concurrent request has already consumed the code.
  if (!issued) throw refuse()
  log.info({ event: 'signed_in', ...about }, 'signed in')
  // Not awaited, because the next sign-in tries again after a failure.
  void rehash(hub, account, password).catch((err: unknown) =>
    log.warn({ err, ...about }, 'a password was not rehashed, will retry at the next sign-in'),
  )
  return answerUser(hub, clientId, issued)
}

/**
 * Locks and returns the current account until the sign-in is committed. A proof of its address or a new
 * password, which end all sessions, therefore takes effect entirely before or entirely after the sign-in
 * (../address/prove-address.ts). Returns undefined when the account no longer exists.
 */
export async function holdAccount(tx: PlatformTx, id: string): Promise<Account | undefined> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('share')
  return account
}

/** Rehashes a password whose hash has outdated parameters. Only now is the password known. */
async function rehash(
  { db }: Pick<TokenIssuer, 'db'>,
  { id, passwordHash: stored }: Account,
  password: string,
): Promise<void> {
  if (!(await isOutdated(stored))) return
  const passwordHash = await hashPassword(password)
  await db.platform((tx) =>
    tx
      .update(accounts)
      .set({ passwordHash })
      // Matches no row when the password was changed in the meantime.
      .where(and(eq(accounts.id, id), eq(accounts.passwordHash, stored))),
  )
}

/**
 * The message is the same whatever is wrong, and with or without a second factor. Clients always show a field
 * for the code.
 */
const WRONG_CREDENTIALS =
  'The e-mail, the password or the one-time code is wrong. With a second factor, send its code as otp'

export const proofNow = (methods: readonly ProofMethod[]): Proof => ({
  authTime: Math.floor(Date.now() / 1000),
  methods,
})

export type Account = typeof accounts.$inferSelect

/** Returns the columns that determine the audit log in which a sign-in is recorded. */
export const auditOwnerOf = ({ id, organizationId, isSuperAdmin }: Account, kind: string) => ({
  accountId: id,
  organizationId,
  isSuperAdmin,
  kind,
  recordId: id,
})

/**
 * Returns the error after a password reset by email. Only the password works until the owner has confirmed
 * the other ways to sign in (../ways-in/).
 */
export const signInSuspended = (): GrantError =>
  new GrantError(
    'password_required',
    'A new password was chosen by mail. Sign in with it, and confirm your other ways to sign in',
  )

/**
 * Period in ms covered by one row for attempts over the limit, so that a persistent stranger does not fill
 * the log.
 */
const REFUSED_ROW_MS = 15 * 60_000

async function tellRefused(db: Database, account: Account, authorOf: PublicAuthor): Promise<void> {
  const commandId = v5(`refused sign-ins ${Math.floor(Date.now() / REFUSED_ROW_MS)}`, account.id)
  // The author of the attempt is unknown.
  const author = authorOf({ ...auditOwnerOf(account, 'refused-sign-ins'), accountId: null, commandId })
  await db.platform(noteCommand, author)
}

/**
 * Runs the grant of RFC 6749, section 6, with rotation. A request repeated within the grace period gets the
 * same refresh token. Throws GrantError.
 */
export async function grantRefresh(
  { hub, log, address, clientId, userAgent }: ClientOrigin,
  token: string,
): Promise<TokenAnswer> {
  const renewed = await hub.db.platform(async (tx) => {
    const used = await useRefreshToken(tx, { key: hub.refreshKey, token, clientId })
    if (used === 'unknown' || used === 'reused') return used
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, used.accountId))
    if (!account?.isActive) return 'unknown'
    await chooseOrganization(tx, account, used.organizationId ?? undefined)
    return { issued: await issueRefreshToken(tx, { ...used, address, userAgent }) }
  })
  // Respond with an error only after the end of a reused family has been committed.
  if (renewed === 'reused')
    log.warn(
      { event: 'refresh_token_reused', address, clientId },
      'a used refresh token was presented again: its sign-in ends',
    )
  if (renewed === 'unknown' || renewed === 'reused') {
    throw new GrantError('invalid_grant', 'The refresh token is unknown, used, expired or revoked')
  }
  return answerUser(hub, clientId, renewed.issued)
}

/**
 * Runs the grant of RFC 6749, section 4.4, for devices. client_id is the value from enrolment: organization
 * and device, separated by a dot. The secret has 256 random bits and cannot be guessed
 * (hub/config/secrets.ts), so only failures are counted. A device with the right secret is accepted no matter
 * how many attempts others have made with its id or from its address, which can be that of a whole chain of
 * shops. Throws GrantError or `too_many_attempts`.
 */
export async function grantDevice(
  { hub, log, address, clientId }: ClientOrigin,
  clientSecret: string,
): Promise<TokenAnswer> {
  const [organization, id] = clientId.split('.').map((part) => z.guid().safeParse(part).data)
  const device =
    organization && id ? (await hub.db.read(organization, (tx) => deviceOf(tx, { id })))[0] : undefined
  if (!organization || !device || !timingSafeEqual(device.secretHash, hashSecret(clientSecret))) {
    log.warn({ event: 'device_sign_in_failed', address, clientId }, 'sign-in of a device failed')
    await hub.rateLimiter.attempt('device', originOf(address))
    throw new GrantError('invalid_client', 'The device is unknown or its secret is wrong')
  }
  // A revoked device still gets a token, because it may upload the sales it made (docs/sync.md I-17).
  const accessToken = await hub.signer.sign({
    subject: device.id,
    organizationId: organization,
    kind: 'device',
    clientId,
    sessionId: null,
    proof: null,
  })
  log.info({ event: 'device_signed_in', address, clientId }, 'a device signed in')
  return { access_token: accessToken, token_type: 'Bearer', expires_in: ACCESS_TOKEN_SECONDS }
}

const deviceOf = statement('grants.device', (given: Given<'id'>, db) =>
  db
    .select({ id: devices.id, secretHash: devices.secretHash })
    .from(devices)
    .where(and(eq(devices.organizationId, given.organizationId), eq(devices.id, given.id))),
)

/** Returns the tokens of a user. */
export async function answerUser(
  hub: TokenIssuer,
  clientId: string,
  { token, familyId, accountId, organizationId, proof }: IssuedToken,
): Promise<TokenAnswer> {
  return {
    access_token: await hub.signer.sign({
      subject: accountId,
      organizationId: organizationId ?? '',
      kind: 'person',
      clientId,
      sessionId: familyId,
      proof,
    }),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: token,
  }
}
