import { timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { NIL, v5 } from 'uuid'
import { z } from 'zod'
import { hashOrigin, originOf } from '#hub/auth/origin.ts'
import { hashPassword, isOutdated, isPasswordRight } from '#hub/auth/password.ts'
import type { Proof, ProofMethod } from '#hub/auth/proof.ts'
import { ACCESS_TOKEN_SECONDS } from '#hub/auth/token-signer.ts'
import { isTrustedOrigin, trustOrigin } from '#hub/auth/trusted-origins.ts'
import { hashSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { accounts } from '#hub/db/tables/platform.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Database, PlatformTx } from '#hub/db/transact.ts'
import type { PublicAuthor } from '#hub/http/public-author.ts'
import type { TokenAnswer } from '#shared/contracts/account/auth.ts'
import { noteDeed } from '../../organization/audit-log/queries.ts'
import { findFactor, matchCode, spendCode } from '../second-factor/match-code.ts'
import { chooseOrganization } from './choose-organization.ts'
import { GrantError } from './grant-error.ts'
import { type IssuedToken, issueRefreshToken, useRefreshToken } from './refresh-tokens.ts'

/** What tokens are made with. */
type TokenIssuer = Pick<
  HubContext,
  'db' | 'signer' | 'rateLimiter' | 'keyRing' | 'originKey' | 'refreshKey' | 'jobs' | 'mail'
>

/** From where and with which client somebody asks. */
export interface Asking {
  hub: TokenIssuer
  log: Logger
  address: string
  /** Of a public client, such as the console; what it says is not proven. */
  clientId: string
  /** What the browser calls itself; null: nothing. */
  userAgent: string | null
  authorOf: PublicAuthor
}

/**
 * RFC 6749, section 4.3; who has a second factor gives its code with the password, in `otp`. A code that is missing or wrong is
 * refused like a wrong password: same answer, same work. Throws GrantError, or too_many_attempts.
 */
export async function grantPassword(
  { hub, log, address, clientId, userAgent, authorOf }: Asking,
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
    // The same work for an account that does not exist: the time must not tell.
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
    // Not waited for: the time must not tell that there is such an account.
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
    // The log alone tells that somebody knows the password.
    log.warn({ event: 'sign_in_failed', wrong: isRight ? 'code' : 'password', ...about }, 'sign-in failed')
    return new GrantError('invalid_grant', WRONG_CREDENTIALS)
  }
  if (!account || !isRight || !account.isActive || (isCodeNeeded && !match)) throw refuse()
  await attempt.succeeded()
  // Before the code is spent: the next request has it again, with an organization.
  const organizationId = await hub.db.platform((tx) => chooseOrganization(tx, account, organization))
  const signIn = async (tx: PlatformTx): Promise<IssuedToken | undefined> => {
    const now = await holdAccount(tx, account.id)
    // Chosen anew or hashed anew in this moment.
    const isSame = now?.passwordHash === account.passwordHash
    if (!now?.isActive || !(isSame || (await isPasswordRight(now.passwordHash, password)))) return undefined
    if (isCodeNeeded && match && !(await spendCode(tx, account.id, match))) return undefined
    await trustOrigin(tx, account.id, originHash)
    const proof = proofNow(isCodeNeeded ? ['pwd', 'otp'] : ['pwd'])
    const asked = { clientId, address, userAgent, proof }
    return issueRefreshToken(tx, { accountId: account.id, organizationId, ...asked })
  }
  const issued = await hub.db.platform(
    signIn,
    authorOf(concerned({ ...account, organizationId }, 'sign-ins')),
  )
  // Another request has taken the code in this moment.
  if (!issued) throw refuse()
  log.info({ event: 'signed_in', ...about }, 'signed in')
  // Nobody waits for it: the next sign-in makes up for what has failed.
  void hashAnew(hub, account, password).catch((err: unknown) =>
    log.warn({ err, ...about }, 'a password was not hashed anew, will retry at the next sign-in'),
  )
  return answerPerson(hub, clientId, issued)
}

/**
 * The account as it is now, and stays until the sign-in is committed: a proof of its address or a new password, which end
 * all sessions, come wholly before the sign-in or wholly after it (../address/prove-address.ts).
 */
export async function holdAccount(tx: PlatformTx, id: string): Promise<Account | undefined> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('share')
  return account
}

/** What was hashed with other parameters is hashed as passwords are now: the password is known at this moment alone. */
async function hashAnew(
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
      // Unless it was changed meanwhile.
      .where(and(eq(accounts.id, id), eq(accounts.passwordHash, stored))),
  )
}

/** The same whatever of it is wrong, and whether or not the account has a second factor: clients offer a field for it always. */
const WRONG_CREDENTIALS =
  'The e-mail, the password or the one-time code is wrong. Who has a second factor sends its code as otp'

export const proofNow = (methods: readonly ProofMethod[]): Proof => ({
  authTime: Math.floor(Date.now() / 1000),
  methods,
})

export type Account = typeof accounts.$inferSelect

/** Whose log a sign-in stands in. */
export const concerned = ({ id, organizationId, isSuperAdmin }: Account, kind: string) => ({
  ...{ accountId: id, organizationId, isSuperAdmin, kind, recordId: id },
})

/** A new password was chosen by mail: it alone lets in until its owner has confirmed the other ways (../ways-in/). */
export const waysSuspended = (): GrantError =>
  new GrantError(
    'password_required',
    'A new password was chosen by mail. Sign in with it, and say whether your other ways to sign in are yours',
  )

/** Guesses over the limit: one row for as long, so that a stranger who goes on does not fill the log. */
const REFUSED_ROW_MS = 15 * 60_000

async function tellRefused(db: Database, account: Account, authorOf: PublicAuthor): Promise<void> {
  const deedId = v5(`refused sign-ins ${Math.floor(Date.now() / REFUSED_ROW_MS)}`, account.id)
  // Somebody tries: nobody knows who.
  const author = authorOf({ ...concerned(account, 'refused-sign-ins'), accountId: null, deedId })
  await db.platform(noteDeed, author)
}

/** RFC 6749, section 6, with rotation. Who repeats a request within the grace is answered the same refresh token. */
export async function grantRefresh(
  { hub, log, address, clientId, userAgent }: Asking,
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
  // The end of a reused family has been committed; only now may the answer be an error.
  if (renewed === 'reused')
    log.warn(
      { event: 'refresh_token_reused', address, clientId },
      'a used refresh token came back: its sign-in ends',
    )
  if (renewed === 'unknown' || renewed === 'reused') {
    throw new GrantError('invalid_grant', 'The refresh token is unknown, used, expired or revoked')
  }
  return answerPerson(hub, clientId, renewed.issued)
}

/**
 * RFC 6749, section 4.4: for devices. client_id is what enrolment gave: organization and device, with a dot between. Nobody
 * guesses the secret, 256 random bits (hub/config/secrets.ts): only failures count, and a device that has it gets in
 * whatever others have tried in its name or from its address, which may be that of a whole chain of shops.
 */
export async function grantDevice(
  { hub, log, address, clientId }: Asking,
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
  // A revoked device still gets a token: it may hand over the sales it made (docs/sync.md I-17), and nothing else.
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

/** The tokens of a person. */
export async function answerPerson(
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
