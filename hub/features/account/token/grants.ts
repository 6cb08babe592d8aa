import { timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { hashSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import { type Given, statement } from '#hub/db/statement.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import { devices } from '#hub/db/tables/sync.ts'
import { isPasswordRight } from '#hub/features/account/password.ts'
import { ACCESS_TOKEN_SECONDS } from '#hub/features/account/token-signer.ts'
import type { TokenAnswer } from '#shared/contracts/auth.ts'
import { issueRefreshToken, useRefreshToken } from './refresh-tokens.ts'

/** A refusal in the format of RFC 6749, section 5.2. */
export class GrantError extends Error {
  readonly error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type'

  constructor(error: GrantError['error'], description: string) {
    super(description)
    this.error = error
  }
}

/** RFC 6749, section 4.3. Throws GrantError, or too_many_attempts. */
export async function grantPassword(
  hub: HubContext,
  address: string,
  username: string,
  password: string,
): Promise<TokenAnswer> {
  const email = username.trim().toLowerCase()
  await hub.guard.attempt(address, email)
  const account = await hub.db.platform(async (tx) => {
    const [row] = await tx.select().from(accounts).where(eq(accounts.email, email))
    return row
  })
  const isRight = await isPasswordRight(account?.passwordHash, password)
  if (!account || !isRight || !account.isActive)
    throw new GrantError('invalid_grant', 'The e-mail or password is wrong')
  await hub.guard.succeeded(address, email)
  await refuseArchived(hub, account.organizationId)
  const refreshToken = await hub.db.platform((tx) => issueRefreshToken(tx, account.id))
  return answerPerson(hub, account, refreshToken)
}

/** RFC 6749, section 6, with rotation. */
export async function grantRefresh(hub: HubContext, token: string): Promise<TokenAnswer> {
  const renewed = await hub.db.platform(async (tx) => {
    const used = await useRefreshToken(tx, token)
    if (used === 'unknown' || used === 'reused') return used
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, used.accountId))
    if (!account?.isActive) return 'unknown'
    return { account, refreshToken: await issueRefreshToken(tx, used.accountId, used.familyId) }
  })
  // The end of a reused family has been committed; only now may the answer be an error.
  if (renewed === 'reused') hub.log.warn('a used refresh token came back: its family is ended')
  if (renewed === 'unknown' || renewed === 'reused') {
    throw new GrantError('invalid_grant', 'The refresh token is unknown, used, expired or revoked')
  }
  await refuseArchived(hub, renewed.account.organizationId)
  return answerPerson(hub, renewed.account, renewed.refreshToken)
}

/**
 * RFC 6749, section 4.4: for devices. client_id is what enrolment gave: organization and device, with a dot between. Nobody
 * guesses the secret, 256 random bits (hub/config/secrets.ts): only failures count, and a device that has it gets in
 * whatever others have tried in its name or from its address, which may be that of a whole chain of shops.
 */
export async function grantDevice(
  hub: HubContext,
  address: string,
  clientId: string,
  clientSecret: string,
): Promise<TokenAnswer> {
  const [organization, id] = clientId.split('.').map((part) => z.guid().safeParse(part).data)
  const device =
    organization && id ? (await hub.db.read(organization, (tx) => deviceOf(tx, { id })))[0] : undefined
  if (!organization || !device || !timingSafeEqual(device.secretHash, hashSecret(clientSecret))) {
    await hub.guard.attempt(address, clientId)
    throw new GrantError('invalid_client', 'The device is unknown or its secret is wrong')
  }
  // A revoked device still gets a token: it may hand over the sales it made (offline.md I-17), and nothing else.
  const accessToken = await hub.signer.sign({
    subject: device.id,
    organizationId: organization,
    kind: 'device',
  })
  return { access_token: accessToken, token_type: 'Bearer', expires_in: ACCESS_TOKEN_SECONDS }
}

const deviceOf = statement('grants.device', (given: Given<'id'>, db) =>
  db
    .select({ id: devices.id, secretHash: devices.secretHash })
    .from(devices)
    .where(and(eq(devices.organizationId, given.organizationId), eq(devices.id, given.id))),
)

async function refuseArchived(hub: HubContext, organizationId: string | null): Promise<void> {
  if (!organizationId) return
  const [organization] = await hub.db.read(organizationId, (tx) =>
    tx.select({ isArchived: organizations.isArchived }).from(organizations),
  )
  if (!organization || organization.isArchived)
    throw new GrantError('invalid_grant', 'The organization is archived')
}

async function answerPerson(
  hub: HubContext,
  account: { id: string; organizationId: string | null },
  refreshToken: string,
): Promise<TokenAnswer> {
  return {
    access_token: await hub.signer.sign({
      subject: account.id,
      organizationId: account.organizationId ?? '',
      kind: 'person',
    }),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
  }
}
