import { verify } from '@node-rs/argon2'
import type { Logger } from 'pino'
import type { SignIn } from '#shared/contracts/till/till.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Replica } from '../../replica/replica.ts'
import type { SignedInCashier } from './actor.ts'
import { findCashier } from './find-cashier.ts'
import type { IdleTills } from './idle-tills.ts'
import { pinDelayMs } from './pin-delay.ts'
import { hashToken, newToken } from './session-token.ts'

interface SigningInParts {
  readonly journal: Journal
  readonly replica: Replica
  readonly clock: Clock
  readonly log: Logger
  readonly idleTills: IdleTills
}

/** Signs the cashier in at the till, in place of whoever was. Throws not_found, wrong_pin or too_many_attempts. */
export async function signIn(
  { journal, replica, clock, log, idleTills }: SigningInParts,
  tillId: string,
  { cashierId, pin }: SignIn,
): Promise<{ cashier: SignedInCashier; token: string }> {
  const cashier = replica.read((reader) => findCashier(reader, cashierId))
  if (!cashier) throw new Problem('not_found', { detail: 'There is no such cashier' })
  const about = { tillId, cashierId }
  try {
    countAttempt({ journal, clock }, cashier.id)
  } catch (error) {
    log.warn({ event: 'sign_in_throttled', ...about }, 'sign-in refused: too many wrong PINs')
    throw error
  }
  if (!(await isRight(pin, cashier.pinHash))) {
    log.warn({ event: 'sign_in_failed', ...about }, 'sign-in failed')
    throw new Problem('wrong_pin')
  }

  const token = newToken()
  const { id, name, permissions, limits } = cashier
  journal.transact((tx) => {
    tx.pinFailures.clear(id)
    tx.sessions.save({
      tillId,
      tokenHash: hashToken(token),
      cashierId: id,
      cashierName: name,
      permissions,
      limits,
      signedInAt: clock.now().toISOString(),
    })
  })
  idleTills.noteWork(tillId)
  log.info({ event: 'signed_in', ...about }, 'signed in')
  return { cashier: { id, name, permissions, limits }, token }
}

/** A hash that is none fits no PIN. */
const isRight = (pin: string, pinHash: string): Promise<boolean> => verify(pinHash, pin).catch(() => false)

/** Counted as wrong before it is looked at, so that guesses sent all at once are slowed down too. */
function countAttempt(
  { journal, clock }: Pick<SigningInParts, 'journal' | 'clock'>,
  cashierId: string,
): void {
  const now = clock.now().getTime()
  journal.transact(({ pinFailures }) => {
    const earlier = pinFailures.find(cashierId)
    const failures = earlier?.failures ?? 0
    // A clock that was set back must not lock anybody out for longer than the delay.
    const remainingMs = earlier ? Math.min(Date.parse(earlier.blockedUntil) - now, pinDelayMs(failures)) : 0
    if (remainingMs > 0) throw tooManyAttempts(remainingMs)
    const blockedUntil = new Date(now + pinDelayMs(failures + 1)).toISOString()
    pinFailures.save(cashierId, { failures: failures + 1, blockedUntil })
  })
}

function tooManyAttempts(remainingMs: number): Problem {
  const seconds = Math.ceil(remainingMs / 1000)
  return new Problem('too_many_attempts', {
    detail: `Too many wrong PINs: try again in ${seconds} s`,
    headers: { 'Retry-After': String(seconds) },
  })
}
