import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { secondFactors } from '#hub/db/tables/platform.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { KeyRing } from '#hub/secrets/key-ring.ts'
import { placeOf } from '#hub/secrets/sealed-columns.ts'
import { hashRecoveryCode, newSecretOfApp, stepOf } from './codes.ts'

export type SecondFactor = typeof secondFactors.$inferSelect

/** Match of a code: a time step, or one of the recovery codes. */
export type Match = { step: number; drift: number } | { recoveryHash: string }

let decoy: string | undefined

export async function findFactor(tx: PlatformTx, accountId: string): Promise<SecondFactor | undefined> {
  const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.accountId, accountId))
  return factor
}

/**
 * Returns the match of a code, or undefined when it is wrong or used. It does not consume the code, see
 * `spendCode`. It takes equally long without a factor, so that the time does not reveal who has one.
 */
export function matchCode(
  keyRing: KeyRing,
  factor: SecondFactor | undefined,
  code: string,
  isEnrolment = false,
): Match | undefined {
  decoy ??= newSecretOfApp()
  const accountId = factor?.accountId ?? ''
  const found = stepOf((factor && open(keyRing, factor)) ?? decoy, code.replace(/\s/g, ''), {
    drift: factor?.drift ?? 0,
    isEnrolment,
  })
  const recoveryHash = hashRecoveryCode(accountId, code)
  if (!factor) return undefined
  if (found && found.step > factor.lastStep) return found
  return factor.recoveryHashes.includes(recoveryHash) ? { recoveryHash } : undefined
}

/**
 * Consumes a code, because no code is valid twice. Returns false when a concurrent request has already
 * consumed it.
 */
export async function spendCode(tx: PlatformTx, accountId: string, match: Match): Promise<boolean> {
  const isOwn = and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.confirmedAt))
  const spent =
    'step' in match
      ? await tx
          .update(secondFactors)
          .set({ lastStep: match.step, drift: match.drift })
          .where(and(isOwn, lt(secondFactors.lastStep, match.step)))
          .returning({ accountId: secondFactors.accountId })
      : await tx
          .update(secondFactors)
          .set({ recoveryHashes: sql`array_remove(${secondFactors.recoveryHashes}, ${match.recoveryHash})` })
          .where(and(isOwn, sql`${match.recoveryHash} = ANY(${secondFactors.recoveryHashes})`))
          .returning({ accountId: secondFactors.accountId })
  return spent.length > 0
}

export const placeOfSecret = (accountId: string): string => placeOf(secondFactors.sealedSecret, accountId)

/**
 * Returns the secret, or undefined when the key that sealed it is lost. The owner can still sign in with
 * recovery codes.
 */
function open(keyRing: KeyRing, { accountId, sealedSecret }: SecondFactor): string | undefined {
  try {
    return keyRing.open(sealedSecret, placeOfSecret(accountId))
  } catch {
    return undefined
  }
}
