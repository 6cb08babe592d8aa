import type { Logger } from 'pino'
import type { SignIn } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Cashier } from '../../replica/cashiers.ts'
import type { RecordingParts } from '../shifts/till-record.ts'
import { becomeTill } from '../tills/become-till.ts'
import type { SignedInCashier } from './actor.ts'
import { checkPin, findByPin } from './check-pin.ts'
import { findCashier, listCashiers } from './find-cashier.ts'
import type { IdleTills } from './idle-tills.ts'
import { hashToken, newToken } from './session-token.ts'

interface SigningInParts extends RecordingParts {
  readonly log: Logger
  readonly idleTills: IdleTills
}

/** A sign-in. `windowKey` is the key that the window holds for the till, or undefined when it has none. */
export type SigningIn = SignIn & { windowKey: string | undefined }

/**
 * Signs a cashier in at the till, in place of the previous cashier. Without `cashierId`, finds the cashier by
 * PIN. Also assigns the till to the window, which is identified by the returned `windowKey` from then on.
 * Throws `not_found`, `wrong_pin`, `too_many_attempts`, `pin_not_unique`, `till_unknown` and
 * `till_elsewhere`.
 */
export async function signIn(
  agent: SigningInParts,
  tillId: string,
  { cashierId, pin, windowKey }: SigningIn,
): Promise<{ cashier: SignedInCashier; token: string; windowKey: string }> {
  const { journal, clock, log, idleTills } = agent
  const cashier = await proveCashier(agent, tillId, { cashierId, pin })
  const token = newToken()
  const { id, name, permissions, limits } = cashier
  const heldKey = journal.transact((tx) => {
    tx.sessions.save({
      tillId,
      tokenHash: hashToken(token),
      cashierId: id,
      cashierName: name,
      permissions,
      limits,
      signedInAt: clock.now().toISOString(),
    })
    return becomeTill(agent, tx, { tillId, cashier }, windowKey)
  })
  idleTills.noteWork(tillId)
  log.info({ event: 'signed_in', tillId, cashierId: id }, 'signed in')
  return { cashier: { id, name, permissions, limits }, token, windowKey: heldKey }
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
