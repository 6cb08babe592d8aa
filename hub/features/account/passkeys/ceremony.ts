import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { hashSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import { passkeyChallenges, passkeys } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { siteOf } from '#hub/http/own-site.ts'
import type { Assertion, PasskeyCreate, PasskeyOptions } from '#shared/contracts/account/passkeys.ts'

const CHALLENGE_MINUTES = 5
/**
 * EdDSA, ES256 and RS256 (COSE). Without this list, the library queries Node for its algorithms, and Node
 * prints a warning.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

export type PasskeyRow = typeof passkeys.$inferSelect
type Site = Pick<HubContext, 'db' | 'mail'>

/**
 * Returns origin and id of the configured address. The address of the request is not used, because its Host
 * header can be forged.
 */
async function relyingParty(hub: Site): Promise<{ expectedOrigin: string; expectedRPID: string }> {
  const site = await siteOf(hub)
  return { expectedOrigin: site, expectedRPID: new URL(site).hostname }
}

/** Returns the options with which a browser creates a passkey (WebAuthn 3, section 7.1). */
export async function registrationOptions(
  hub: Site,
  account: { id: string; email: string },
): Promise<PasskeyOptions> {
  const { expectedRPID: rpID } = await relyingParty(hub)
  return hub.db.platform(async (tx) => {
    const own = await passkeysOf(tx, account.id)
    const options = await generateRegistrationOptions({
      rpName: 'Counterfoil',
      rpID,
      userName: account.email,
      userID: new TextEncoder().encode(account.id),
      attestationType: 'none' as const,
      supportedAlgorithmIDs,
      excludeCredentials: own.map(({ credentialId: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await keepChallenge(tx, options.challenge, account.id)
    return toJson(options)
  })
}

/**
 * Returns the options with which a browser proves that it has a passkey. They name no passkey, so they reveal
 * nothing about accounts.
 */
export async function authenticationOptions(hub: Site): Promise<PasskeyOptions> {
  const { expectedRPID: rpID } = await relyingParty(hub)
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  await hub.db.platform((tx) => keepChallenge(tx, options.challenge, null))
  return toJson(options)
}

/** Drops undefined fields. */
const toJson = (options: { challenge: string }): PasskeyOptions => JSON.parse(JSON.stringify(options))

/** Returns the new passkey. Undefined when it is invalid, or when its challenge is unknown, used or expired. */
export async function readNewPasskey(
  hub: Site,
  accountId: string,
  credential: PasskeyCreate['credential'],
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter'> | undefined> {
  const expectedChallenge = await spendChallenge(hub, credential, accountId)
  if (expectedChallenge === undefined) return undefined
  const verified = await verifyRegistrationResponse({
    response: credential as never,
    expectedChallenge,
    requireUserVerification: true,
    supportedAlgorithmIDs,
    ...(await relyingParty(hub)),
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter }
}

/**
 * Returns the passkey proved by an assertion with user verification (WebAuthn 3, section 7.2), or undefined
 * when the assertion is invalid. Its challenge can be used only once. A counter that has not increased means
 * that the passkey was copied.
 */
export async function readAssertion(hub: Site, assertion: Assertion): Promise<PasskeyRow | undefined> {
  const expectedChallenge = await spendChallenge(hub, assertion, null)
  if (expectedChallenge === undefined) return undefined
  const [found] = await hub.db.platform((tx) =>
    tx.select().from(passkeys).where(eq(passkeys.credentialId, assertion.id)),
  )
  if (!found) return undefined
  const { credentialId: id, publicKey, counter } = found
  const verified = await verifyAuthenticationResponse({
    response: assertion as never,
    expectedChallenge,
    requireUserVerification: true,
    ...(await relyingParty(hub)),
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => undefined)
  return verified?.verified ? { ...found, counter: verified.authenticationInfo.newCounter } : undefined
}

/** Records a use. Returns false when a copy of the passkey was used concurrently with a higher counter. */
export async function noteUse(tx: PlatformTx, { id, counter }: PasskeyRow): Promise<boolean> {
  const noted = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), sql`(${passkeys.counter} < ${counter} OR ${counter} = 0)`))
    .returning({ id: passkeys.id })
  return noted.length > 0
}

export const passkeysOf = (tx: PlatformTx, accountId: string): Promise<PasskeyRow[]> =>
  tx.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(passkeys.createdAt, passkeys.id)

async function keepChallenge(tx: PlatformTx, challenge: string, accountId: string | null): Promise<void> {
  const now = Date.now()
  await tx.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, new Date(now)))
  const expiresAt = new Date(now + CHALLENGE_MINUTES * 60_000)
  await tx.insert(passkeyChallenges).values({ challengeHash: hashSecret(challenge), accountId, expiresAt })
}

/**
 * Consumes a challenge and returns it. It is valid only once and only for its own purpose. Returns undefined
 * when it is not valid.
 */
async function spendChallenge(
  { db }: Site,
  { response }: { response: { clientDataJSON: string } },
  accountId: string | null,
): Promise<string | undefined> {
  const challenge = challengeIn(response.clientDataJSON)
  if (challenge === undefined) return undefined
  const spent = await db.platform((tx) =>
    tx
      .delete(passkeyChallenges)
      .where(
        and(
          eq(passkeyChallenges.challengeHash, hashSecret(challenge)),
          gt(passkeyChallenges.expiresAt, new Date()),
        ),
      )
      .returning({ accountId: passkeyChallenges.accountId }),
  )
  return spent[0] && spent[0].accountId === accountId ? challenge : undefined
}

function challengeIn(clientDataJson: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
