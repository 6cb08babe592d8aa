import { and, eq, ne } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { hashPassword } from '#hub/auth/password.ts'
import { pinKeyOf } from '#hub/auth/pin.ts'
import type { HubContext } from '#hub/context.ts'
import { employees } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { EmployeeRow } from './queries.ts'

interface Giving {
  /** Omitted for a new employee. */
  employeeId?: string
  actor: Actor
  hub: Pick<HubContext, 'rateLimiter' | 'pinKey' | 'log'>
}

/**
 * Returns the PIN columns of an employee. Undefined keeps the PIN and null removes it. The response reveals
 * whether another employee has the PIN, so each submitted PIN counts as a guess, and a correct guess counts
 * much more (docs/security/input.md#limits). Throws `duplicate` for a PIN in use, and `too_many_attempts`.
 */
export async function givePin(
  tx: Tx,
  pin: string | null | undefined,
  { employeeId, actor, hub }: Giving,
): Promise<Partial<Pick<EmployeeRow, 'posPinHash' | 'posPinKey'>>> {
  if (pin === undefined) return {}
  if (pin === null) return { posPinHash: null, posPinKey: null }
  const guesser = `${tx.organizationId} ${actor.id}`
  await hub.rateLimiter.attempt('pin', guesser)
  // Once the attempts are used up, a free PIN is refused as well, so that the refusal reveals nothing.
  const rightGuess = await hub.rateLimiter.attempt('takenPin', guesser)
  const posPinKey = pinKeyOf(hub.pinKey, tx.organizationId, pin)
  if (await isTaken(tx, posPinKey, employeeId)) {
    const about = { organization: tx.organizationId, actor: actor.id, employee: employeeId }
    hub.log.warn({ event: 'pin_taken', ...about }, 'a PIN was refused: a colleague has it')
    throw new Problem('duplicate', {
      detail: 'Another employee has this PIN',
      errors: [{ pointer: '#/posPin', detail: 'is taken' }],
    })
  }
  await rightGuess.succeeded()
  return { posPinHash: await hashPassword(pin), posPinKey }
}

async function isTaken(tx: Tx, posPinKey: Buffer, employeeId: string | undefined): Promise<boolean> {
  const count = await tx.$count(
    employees,
    and(
      eq(employees.organizationId, tx.organizationId),
      eq(employees.posPinKey, posPinKey),
      employeeId === undefined ? undefined : ne(employees.id, employeeId),
    ),
  )
  return count > 0
}
