import type { ShiftAttention, TillShift } from '#shared/contracts/till/shift.ts'
import { type Amount, amount, amountToNumber } from '#shared/money/decimal.ts'
import type { ShiftClosedBody, ShiftOpenedBody, ShiftTotals } from '#shared/sync/shift.ts'
import type { Clock } from '../../clock.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Shift } from '../../journal/shifts.ts'
import type { Replica } from '../../replica/replica.ts'
import type { Actor } from '../session/actor.ts'
import { closedBodyOf, openedBodyOf, totalsOf } from './shift-sums.ts'

export interface ShiftSources {
  readonly clock: Clock
  readonly replica: Replica
}

export function presentShift(
  agent: ShiftSources,
  reader: Pick<JournalReader, 'shifts'>,
  actor: Actor,
  shift: Shift,
  maySeeSums = actor.cashier.limits.allowXReport,
): TillShift {
  const opened = openedBodyOf(reader, shift)
  const closed = closedBodyOf(reader, shift)
  const isBlind = closed === null && isCountedBlind(agent)
  const counted = closed?.countedCash ?? null
  return {
    id: shift.id,
    number: shift.number,
    openedAt: opened.openedAt,
    openedBy: opened.cashierName,
    openingCash: opened.openingCash,
    attention: closed ? null : attentionOf(agent, actor, opened),
    isBlind,
    totals: closed ? withOthers(closed.totals) : maySeeSums && !isBlind ? totalsOf(reader, shift) : null,
    closedAt: closed?.closedAt ?? null,
    closedBy: closed?.cashierName ?? null,
    countedCash: counted,
    discrepancy: closed && counted !== null ? differenceOf(counted, closed.totals.expectedCash) : null,
    waiting: reader.shifts.countWaiting(shift),
  }
}

const differenceOf = (counted: number, expected: number): number =>
  amountToNumber((amount(counted) - amount(expected)) as Amount)

/** Completes the totals of an older agent, which lack payment methods other than cash and cards. */
function withOthers(totals: ShiftClosedBody['totals']): ShiftTotals {
  const { salesOther = 0, returnsOther = 0, otherTenders = [] } = totals
  return { ...totals, salesOther, returnsOther, otherTenders }
}

/** True when the retail point counts the drawer blind. While the replica is being rebuilt, totals stay visible. */
export const isCountedBlind = ({ replica }: Pick<ShiftSources, 'replica'>): boolean =>
  replica.find(({ settings }) => settings.find())?.blindClose ?? false

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns why an open shift needs attention: it was probably forgotten, or it belongs to another cashier.
 * Otherwise returns null. Compares local times only. After the clock was set back, a forgotten shift is not
 * detected.
 */
function attentionOf(
  { clock, replica }: ShiftSources,
  { cashier }: Actor,
  { openedAt, cashierId }: ShiftOpenedBody,
): ShiftAttention | null {
  const timeZone = replica.find(({ settings }) => settings.find())?.timeZone
  const [opened, now] = [new Date(openedAt), clock.now()]
  if (now.getTime() - opened.getTime() > DAY_MS) return 'over_24_hours'
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  if (dayOf.format(opened) < dayOf.format(now)) return 'day_before'
  return cashierId === cashier.id ? null : 'other_cashier'
}
