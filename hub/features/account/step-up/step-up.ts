import { eq } from 'drizzle-orm'
import { unauthenticated } from '#hub/auth/challenge.ts'
import { type Proof, STEP_UP_SECONDS } from '#hub/auth/proof.ts'
import { ACCESS_TOKEN_SECONDS } from '#hub/auth/token-signer.ts'
import type { HubContext } from '#hub/context.ts'
import type { ProofMethod } from '#hub/db/tables/platform.ts'
import { refreshTokens } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { TokenAnswer } from '#shared/contracts/account/auth.ts'
import type { Assertion } from '#shared/contracts/account/passkeys.ts'
import type { StepUp } from '#shared/contracts/account/second-factor.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { noteUse, type PasskeyRow, readAssertion } from '../passkeys/ceremony.ts'
import { type Caller, refuseWrongPassword, requireCode, spend } from '../second-factor/factor.ts'
import { findFactor } from '../second-factor/match-code.ts'
import { accountOf, spendGoodCode, wrongSignOnCode } from '../sign-on/codes.ts'

/**
 * Verifies the user again: with a passkey, or with a code if they have a second factor, otherwise with the
 * password or a sign-on code. The proof is stored in the session, so that renewed tokens contain it too.
 * Throws `invalid_request` when the required proof is missing, `wrong_code`, `wrong_password` and
 * `too_many_attempts`.
 */
export async function stepUp(
  hub: Pick<HubContext, 'db' | 'rateLimiter' | 'keyRing' | 'signer' | 'mail'>,
  caller: Caller,
  { password, code, signOnCode, assertion }: StepUp,
): Promise<TokenAnswer> {
  const { id, sessionId, organizationId, isSuperAdmin } = caller.actor
  if (sessionId === null) throw unauthenticated('The token belongs to no session: sign in again')
  const factor = await hub.db.platform((tx) => findFactor(tx, id))
  const isCodeNeeded = factor?.confirmedAt != null && assertion === undefined
  if (isCodeNeeded && code === undefined)
    throw invalidField(['code'], 'is required: you have a second factor')
  if (!isCodeNeeded && password === undefined && signOnCode === undefined && assertion === undefined)
    throw invalidField(['password'], 'is needed')
  if (password !== undefined) await refuseWrongPassword(hub, caller, password)
  const match = isCodeNeeded ? await requireCode(hub, caller, factor, code ?? '') : undefined
  const passkey = assertion && (await ownPasskey(hub, id, assertion))
  const { clientId, proof } = await hub.db.platform(async (tx) => {
    if (match) await spend(tx, id, match)
    if (passkey && !(await noteUse(tx, passkey))) throw wrongPasskey()
    if (signOnCode !== undefined) await spendFresh(tx, id, signOnCode)
    const ofSession = eq(refreshTokens.familyId, sessionId)
    const [session] = await tx.select().from(refreshTokens).where(ofSession).limit(1)
    if (!session) throw unauthenticated('The session has ended')
    const given: ProofMethod[] = [
      ...(password === undefined ? [] : (['pwd'] as const)),
      ...(signOnCode === undefined ? [] : (['sso'] as const)),
      ...(passkey ? (['pop', 'mfa'] as const) : []),
      ...(match ? (['otp'] as const) : []),
    ]
    const methods = [...new Set([...session.methods, ...given])]
    const provenAt = new Date()
    await tx.update(refreshTokens).set({ provenAt, methods }).where(ofSession)
    const proof: Proof = { authTime: Math.floor(provenAt.getTime() / 1000), methods }
    return { clientId: session.clientId, proof }
  }, caller.author)
  const claims = {
    subject: id,
    organizationId: isSuperAdmin ? '' : organizationId,
    clientId,
    sessionId,
    proof,
  }
  return {
    access_token: await hub.signer.sign({ ...claims, kind: 'person' }),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
  }
}

/**
 * Consumes a code. Throws `wrong_code` when the code belongs to another account, or when the proof to the
 * provider is too old.
 */
async function spendFresh(tx: PlatformTx, accountId: string, code: string): Promise<void> {
  const proven = await spendGoodCode(tx, code, 'signOnCode')
  const isFresh = proven.provenAt.getTime() > Date.now() - STEP_UP_SECONDS * 1000
  if (!isFresh || (await accountOf(tx, proven))?.id !== accountId) throw wrongSignOnCode('signOnCode')
}

/**
 * Returns the user's own passkey. Throws `wrong_code` when it belongs to another user, or when its assertion
 * is invalid.
 */
async function ownPasskey(
  hub: Pick<HubContext, 'db' | 'mail'>,
  accountId: string,
  assertion: Assertion,
): Promise<PasskeyRow> {
  const passkey = await readAssertion(hub, assertion)
  if (passkey?.accountId !== accountId) throw wrongPasskey()
  return passkey
}

const wrongPasskey = () =>
  invalidField(['assertion'], 'is invalid, or belongs to no passkey of yours', 'wrong_code')
