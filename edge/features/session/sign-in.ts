import type { Logger } from 'pino'
import type { SignIn } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Cashier } from '../../replica/cashiers.ts'
import type { Replica } from '../../replica/replica.ts'
import type { SignedInCashier } from './actor.ts'
import { checkPin, findByPin } from './check-pin.ts'
import { findCashier, listCashiers } from './find-cashier.ts'
import type { IdleTills } from './idle-tills.ts'
import { hashToken, newToken } from './session-token.ts'

interface SigningInParts {
  readonly journal: Journal
  readonly replica: Replica
  readonly clock: Clock
  readonly log: Logger
  readonly idleTills: IdleTills
}

/**
 * Signs the cashier in at the till, in place of whoever was; without a name whoever has the PIN. Throws not_found, wrong_pin,
 * too_many_attempts and pin_not_unique.
 */
export async function signIn(
  { journal, replica, clock, log, idleTills }: SigningInParts,
  tillId: string,
  { cashierId, pin }: SignIn,
): Promise<{ cashier: SignedInCashier; token: string }> {
  const cashier = await proveCashier({ journal, replica, clock, log, idleTills }, tillId, { cashierId, pin })
  const token = newToken()
  const { id, name, permissions, limits } = cashier
  journal.transact((tx) =>
    tx.sessions.save({
      tillId,
      tokenHash: hashToken(token),
      cashierId: id,
      cashierName: name,
      permissions,
      limits,
      signedInAt: clock.now().toISOString(),
    }),
  )
  idleTills.noteWork(tillId)
  log.info({ event: 'signed_in', tillId, cashierId: id }, 'signed in')
  return { cashier: { id, name, permissions, limits }, token }
}

async function proveCashier(
  { journal, replica, clock, log }: SigningInParts,
  tillId: string,
  { cashierId, pin }: SignIn,
): Promise<Cashier> {
  try {
    if (cashierId === undefined) return await findByPin({ journal, clock }, replica.read(listCashiers), pin)
    const cashier = replica.read((reader) => findCashier(reader, cashierId))
    if (!cashier) throw new Problem('not_found', { detail: 'There is no such cashier' })
    await checkPin({ journal, clock }, cashier, pin)
    return cashier
  } catch (error) {
    const code = error instanceof Problem ? error.code : null
    if (code === 'too_many_attempts')
      log.warn({ event: 'sign_in_throttled', tillId, cashierId }, 'sign-in refused: too many wrong PINs')
    if (code === 'wrong_pin') log.warn({ event: 'sign_in_failed', tillId, cashierId }, 'sign-in failed')
    throw error
  }
}
