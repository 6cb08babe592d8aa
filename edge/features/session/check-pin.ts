import { verify } from '@node-rs/argon2'
import { Problem } from '#shared/problems/problem.ts'
import type { Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Cashier } from '../../replica/cashiers.ts'

interface PinParts {
  readonly journal: Journal
  readonly clock: Clock
}

/** Key that counts wrong PINs entered without a name. It is not a cashier id. */
const ANYBODY = 'anybody'
/** Time in ms since the last wrong PIN after which this counter is reset. */
const ANYBODY_FORGETS_MS = 15 * 60_000

/**
 * Checks the PIN of a cashier. Throws `wrong_pin`, or `too_many_attempts` after several wrong PINs in a row
 * (docs/security.md).
 */
export async function checkPin(parts: PinParts, { id, pinHash }: Cashier, pin: string): Promise<void> {
  countAttempt(parts, id)
  if (!(await isRight(pin, pinHash))) throw new Problem('wrong_pin')
  parts.journal.transact((tx) => tx.pinFailures.clear(id))
}

/**
 * Finds the cashier by PIN alone. One guess tries all cashiers at once, and the counter covers all tills. A
 * correct PIN therefore removes only its own attempt from the counter. Otherwise a cashier could reset the
 * counter by signing in between guesses. Throws `wrong_pin`, `too_many_attempts` and `pin_not_unique`.
 */
export async function findByPin(
  parts: PinParts,
  cashiers: readonly Cashier[],
  pin: string,
): Promise<Cashier> {
  countAttempt(parts, ANYBODY, ANYBODY_FORGETS_MS)
  const right = await Promise.all(cashiers.map(({ pinHash }) => isRight(pin, pinHash)))
  const [found, ...others] = cashiers.filter((_, index) => right[index])
  if (!found) throw new Problem('wrong_pin')
  parts.journal.transact(({ pinFailures }) => {
    const counted = pinFailures.find(ANYBODY)
    if (!counted || counted.failures <= 1) pinFailures.clear(ANYBODY)
    else pinFailures.save(ANYBODY, { ...counted, failures: counted.failures - 1 })
  })
  if (others.length > 0) throw new Problem('pin_not_unique')
  return found
}

/** Returns true when the PIN matches the hash. An invalid hash matches no PIN. */
const isRight = (pin: string, pinHash: string): Promise<boolean> => verify(pinHash, pin).catch(() => false)

/** Counts the attempt as wrong before the PIN is checked, so that concurrent guesses are slowed down too. */
function countAttempt(
  { journal, clock }: PinParts,
  key: string,
  forgetsAfterMs = Number.POSITIVE_INFINITY,
): void {
  const now = clock.now().getTime()
  journal.transact(({ pinFailures }) => {
    const kept = pinFailures.find(key)
    const earlier = kept && now - Date.parse(kept.blockedUntil) <= forgetsAfterMs ? kept : null
    const failures = earlier?.failures ?? 0
    // After the clock is set back, nobody is blocked for longer than the regular delay.
    const remainingMs = earlier ? Math.min(Date.parse(earlier.blockedUntil) - now, pinDelayMs(failures)) : 0
    if (remainingMs > 0) throw tooManyAttempts(remainingMs)
    const blockedUntil = new Date(now + pinDelayMs(failures + 1)).toISOString()
    pinFailures.save(key, { failures: failures + 1, blockedUntil })
  })
}

function tooManyAttempts(remainingMs: number): Problem {
  const seconds = Math.ceil(remainingMs / 1000)
  return new Problem('too_many_attempts', {
    detail: `Too many wrong PINs: try again in ${seconds} s`,
    headers: { 'Retry-After': String(seconds) },
  })
}

const FREE_FAILURES = 3
const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 5 * 60_000

/**
 * Returns the delay in ms after this number of consecutive wrong PINs: 5 s after the third, then 10 s, 20 s
 * and so on, up to 5 minutes.
 */
export function pinDelayMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES))
}
